/** What a documented failure says: the documented text first, and always what the service said. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { statusOf } from '../../runtime/behaviors/http/http.ts';
import { serviceMessage } from '../../runtime/behaviors/shared/failure-cases.ts';
import { failureCases } from '../../runtime/behaviors/shared/failure-cases.ts';
import type { Json } from '../../runtime/language/json.ts';
import { joinSentences } from '../../runtime/server/message-text.ts';
import { createRedact } from '../../runtime/redaction/secret-search.ts';
import { runs } from '../support/runs.ts';

const DOCUMENTED = 'Returned if the request is not valid';

function errorOf(body: string, detail: string): string {
  const received = { status: 400, headers: new Headers(), bytes: new Uint8Array() };
  const tables = [{ 400: [{ error: DOCUMENTED, retry_hint: 'Fix it.', detail }] }];
  const context = { tables, cases: failureCases, redact: createRedact({}, {}), repeat: 'harmless' as const };
  return statusOf(received, body, context)?.error ?? '';
}

test.each<[string, unknown, string]>([
  ['a list of texts', { errors: ['field due must be in the future'] }, 'field due must be in the future'],
  ['Jira', { errorMessages: ['No project.'], errors: {} }, 'No project.'],
  ['Jira, by field', { errorMessages: [], errors: { due: 'too early' } }, '{"due":"too early"}'],
  ['Postmark', { ErrorCode: 300, Message: 'No sender.' }, 'No sender.'],
  ['RFC 9457', { type: 'about:blank', title: 'Bad', detail: 'due is in the past' }, 'due is in the past'],
  ['OAuth', { error: 'invalid_grant', error_description: 'It is used.' }, 'It is used.'],
  ['nested', { error: { code: 7, message: 'Too early.' } }, 'Too early.'],
  ['FastAPI', { detail: [{ loc: ['body', 'due'], msg: 'Field required' }] }, '[{"loc"'],
  ['GitHub', { message: 'Validation Failed', errors: [{ field: 'due' }] }, 'Validation Failed; {"field":"due"}'],
  ['Google', { error: { errors: [{ message: 'a' }], code: 400, message: 'Bad due.' } }, 'Bad due.; a'],
  ['anything else', { status: 'no', why: 'due' }, '{"status":"no","why":"due"}'],
  ['a text', 'no due date', 'no due date'],
])('%s', (_name, body, said) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const shown = errorOf(text, 'response');
  if (said === '[{"loc"') expect(shown).toContain('"loc":["body","due"]');
  else expect(shown).toBe(`${DOCUMENTED}. ${said}`);
});

const NAMES = ['message', 'Message', 'detail', 'title', 'error', 'errors', 'errorMessages', 'details', 'code', 'field'];
const { body } = fc.letrec<{ body: Json }>((tie) => ({
  body: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>('', 'too early', 'too early.', 7, null, true),
    fc.array(tie('body'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('body'), { maxKeys: 4 }) as fc.Arbitrary<Json>,
  ),
}));

/** Texts of a value that a model could learn something from. */
function textsIn(value: Json): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((one) => textsIn(one as Json)) : [];
}

test('whatever the response is, and wherever the pointer leads', () => {
  const detail = fc.constantFrom('response', '/message', '/error/message', '/nowhere', '');
  fc.assert(
    fc.property(body, detail, fc.boolean(), (value, place, isText) => {
      const given = isText ? `no ${JSON.stringify(value)}` : JSON.stringify(value);
      const error = errorOf(given, place);
      expect(error.startsWith(DOCUMENTED)).toBe(true);
      if (error !== DOCUMENTED) expect(error.startsWith(`${DOCUMENTED}. `)).toBe(true);
      if (textsIn(value).length > 0 && !isText) {
        expect(error.length).toBeGreaterThan(DOCUMENTED.length + 2);
        expect(serviceMessage({ text: given, json: value })).not.toBe('');
      }
      expect(error.length).toBeLessThan(DOCUMENTED.length + 310);
    }),
    { numRuns: runs(10_000) },
  );
});

test('a page for eyes is not quoted', () => {
  expect(errorOf('<html><body>Bad</body></html>', 'response')).toBe(DOCUMENTED);
});

test.each([
  [['no such project', 'Fix it.'], 'no such project. Fix it.'],
  [['Is it?', 'Ask.'], 'Is it? Ask.'],
  [['He said "no."', 'Ask.'], 'He said "no." Ask.'],
  [['Closed:', 'no key'], 'Closed: no key'],
  [['it is, ', 'Ask.'], 'it is. Ask.'],
  [['', 'Ask.'], 'Ask.'],
  [['{"a":1}', 'Ask.'], '{"a":1}. Ask.'],
])('%j are sentences', (texts, joined) => expect(joinSentences(...texts)).toBe(joined));
