/** What rules about single parts found in files with the same texts under the same settings, in an earlier process (ADR 74). */
import { join } from 'node:path';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { KnownFindings } from '../../check/judge.ts';
import { isMapValue } from '../../spec/yaml/value.ts';
import type { Project } from '../project/project.ts';
import type { Sources } from '../project/read-sources.ts';
import { RECORDED } from '../project/recorded.ts';
import { CONFIG_FILE } from '../project/root.ts';
import { keyOfAll, recall, remember, sumOf } from './remembered.ts';
import { readIfThere } from './state.ts';

const NAME = 'findings.json';

/** `save` records those of this run, and forgets all others. */
export function knownFindings({ root, settings }: Project, { specs }: Sources): KnownFindings & { save: () => void } {
  const { severities, releasing = false } = settings;
  const files = [CONFIG_FILE, ...RECORDED].map((name) => readIfThere(join(root, name)));
  const key = keyOfAll([root, JSON.stringify([severities, releasing]), ...files]);
  const recalled = recall(root, NAME, key);
  const before = isMapValue(recalled) ? (recalled as Record<string, readonly Diagnostic[]>) : {};
  const texts = new Map(specs.map(({ path, text }) => [path, text]));
  const now: Record<string, readonly Diagnostic[]> = {};
  let isNew = false;
  return {
    of(paths, judge) {
      const sum = sumOf(paths.flatMap((path) => [path, texts.get(path) ?? '']));
      const known = before[sum];
      isNew ||= known === undefined;
      return (now[sum] = known ?? judge());
    },
    save() {
      if (isNew) remember(root, NAME, key, now);
    },
  };
}
