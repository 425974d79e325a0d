/** Results without envelope (`results: raw`): what each kind of result becomes. */
import { describe, expect, test } from 'vitest';
import { content, passedResult } from '../../runtime/server/content.ts';
import { failure } from '../../runtime/server/failure.ts';
import { rawSealing } from '../../runtime/server/raw-results.ts';
import type { JsonObject } from '../../runtime/language/json.ts';
import { createRedact } from '../../runtime/redaction/secret-search.ts';

const redact = createRedact({ KEY: { description: 'Key.', secret: true, optional: false } }, { KEY: 'topsecret' });
const sealed = (value: unknown, structured = false): unknown =>
  JSON.parse(`{${rawSealing(structured).success(value, redact)}}`);
const text = (shown: string): unknown => [{ type: 'text', text: shown }];

describe('a success', () => {
  test.each([
    ['a text', 'plain', { content: text('plain') }],
    ['a result with a text', { text: 'a\nb', total_lines: 2 }, { content: text('a\nb') }],
    ['data', { items: [1] }, { content: text('{"items":[1]}') }],
    ['a list', [1, 'b'], { content: text('[1,"b"]') }],
    ['nothing', undefined, { content: text('') }],
    ['a secret', { text: 'it is topsecret' }, { content: text('it is [redacted]') }],
  ])('%s is one text', (_what, value, expected) => {
    expect(sealed(value)).toEqual(expected);
  });

  test('is structured content too where there is an output schema', () => {
    expect(sealed({ n: 1 }, true)).toEqual({ content: text('{"n":1}'), structuredContent: { n: 1 } });
  });

  test('blocks pass as they are', () => {
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
    expect(sealed(content([image], { n: 1 }))).toEqual({ content: [image] });
  });

  test.each([
    ['a list', [1, 2]],
    ['a number', 5],
    ['null', null],
    ['a text', 'topsecret'],
  ])('of another server: data that is %s is only for clients that take any', (_what, structuredContent) => {
    const write = (members: JsonObject, anyData?: boolean): unknown =>
      JSON.parse(`{${rawSealing(true).success(passedResult(members), redact, anyData)}}`);
    const shown = structuredContent === 'topsecret' ? '[redacted]' : structuredContent;
    const own = { content: [{ type: 'text', text: 'Mine' }], structuredContent };
    expect(write(own)).toEqual({ content: text('Mine') });
    expect(write(own, true)).toEqual({ content: text('Mine'), structuredContent: shown });
    // What no text has would be lost.
    expect(write({ structuredContent })).toEqual({ content: text(JSON.stringify(shown)) });
  });

  test('of another server passes as it came', () => {
    const result = { content: [], structuredContent: { a: 1 }, isError: true, _meta: { b: 2 } };
    expect(sealed(passedResult({ ...result, resultType: 'complete' }))).toEqual(result);
    expect(sealed(passedResult({}))).toEqual({ content: [] });
  });
});

test('a failure is both sentences, marked as an error', () => {
  const members = rawSealing(false).failure(failure('gone', 'No topsecret file.', 'Use another.'), redact);
  expect(JSON.parse(`{${members}}`)).toEqual({ content: text('No [redacted] file. Use another.'), isError: true });
});
