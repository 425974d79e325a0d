/** What multiplies is named where readers look for it, and where a list has to be kept by hand, it is whole. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BEHAVIORS } from '../compiler/spec/behaviors/index.ts';
import { HANDLER_RULES } from '../compiler/check/handlers.ts';
import { LATER_LOCKED, LATER_RULES } from '../compiler/check/check.ts';
import { POLICY } from '../compiler/versions/policy/index.ts';
import { TIER_NAMES } from '../compiler/versions/receipts/tiers.ts';
import { EMITTERS } from '../compiler/emit/emitters/index.ts';
import { HOSTS } from '../compiler/spec/hosts/index.ts';
import { FORMATS as PACKAGES } from '../compiler/features/pack/formats/index.ts';
import { SYMPTOMS } from '../compiler/features/connect/doctor/symptoms/index.ts';
import { AGENTS } from '../compiler/features/evals/online/agents/index.ts';
import { ENGINES } from '../compiler/features/evals/online/engines/index.ts';
import { SUGGESTION_KINDS } from '../compiler/features/evals/suggest/kinds.ts';
import { COMMANDS } from '../compiler/cli/main.ts';
import { FORMAT_NAMES } from '../compiler/report/format-names.ts';

const ROOT = join(import.meta.dirname, '..');

describe.each<[page: string, what: string, ids: readonly string[], form: (id: string) => string]>([
  ['docs/report-in-ci.md', 'report format', FORMAT_NAMES, (id) => `\`${id}\``],
  ['docs/pack.md', 'package format', PACKAGES.map(({ id }) => id), (id) => `\n| \`${id}\` |`],
  ['docs/evals.md', 'tier', TIER_NAMES, (id) => `\`${id}\``],
  ['docs/outputs.md', 'output', EMITTERS.map(({ id }) => id), (id) => `(\`${id}\`)`],
  ['docs/hosts.md', 'host', HOSTS.map(({ id }) => id), (id) => `\`${id}\``],
  ['docs/spec-language.md', 'behavior', BEHAVIORS.map(({ key }) => key), (key) => `\`${key}\``],
  ['docs/doctor.md', 'symptom', SYMPTOMS.map(({ id }) => id), (id) => `| \`${id}\` |`],
  ['docs/spec-language.md', 'engine', ENGINES.map(({ id }) => id), (id) => `\`${id}\``],
  ['docs/evals.md', 'agent', AGENTS.map(({ title }) => title), (title) => title],
  ['docs/evals.md', 'kind of suggestion', SUGGESTION_KINDS.map(({ id }) => id), (id) => `\n| \`${id}\` |`],
])('%s names', (page, what, ids, form) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  test.each(ids)(`the ${what} %s`, (id) => expect(text.includes(form(id)), `${page} has no ${form(id)}`).toBe(true));
});

describe('a command', () => {
  const names = Object.keys(COMMANDS).filter((name) => !name.includes(' '));
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  test.each(names)('%s is in the table of README.md, under the name that it has', async (name) => {
    expect(readme).toMatch(new RegExp(`^\\|.*\`(?:haft )?${name}[ \`]`, 'm'));
    expect((await COMMANDS[name]?.())?.name).toBe(name);
  });
});

test('every rule of versions is in LATER_RULES, and every locked one in LATER_LOCKED', () => {
  const idsOf = (rules: typeof POLICY): string[] => rules.map(({ id }) => id).sort();
  expect(LATER_RULES.filter((id) => !HANDLER_RULES.has(id)).sort()).toEqual(idsOf(POLICY));
  expect([...LATER_LOCKED].sort()).toEqual(idsOf(POLICY.filter(({ locked }) => locked)));
});
