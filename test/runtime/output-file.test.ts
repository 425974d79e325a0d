/** `output_file:` and `progress:` of commands: what a real program writes beside its output, and how far it says it is. */
import * as fc from 'fast-check';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { progressOf } from '../../runtime/behaviors/command/parts.ts';
import type { CommandBehavior } from '../../runtime/descriptor/descriptor.ts';
import { temporaryFolder } from '../support/folder.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { runs } from '../support/runs.ts';
import { type Setting, callTool, startTool } from './support/call-tool.ts';
import { strings } from './support/loopback.ts';

const WRITES = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

/** A program of Node that gets the path as its argument. */
function writing(folder: string, code: string, more: Partial<CommandBehavior> = {}): Setting {
  return {
    behavior: {
      kind: 'command',
      argv: [process.execPath, '-e', code.replaceAll(/[{}]/g, '$&$&'), '--', `${folder}/{name}`],
      stdout: 'text',
      max_bytes: 1000,
      output_file: { folder, path: '{name}' },
      ...more,
    },
    parameters: strings('name'),
    annotations: WRITES,
  };
}

const WRITE = `console.log('printed'); require('fs').writeFileSync(process.argv[1], '[1,2]')`;

test.each<[CommandBehavior['stdout'], object]>([
  ['text', { text: '[1,2]' }],
  ['json', { items: [1, 2] }],
  ['lines', { lines: ['[1,2]'] }],
  ['size', { bytes: 5 }],
])('the file is read as %s', async (stdout, data) => {
  const folder = temporaryFolder();
  expect(await callTool(writing(folder, WRITE, { stdout }), { name: 'a.json' })).toMatchObject({ success: true, data });
});

test('the size of a file that is too large to read', async () => {
  const code = `require('fs').writeFileSync(process.argv[1], 'x'.repeat(5000))`;
  const folder = temporaryFolder();
  const called = (stdout: CommandBehavior['stdout']): ReturnType<typeof callTool> =>
    callTool(writing(folder, code, { stdout }), { name: 'a' });
  expect((await called('size')).data).toEqual({ bytes: 5000 });
  expect(await called('text')).toMatchObject({
    success: false,
    error: expect.stringContaining('larger than 1000 bytes'),
  });
});

test('a picture is a block', async () => {
  const behavior = { stdout: 'bytes', media_type: 'image/png' } as const;
  const { blocks, data } = await callTool(writing(temporaryFolder(), WRITE, behavior), { name: 'a.png' });
  expect([blocks?.[0], data]).toMatchObject([{ type: 'image', mimeType: 'image/png' }, { bytes: 5 }]);
});

test('what the program does not write is never taken for its output', async () => {
  const folder = temporaryFolder({ 'old.txt': 'of yesterday' });
  const old = await callTool(writing(folder, ''), { name: 'old.txt' });
  expect(old).toMatchObject({
    success: false,
    error: expect.stringMatching(/carried out.*did not write the file old\.txt/),
  });
  expect((await callTool(writing(folder, ''), { name: 'new.txt' })).error).toMatch(/carried out.*new\.txt does not/);
  const again = `const fs = require('fs'); fs.writeFileSync(process.argv[1], fs.readFileSync(process.argv[1]))`;
  expect((await callTool(writing(folder, again), { name: 'old.txt' })).data).toEqual({ text: 'of yesterday' });
  const failed = await callTool(writing(folder, `${WRITE}; process.exit(3)`), { name: 'x' });
  expect(failed).toMatchObject({ code: 'command_failed', error: 'The command failed (exit code 3).' });
});

test.skipIf(ON_WINDOWS)('nothing outside the folder is read, and no path leaves it', async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder({ 'secret.txt': 'secret' })];
  const code = `require('fs').writeFileSync('${join(folder, 'started')}', '')`;
  for (const name of ['../x', '/etc/passwd', 'a/../../x', ''])
    expect((await callTool(writing(folder, code), { name })).code).toBe('invalid_arguments');
  expect(() => readFileSync(join(folder, 'started'))).toThrow('ENOENT');
  symlinkSync(join(other, 'secret.txt'), join(folder, 'link'));
  const through = `require('fs').appendFileSync(process.argv[1], '!')`;
  expect(await callTool(writing(folder, through), { name: 'link' })).toMatchObject({ success: false });
});

test('lines of a running program are its progress', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a'), '');
  const code = `for (const n of [1, 2, 3]) process.stderr.write('frame ' + n + '/3\\r'); console.log('[9/9]')`;
  const { output_file: _none, ...behavior } = writing(folder, code).behavior as CommandBehavior;
  const progress = { line: 'frame {done}/{total}' };
  const setting = { ...writing(folder, code), behavior: { ...behavior, progress } };
  const { outcome } = startTool(setting, { name: 'a' });
  expect((await outcome).progress).toEqual([1, 2, 3].map((done) => ({ progress: done, total: 3 })));
});

test('however the output is cut, each complete line is told once', () => {
  const part = fc.oneof(fc.constantFrom('12', '7.5', '%', ' ', '\n', '\r', 'x', '/', '100', 'é'), fc.string());
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.array(fc.nat(9), { maxLength: 30 }), (parts, cuts) => {
      const text = parts.join('');
      const told: (readonly [number, number | undefined])[] = [];
      const call = { progress: (done: number, total?: number) => void told.push([done, total]) };
      const step = { argv: [], stdout: 'text', max_bytes: 1, progress: { line: '{done}%', total: 100 } } as const;
      const see = progressOf(step, call as never);
      const bytes = Buffer.from(text);
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        see?.('stderr', bytes.subarray(at, at + cut));
        see?.('stdout', Buffer.from('3%\n'));
        at += cut;
      }
      const lines = bytes
        .toString()
        .split(/[\r\n]/)
        .slice(0, -1);
      const expected = lines.flatMap((line) => {
        const found = /(\d+(?:\.\d+)?)%/.exec(line.slice(0, 1000));
        return found ? [[Number(found[1]), 100]] : [];
      });
      expect(told).toEqual(expected);
    }),
    { numRuns: runs(10_000) },
  );
});

const findings = (more: string): string[] =>
  planSpecs([
    {
      path: 'a.yaml',
      text: `kind: server
name: films
version: 1.0.0
summary: Cuts films.
env: { FILMS: { description: Folder of the films. } }
tools:
  - name: cut_film
    description: { does: Cuts a film., when: the user wants a part }
    effects: write
    parameters: { name: { type: string, description: Name of the part. } }
    required: [name]
    command: { argv: [cutter, --, "{name}"], stdout: text, ${more} }
`,
    },
  ]).diagnostics.flatMap(({ code, severity, message }) => (severity === 'error' ? [`${code}: ${message}`] : []));

test.each([
  ['output_file: { folder: "{env.FILMS}", path: "{name}.mp4" }', 0],
  ['output_file: { folder: "{env.FILMS}", path: "{nam}.mp4" }', 1],
  ['output_file: { folder: "{name}", path: "a.mp4" }', 1],
  ['output_file: { folder: films, path: "a.mp4" }', 1],
  ['output_file: { folder: "{env.FILMS}", path: "../{name}.mp4" }', 1],
  ['output_file: { folder: "{env.FILM}", path: "{name}.mp4" }', 1],
  ['output_file: { folder: "{env.FILMS}", path: a }, on_more: truncate', 2],
  ['progress: { line: "{done}%", total: 100 }', 0],
  ['progress: { line: "frame {done} of {total}", from: stdout }', 0],
  ['progress: { line: "frame" }', 1],
  ['progress: { line: "{done} {done}" }', 1],
  ['progress: { line: "{done} {name}" }', 1],
  ['progress: { line: "{done" }', 1],
])('%s', (more, count) => expect(findings(more).length, findings(more).join('\n')).toBe(count));
