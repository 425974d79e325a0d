/** `profiles:` in haft.yaml: every folder is one of specs. */
import type { Diagnostic } from '../base/diagnostic.ts';
import type { SpecDocument } from '../spec/yaml/spec.ts';
import type { Config } from './documents/config.ts';
import { isInFolder } from './settings.ts';

/** Findings at the keys of `profiles:`; `document` is haft.yaml, in its shape. */
export function checkProfiles(
  { profiles = {} }: Config,
  document: SpecDocument,
  files: readonly string[],
): Diagnostic[] {
  return Object.keys(profiles).flatMap((folder): Diagnostic[] => {
    if (files.some((file) => isInFolder(file, folder))) return [];
    const path = ['profiles', folder];
    return [
      {
        code: 'spec/profile',
        severity: 'warning',
        message: `The profile of ${JSON.stringify(folder)} has no effect: no spec is in that folder.`,
        hint: 'Write the folder as a path from haft.yaml, such as specs/imported, or remove the line.',
        span: document.at(path, 'key'),
        about: { path },
      },
    ];
  });
}
