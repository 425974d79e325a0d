/** `profiles:` of haft.yaml: each folder is one of specs, and a pattern of files is none. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkShape } from '../compiler/check/documents/check-shape.ts';
import { checkProfiles } from '../compiler/edge/passes/specs.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { load } from '../compiler/spec/yaml/load.ts';
import { runs } from './support/runs.ts';

function documentOf(folder: string) {
  const text = `profiles: { ${JSON.stringify(folder)}: mcp }\n`;
  const [document] = load([{ path: 'haft.yaml', text }]).value.documents;
  if (!document) throw new Error('no document');
  return document;
}

test('a profile has a finding exactly where no file has it', () => {
  const names = fc.constantFrom('specs', 'imported', 'own', '.', 'specs2');
  const path = fc.array(names, { minLength: 1, maxLength: 3 }).map((steps) => steps.join('/'));
  fc.assert(
    fc.property(path, fc.constantFrom('', '/'), fc.array(path, { maxLength: 4 }), (folder, end, folders) => {
      const files = folders.map((one) => `${one}/a.yaml`);
      const config = { profiles: { [folder + end]: 'mcp' } } as const;
      const { profileOf } = settingsOf(config);
      const found = checkProfiles(config, documentOf(folder + end), files);
      expect(found.length).toBe(files.some((file) => profileOf(file) === 'mcp') ? 0 : 1);
      for (const { code, severity } of found) expect([code, severity]).toEqual(['spec/profile', 'warning']);
    }),
    { numRuns: runs(500, 100) },
  );
});

test.each<[folder: string, isFolder: boolean]>([
  ['specs/imported', true],
  ['specs/imported/', true],
  ['specs/imported/**', false],
  ['specs/*', false],
  ['*', false],
  ['/specs', false],
  ['../specs', false],
])('%s', (folder, isFolder) => {
  const found = checkShape(documentOf(folder), 'config').flatMap(({ diagnostic }) => diagnostic?.code ?? []);
  expect(found).toHaveLength(isFolder ? 0 : 1);
});
