/** Programs of the shipped servers: what a model reads of them is short, and their skills keep the rules of skills. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../compiler/check/description.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { isListed } from '../compiler/check/tool-names.ts';
import { programSkillMd, programSkillName } from '../compiler/emit/emitters/cli.ts';
import { readSkill } from '../compiler/features/import/skills/skill-document.ts';
import type { ServerPlan } from '../compiler/plan/model.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { bareParameter } from '../runtime/command-line/grammar.ts';
import type { ToolDescriptor } from '../runtime/descriptor/descriptor.ts';
import { groupHelp, programHelp, toolLine, usageOf } from '../runtime/command-line/help.ts';
import { flagTable } from '../runtime/language/flags.ts';
import { sourcesOf } from './support/sources.ts';

const { specs } = sourcesOf(join(import.meta.dirname, '..'));
const tools = specs.filter(({ text }) => !text.includes('kind: skill'));
const { value, diagnostics: problems } = planSpecs(tools, { onlyNew: () => [] });
if (!value) throw new Error(JSON.stringify(problems.slice(0, 3)));
const SHIPPED = value.plan.servers;

/** As `--help` lists them. */
function linesOf({ tools }: ServerPlan): readonly string[] {
  return tools.filter(isListed).map(({ name, description, inputSchema }) => {
    const table = flagTable(inputSchema);
    const { required = [] } = inputSchema;
    const usage = usageOf({ name, table, bare: bareParameter(table, required) }, new Set(required));
    return toolLine({ description: description.text } as ToolDescriptor, usage);
  });
}

test('--help has at most 30 tokens for a tool of a shipped server', () => {
  const lines = SHIPPED.flatMap(linesOf);
  expect(lines.length).toBeGreaterThan(30);
  expect(estimateTokens(lines.join('\n')) / lines.length).toBeLessThanOrEqual(30);
});

test('a word and its plural are one group of a large server, under either', () => {
  const nouns = ['invoice', 'policy', 'branch', 'status', 'address', 'mailbox', 'key'];
  const plurals = ['invoices', 'policies', 'branches', 'statuses', 'addresses', 'mailboxes', 'keys'];
  const all = [...nouns, ...plurals].flatMap((noun) => ['a', 'b', 'c'].map((more) => `list_${noun}_${more}`));
  const tools = all.map((name) => ({ name, inputSchema: {} }) as ToolDescriptor);
  const context = { program: 'cli.mjs', title: 'Desk', version: '1.0.0', instructions: '', env: {}, exits: new Map() };
  const shown = `42 tools about: ${nouns.map((noun) => `${noun} (6)`).join(', ')}\n`;
  expect(programHelp(context, tools, ({ name }) => name)).toContain(shown);
  for (const noun of [...nouns, ...plurals])
    expect(groupHelp(tools, noun, ({ name }) => name)?.split('\n'), noun).toHaveLength(6);
});

describe('the skill of a program keeps the rules of skills', () => {
  const [first] = SHIPPED;
  const copies = (count: number): ServerPlan['tools'] =>
    Array.from({ length: count }, (_, at) => ({ ...first!.tools[0]!, name: `get_part_${at}` }));
  test.each([...SHIPPED, { ...first!, tools: copies(20) }, { ...first!, tools: copies(60) }])('$title', (server) => {
    const text = programSkillMd(server);
    const hasFind = server.tools.length > 40;
    expect(text.includes('find WORDS')).toBe(hasFind);
    expect(text.includes('lists all of them')).toBe(!hasFind);
    const read = readSkill(Buffer.from(text));
    if (!('frontMatter' in read)) return expect.fail(JSON.stringify(read));
    const name = programSkillName(server);
    const { description } = read.frontMatter;
    const spec = { kind: 'skill', name, from: name, description, text: read.body.toString() };
    const source = { path: `specs/${name}/skill.yaml`, text: JSON.stringify(spec) };
    const { diagnostics } = planSpecs([source], { settings: settingsOf({ profiles: { specs: 'mcp' } }) });
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  });
});
