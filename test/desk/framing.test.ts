/** The stream of a language server: any bytes in any pieces, and the session goes on. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { array, assert, asyncProperty, constantFrom, nat, oneof, property, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frame, frameReader } from '../../compiler/features/desk/run/framing.ts';
import { BIN, environment } from '../support/haft.ts';
import { openEditor } from '../support/editor.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runs } from '../support/runs.ts';
import { CLOCK } from '../support/specs.ts';

const MESSAGES = [{ a: 1 }, { text: 'äöü 🕰 \r\n\r\n Content-Length: 3\r\n\r\n' }, { list: ['x'.repeat(5000)] }, {}];

test('messages that come in pieces, or several at once, are other messages', () => {
  assert(
    property(
      array(constantFrom(...MESSAGES), { maxLength: 6 }),
      array(nat(60), { minLength: 1, maxLength: 30 }),
      (sent, cuts) => {
        const bytes = Buffer.from(sent.map((one) => frame(one)).join(''));
        expect(received(pieces(bytes, cuts))).toEqual(sent);
      },
    ),
    { numRuns: runs(5000, 100) },
  );
});

const DAMAGE = [
  'Content-Length: 99999999999\r\n\r\n',
  'Content-Length: -1\r\n\r\n',
  'Content-Length: 3\r\n\r\n{x}',
  '\r\n\r\n',
  '{"jsonrpc":"2.0"}',
];

test('damage between messages costs more than the damaged ones', () => {
  const damage = oneof(
    constantFrom(...DAMAGE).map((text) => Buffer.from(text)),
    uint8Array({ maxLength: 40 }),
  );
  assert(
    property(damage, array(nat(50), { minLength: 1, maxLength: 10 }), (broken, cuts) => {
      // What looks like a header may take the next message for its content; the one after that is read.
      const after = [...MESSAGES, ...MESSAGES].map((one) => frame(one)).join('');
      const found = received(pieces(Buffer.concat([broken, Buffer.from(`\r\n\r\n${after}`)]), cuts));
      expect(found.at(-1)).toEqual(MESSAGES.at(-1));
    }),
    { numRuns: runs(5000, 100) },
  );
});

function received(chunks: readonly Uint8Array[]): unknown[] {
  const messages: unknown[] = [];
  const read = frameReader({ received: (message) => messages.push(message), unreadable: () => {} });
  for (const chunk of chunks) read(chunk);
  return messages;
}

function pieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let at = 0;
  for (let index = 0; at < bytes.length; index += 1) {
    const size = 1 + (cuts[index % cuts.length] ?? 0) * 40;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

const METHODS = [
  'textDocument/hover',
  'textDocument/completion',
  'textDocument/rename',
  'textDocument/didChange',
  'textDocument/didOpen',
  'initialize',
  'workspace/symbol',
  'none',
  '$/cancelRequest',
  'textDocument/codeAction',
];
const PARAMS = [
  undefined,
  null,
  7,
  'x',
  [],
  {},
  { textDocument: null },
  { textDocument: { uri: 'file:///%zz' } },
  { textDocument: { uri: 5 } },
  { id: 1 },
  { query: 3 },
];

test('a message that is not what the protocol says ends the session', async () => {
  const editor = await openEditor(temporaryFolder({ 'haft.yaml': '', 'specs/clock.yaml': CLOCK }));
  editor.open('specs/clock.yaml', CLOCK);
  await assert(
    asyncProperty(constantFrom(...METHODS), constantFrom(...PARAMS), async (method, params) => {
      editor.tell(method, params as object);
      await editor.ask(method, params as object).catch((error: unknown) => expect(error).toBeInstanceOf(Error));
    }),
    { numRuns: runs(2000, 60) },
  );
  const symbols = await editor.ask('textDocument/documentSymbol', {
    textDocument: { uri: editor.uri('specs/clock.yaml') },
  });
  expect(symbols).toHaveLength(1);
  await editor.close();
});

describe('the process ends otherwise', () => {
  test.each([
    ['without shutdown', ['exit'], 1],
    ['after shutdown', ['initialize', 'shutdown', 'exit'], 0],
    ['when its input ends', [], 1],
  ])('%s', async (_how, methods, code) => {
    const child = spawn(process.execPath, [BIN, 'lsp', '--stdio'], {
      env: environment(),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    child.stdout.resume();
    child.stdin.write(Buffer.from('garbage\r\n\r\n'));
    for (const [id, method] of methods.entries())
      child.stdin.write(frame({ jsonrpc: '2.0', method, ...(method !== 'exit' && { id, params: {} }) }));
    child.stdin.end();
    expect(await ended).toEqual([code, null]);
  });
});
