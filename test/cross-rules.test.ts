/** A letter costs what it can change: rules that look beyond their part name few parts, and nothing is read again for the others. */
import { expect, test } from 'vitest';
import { assemble } from '../compiler/check/analysis/assemble/assemble.ts';
import { isCrossRule } from '../compiler/check/rule.ts';
import { RULES } from '../compiler/check/rules/index.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { load } from '../compiler/spec/yaml/load.ts';
import { haftSpecs } from './bench/compile/haft-specs.mjs';

test('a rule across parts goes through tools that cannot break it', () => {
  const files = Object.entries(haftSpecs(60)).map(([path, text]) => ({ path, text }));
  const { draft } = assemble(load(files).value, [], settingsOf({}));
  expect(draft.tools).toHaveLength(60);
  const counts = RULES.filter(isCrossRule).map((rule) => [rule.id, [...rule.around(draft)].length] as const);
  expect(counts.filter(([, count]) => count > draft.servers.length)).toEqual([]);
});
