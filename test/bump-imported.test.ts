/** What bump and restore write of tools in profile mcp: also what another place would derive, or its server says for all tools. */
import { expect, test } from 'vitest';
import { toolsNamed } from '../compiler/plan/named-tools.ts';
import { bump } from '../compiler/versions/bump/bump.ts';
import { restore } from '../compiler/versions/bump/released-text.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { applyEdits } from '../compiler/spec/yaml/apply-edits.ts';
import type { ToolPlan } from '../compiler/plan/model.ts';

const settings = settingsOf({ profiles: { specs: 'mcp' } });

function compiled(text: string) {
  const { value, diagnostics } = planSpecs([{ path: 'specs/front.yaml', text }], { settings });
  return value ?? expect.fail(JSON.stringify(diagnostics, undefined, 1));
}

const toolIn = (text: string, name: string): ToolPlan =>
  compiled(text).plan.servers[0]?.tools.find((tool) => tool.name === name) ?? expect.fail(text);

const spec = (results: string, own: string): string => `kind: server
name: front
version: 1.0.0
summary: Front.
results: ${results}
tools:
  - name: search_rows
    description: Searches rows.
${own}    parameters: { query: { type: string } }
    command: { argv: [printf, "%s", "{query}"], stdout: text }
  - name: other
    description: Other.
    command: { argv: [date], stdout: text }
`;

test.each([
  ['raw', '    title: Search rows\n    results: envelope\n'],
  ['raw', '    results: envelope\n'],
  ['raw', '    title: Search rows\n'],
  ['envelope', '    title: Search rows\n'],
  ['envelope', '    title: Search rows\n    results: raw\n'],
  ['envelope', ''],
])('results of the server: %s, of the tool: %j', (results, own) => {
  const before = spec(results, own);
  const [old] = toolsNamed(compiled(before).plan, 'search_rows');
  if (!old) return expect.fail(before);
  const { tool: released } = old;
  const dates = { today: '2026-11-22', periodDays: 90 };
  const after = spec(results, '')
    .replace('query: { type: string }', 'words: { type: string }')
    .replace('{query}', '{words}');
  const made = bump(old, compiled(after).spec, dates, 'Renamed.');
  if (typeof made === 'string') return expect.fail(made);
  for (const way of made.alternatives) {
    const { deprecated: _deprecated, description, ...back } = toolIn(applyEdits(after, way), 'search_rows');
    const {
      description: { text },
    } = released;
    expect(description.text.endsWith(text)).toBe(true);
    expect(back).toEqual({ ...released, description: undefined });
  }
  for (const current of [
    after,
    after.slice(0, after.indexOf('  - name: search')) + after.slice(after.indexOf('  - name: other')),
  ]) {
    const edits = restore({ released, authored: undefined }, compiled(current).spec, {
      server: 'front',
      deprecated: undefined,
      handler: undefined,
    });
    if (typeof edits === 'string') return expect.fail(edits);
    for (const edit of edits) expect(toolIn(applyEdits(current, [edit]), 'search_rows')).toEqual(released);
  }
  return undefined;
});
