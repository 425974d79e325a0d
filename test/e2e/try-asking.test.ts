/** `haft try` without a browser: what a tool asks its user is asked in the page. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { haft } from '../support/haft.ts';
import { TRY_SPEC, tryBench } from '../support/try-server.ts';

const CALL = { tool: 'library/find_books', arguments: { query: 'sea' }, agreed: false };

const ASKING = TRY_SPEC.replace(
  'parameters: { id: { type: string, description: Identifier of the book. } }',
  `parameters:
      id: { type: string, description: Identifier of the book. }
      reason: { type: string, enum: [lost, sold], description: Why. }
    ask: [{ reason: Why shall it go? }]
    confirm: 'Delete the book "{id}", which is {reason}?'`,
).replace('"DELETE /books/{id}",', '"DELETE /books/{id}", query: { why: "{reason}" },');

interface Asked {
  readonly question: number;
}

test('what a tool asks its user is asked in the page, and the call waits for each answer', async () => {
  const bench = await tryBench();
  writeFileSync(join(bench.cwd, 'specs/library.yaml'), ASKING);
  const call = { tool: 'library/delete_book', arguments: { id: '7' }, agreed: false };
  const answer = (question: number, accepted: boolean, values = {}): Promise<Asked> =>
    bench.reply('/api/answer', { question, accepted, values });
  const form = await bench.reply<Asked>('/api/call', call);
  const field = { name: 'reason', type: 'string', required: true, values: ['lost', 'sold'] };
  expect(form).toMatchObject({ message: 'Why shall it go?', confirms: false, fields: [field] });
  // What another call sends while one waits is its own.
  expect(await bench.reply('/api/call', CALL)).toMatchObject({ success: true });
  expect(await answer(form.question, true, { reason: 'stolen' })).toMatchObject({ message: 'Why shall it go?' });
  const again = await answer(form.question + 1, true, { reason: 'sold' });
  expect(again).toMatchObject({ message: 'Delete the book "7", which is sold?', confirms: true });
  expect(bench.seen).toEqual(['GET /books?q=sea']);
  expect(await answer(again.question, true, { confirm: true })).toMatchObject({ success: true });
  expect(bench.seen.slice(1)).toEqual(['DELETE /books/7?why=sold']);
  expect(await answer(again.question, true, { confirm: true })).toMatchObject({
    error: 'This question is no longer open.',
  });
});

test('without the agreement of its user a tool with `confirm:` sends nothing; with it, the call can be recorded', async () => {
  const bench = await tryBench(['try']);
  writeFileSync(join(bench.cwd, 'specs/library.yaml'), ASKING);
  const call = { tool: 'library/delete_book', arguments: { id: '7', reason: 'lost' }, agreed: true };
  const { question } = await bench.reply<Asked>('/api/call', call);
  const declined = await bench.reply<Partial<Asked> & { readonly answer?: number }>('/api/answer', {
    question,
    accepted: false,
    values: {},
  });
  expect(declined).toMatchObject({ success: false, result: { code: 'declined' } });
  expect([declined.answer, bench.seen]).toEqual([undefined, []]);
  const next = await bench.reply<Asked>('/api/call', call);
  const confirmed = { question: next.question, accepted: true, values: { confirm: true } };
  const { answer } = await bench.reply<Partial<Asked> & { readonly answer?: number }>('/api/answer', confirmed);
  expect(await bench.reply('/api/record', { answer })).toHaveProperty('says');
  expect(haft(bench.cwd, 'check').stderr).not.toContain('recording/');
});

test('what would be sent is shown before anything is asked', async () => {
  const bench = await tryBench();
  writeFileSync(join(bench.cwd, 'specs/library.yaml'), ASKING);
  const { text } = await bench.reply<{ text: string }>('/api/preview', {
    tool: 'library/delete_book',
    arguments: { id: '7' },
  });
  expect(text).toMatch(/^DELETE http:[^ ]+\/books\/7\?why=REASON\n/);
  expect(bench.seen).toEqual([]);
});
