/** Documented failures and redirects: the text of the document whole, what the service says after it, and a 303 that is a success. */
import { expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { cleanText, firstSentence } from '../../compiler/features/import/openapi/text.ts';

function imported(method: string, responses: object): { http: Record<string, unknown>; losses: string[] } {
  const root = { openapi: '3.0.0', info: { title: 'Shop' }, paths: { '/orders/{id}': { [method]: { responses } } } };
  const made = importOpenapi({ name: 'shop.json', text: JSON.stringify(root) });
  if (made.kind !== 'imported') throw new Error('not imported');
  const tool = made.documents.find(({ value }) => value['kind'] === 'tool');
  return {
    http: tool?.value['http'] as Record<string, unknown>,
    losses: made.losses.map(({ subject, message }) => `${subject}: ${message}`),
  };
}

test.each([
  [
    'Returned if:\n\n * the issue is missing\n * the user has no permission.',
    'Returned if: the issue is missing; the user has no permission.',
  ],
  ['Returned if\n- a\n- b', 'Returned if a; b.'],
  ['<p>One of:</p><ul><li>No order.</li><li>No right.</li></ul>', 'One of: No order; No right.'],
  ['Error codes:\n\n1. 300\n   no user\n2. 301', 'Error codes: 300 no user; 301.'],
  ['The following:', ''],
  ['Returned if', ''],
  ['The order is closed. See also:\n\n* x', 'The order is closed.'],
])('%j', (text, sentence) => expect(firstSentence(text)).toBe(sentence));

test.each([
  ['Pass it twice, for example: `https://shop.example/o?s[]=a&s[]=b`. Or once.', 'Pass it twice. Or once.'],
  ['Its page (https://shop.example/a_(b)).', 'Its page.'],
  ['See https://shop.example/docs. It is an id.', 'It is an id.'],
])('the addresses of %j are left out whole', (text, clean) => expect(cleanText(text)).toBe(clean));

test.each<[string, object | undefined, string]>([
  ['no schema', undefined, 'response'],
  ['a schema without a sentence', { type: 'object', properties: { errors: { type: 'array', items: {} } } }, 'response'],
  ['a schema with one', { type: 'object', properties: { message: { type: 'string' } } }, '/message'],
])('a failure with %s', (_name, schema, detail) => {
  const content = schema && { content: { 'application/json': { schema } } };
  const { http } = imported('get', { 400: { description: 'The order has a date in the past.', ...content } });
  expect(http['errors']).toMatchObject({ 400: { error: 'The order has a date in the past.', detail } });
});

test.each(['get', 'post', 'put', 'delete'])('a documented 304 of %s is a failure without a body', (method) => {
  const documented = (description: string) => imported(method, { 204: { description: 'Done.' }, 304: { description } });
  const retry_hint = 'Nothing was changed. Do not retry.';
  expect(documented('The container is running already.').http['errors']).toEqual({
    304: { error: 'The container is running already.', retry_hint },
  });
  expect(documented('Not modified').http['errors']).toBeUndefined();
});

test.each<[string, string[], boolean]>([
  ['delete', ['303'], true],
  ['post', ['302', '400'], true],
  ['put', ['301', 'default'], true],
  ['get', ['307'], true],
  ['post', ['307'], false],
  ['post', ['308'], false],
  ['delete', ['204', '303'], false],
  ['get', ['200', '302'], false],
])('%s with %j', (method, statuses, isSuccess) => {
  const { http, losses } = imported(method, Object.fromEntries(statuses.map((one) => [one, { description: 'x' }])));
  expect(http['redirect']).toBe(isSuccess ? 'location' : undefined);
  expect(
    losses.some((one) => one.startsWith(`redirects: The only documented success is a redirect (${statuses[0]})`)),
  ).toBe(isSuccess);
});
