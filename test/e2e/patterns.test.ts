/** A built server answers every call and every ping, whatever patterns its tools were imported with. */
// In depth: patterns that take long elsewhere; test/pattern has each construct.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../runtime/support/server-process.ts';
import { temporaryFolder } from '../support/folder.ts';
import { HARMFUL, attack } from '../support/harmful-patterns.ts';
import { haft } from '../support/haft.ts';
import { CLOCK } from '../support/specs.ts';

const parameters = HARMFUL.map(({ pattern }, at) => {
  return `      p${at}: { type: string, pattern: ${JSON.stringify(pattern)}, description: Text ${at}. }\n`;
});
const SPEC = `kind: server
name: strange
version: 1.0.0
summary: Has patterns of strangers.
tools:
  - name: take_text
    description: Takes a text.
    parameters:
${parameters.join('')}
    command: { argv: [node, --version], stdout: text, result: { text: "" } }
    returns: { type: object, properties: { text: { type: string } } }
`;

test('calls with 100 KB for each of the harmful patterns, and pings between them', async () => {
  const folder = temporaryFolder({ 'haft.yaml': 'profiles: { specs: mcp }\n', 'specs/strange.yaml': SPEC });
  // Profile "mcp" warns as "ext" does: a host may run the pattern.
  expect(haft(folder, 'compile')).toMatchObject({ code: 0, stderr: expect.stringContaining('param/pattern-linear') });
  const server = startServer(join(folder, 'generated/servers/strange/server.mjs'));
  for (const [at, harmful] of HARMFUL.entries()) {
    server.ask('tools/call', { name: 'take_text', arguments: { [`p${at}`]: attack(harmful, 100_000) } }, at);
    server.ask('ping', {}, `ping ${at}`);
    const answers = [await server.next(), await server.next()];
    expect(answers.map(({ id }) => id).toSorted()).toEqual([at, `ping ${at}`]);
    const { result } = answers.find(({ id }) => id === at);
    expect(result.structuredContent ?? JSON.parse(result.content[0].text)).toHaveProperty('success');
  }
});

test('one call with all of them', async () => {
  const folder = temporaryFolder({ 'haft.yaml': 'profiles: { specs: mcp }\n', 'specs/strange.yaml': SPEC });
  expect(haft(folder, 'compile')).toMatchObject({ code: 0 });
  const server = startServer(join(folder, 'generated/servers/strange/server.mjs'));
  const all = HARMFUL.map((harmful, at) => [`p${at}`, attack(harmful, 100_000)]);
  server.ask('tools/call', { name: 'take_text', arguments: Object.fromEntries(all) });
  const { result } = await server.next();
  expect(result).toMatchObject({ isError: true, structuredContent: { code: 'invalid_arguments' } });
  server.ask('ping', {}, 2);
  expect(await server.next()).toMatchObject({ id: 2, result: {} });
});

test('a default, an eval and an example of 46 characters do not stop "haft check"', () => {
  const text = `${'a'.repeat(45)}!`;
  const clock = CLOCK.replace(
    '    effects: read',
    `    parameters:
      words: { type: string, pattern: "^(\\\\w+\\\\s?)+$", default: ${text}, description: Words of the place. }
    effects: read`,
  ).replace('query: how late is it', `query: how late is it, arguments: { words: ${text} }`);
  const { code, stdout } = haft(temporaryFolder({ 'specs/clock.yaml': clock }), 'check');
  expect(code).toBe(1);
  expect(stdout).toContain('param/default-valid');
  expect(stdout).toContain('eval/arguments-fit');
  expect(stdout).toContain('param/pattern-linear');
});
