/** docs/profile-mcp.md: its examples compile, and come out as the page says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsOf } from '../compiler/check/settings.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { listedAndRest } from '../compiler/emit/server/descriptor.ts';
import { skillMd } from '../compiler/emit/skill/skill-md.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../docs/profile-mcp.md'), 'utf8');

function blocks(language: string): { readonly path: string; readonly text: string }[] {
  const found = [...PAGE.matchAll(/^```(\w+) ?(\S*)\n([^]*?)^```$/gm)].filter(([, kind]) => kind === language);
  return found.map(([, , path = '', text = '']) => ({ path, text }));
}

test('the examples compile without errors, and come out as the page says', () => {
  const specs = blocks('yaml').filter(({ path }) => path.startsWith('specs/'));
  expect(specs).toHaveLength(2);
  const { diagnostics, value } = planSpecs(specs, { settings: settingsOf({ profiles: { 'specs/files': 'mcp' } }) });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const [tool] = value?.plan.servers[0]?.tools ?? [];
  const [skill] = value?.plan.skills ?? [];
  const [listed] = blocks('json');
  const [markdown] = blocks('markdown');
  expect(tool && listedAndRest(tool)[0]).toEqual(JSON.parse(listed?.text ?? ''));
  expect(skill && skillMd(skill)).toBe(markdown?.text);
});

test('profile ext rejects the keys of the page, and says where they belong', () => {
  const { diagnostics, value } = planSpecs(
    blocks('yaml').filter(({ path }) => path.startsWith('specs/')),
    {
      settings: settingsOf({}),
    },
  );
  expect(value).toBeUndefined();
  const refused = diagnostics.filter(({ hint }) => hint?.includes('is a key of profile mcp'));
  expect(refused.map(({ about }) => about.path.at(-1))).toEqual(
    expect.arrayContaining(['results', 'instructions', 'from', 'hints', 'parameters_schema', 'text', 'front_matter']),
  );
});
