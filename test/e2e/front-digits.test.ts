/** An integer that JavaScript does not represent, in the result of another server as it is: `haft call`, a program and a shell get its digits. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const BIG = '12345678901234567890';

const UPSTREAM = join(import.meta.dirname, '../doubles/upstream/raw.mjs');

const SPEC = `kind: server
name: digits
version: 1.0.0
summary: Reads numbers.
results: raw
upstreams: { raw: { command: [node, ${JSON.stringify(UPSTREAM)}] } }
tools:
  - name: get_number
    description: Reads a number.
    parameters: { text: { type: string } }
    mcp: { upstream: raw, tool: text }
`;

const PROGRAM = `import { open } from '../generated/servers/digits/in-process.mjs';
const { tools, close } = await open();
console.log(JSON.stringify((await tools.get_number.call({ text: process.argv[2] })).data));
await close();
`;

test('its digits are what is printed, and what a program gets as a text', () => {
  const folder = temporaryFolder({
    'haft.yaml': 'profiles: { specs: mcp }\noutputs: [in-process, cli]\n',
    'specs/digits.yaml': SPEC,
    'app/main.mjs': PROGRAM,
  });
  expect(haft(folder, 'compile', '--no-types')).toMatchObject({ code: 0 });
  const structured = `{"id":${BIG}}`;
  const result = `{"content":[{"type":"text","text":${JSON.stringify(structured)}}],"structuredContent":${structured}}`;
  const text = `{"jsonrpc":"2.0","id":<id>,"result":${result}}`;
  expect(haft(folder, 'call', 'get_number', JSON.stringify({ text })).stdout).toBe(`${result}\n`);
  const run = (...args: readonly string[]): string =>
    spawnSync(process.execPath, [...args], { cwd: folder, encoding: 'utf8' }).stdout;
  expect(JSON.parse(run('app/main.mjs', text))).toEqual({ id: BIG });
  expect(run('generated/servers/digits/cli.mjs', '--yes', 'get_number', '--text', text)).toContain(BIG);
});
