/** URIs of resources: a template matches what it was filled to, and no value is more than a part of one segment. */
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { isUriTemplate, matchUri } from '../../runtime/language/uri-template.ts';
import { runs } from '../support/runs.ts';

test.each([
  ['notes://note/{id}', 'notes://note/a%20b', { id: 'a b' }],
  ['notes://{folder}/{id}.md', 'notes://trips/oslo.md', { folder: 'trips', id: 'oslo' }],
  ['notes://{a}-{b}', 'notes://x-y-z', { a: 'x', b: 'y-z' }],
  ['notes://styles', 'notes://styles', {}],
  ['notes://{id}.md', 'notes://v1.2.md', { id: 'v1.2' }],
  ['notes://{a}--{b}', 'notes://x-y--z', { a: 'x-y', b: 'z' }],
  ['notes://ü/{id}', 'notes://%C3%BC/a', { id: 'a' }],
  ['notes://%C3%BC/{id}', 'notes://ü/a', { id: 'a' }],
  ['notes://x%2Fy/{id}', 'notes://x%2fy/a', { id: 'a' }],
  ['notes://{id}/of/{id}', 'notes://a/of/%61', { id: 'a' }],
])('%s takes %s', (template, uri, values) => expect(matchUri(template, uri)).toEqual(values));

test.each([
  ['notes://note/{id}', 'notes://note/'],
  ['notes://note/{id}', 'notes://note/a/b'],
  ['notes://note/{id}', 'notes://note/a%2Fb'],
  ['notes://note/{id}', 'notes://note/..'],
  ['notes://note/{id}', 'notes://note/%2E%2E'],
  ['notes://note/{id}', 'notes://note/a%00b'],
  ['notes://note/{id}', 'notes://note/%E0%A4%A'],
  ['notes://note/{id}', 'notes://note/a?b'],
  ['notes://note/{id}', 'notes://notes/a'],
  ['notes://{id}/text', 'notes://a/texts'],
  ['notes://{id}/of/{id}', 'notes://a/of/b'],
  ['notes://x/y/{id}', 'notes://x%2Fy/a'],
  ['notes://note/{id}', 'notes://note/%2%35'],
])('%s does not take %s', (template, uri) => expect(matchUri(template, uri)).toBeUndefined());

test('a template takes what it was filled to', () => {
  const text = string({ minLength: 1, maxLength: 12 }).filter((one) => !/[/\\\p{Cc}\p{Cs}]|^\.{1,2}$/u.test(one));
  assert(
    property(text, text, (a, b) => {
      const uri = `books://${encodeURIComponent(a)}/of/${encodeURIComponent(b)}`;
      expect(matchUri('books://{a}/of/{b}', uri)).toEqual({ a, b });
    }),
    { numRuns: runs(200) },
  );
});

test('any text is matched or not, and never throws', () => {
  assert(
    property(string(), string(), (template, uri) => {
      const values = Object.values(matchUri(template, uri) ?? {});
      expect(values.filter((value) => /[/\\]|^\.{1,2}$/.test(value))).toEqual([]);
    }),
    { numRuns: runs(200) },
  );
});

test('a name in braces makes a template', () => {
  expect(isUriTemplate('a://{b}')).toBe(true);
  expect(isUriTemplate('a://b')).toBe(false);
});
