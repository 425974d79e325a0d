/** Parts of recordings against every value: bytes come back as they were, and what is struck out is gone. */
import {
  array,
  assert,
  constant,
  constantFrom,
  dictionary,
  jsonValue,
  nat,
  object,
  oneof,
  pre,
  property,
  record,
  string,
  uint8Array,
} from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { type Json, findPointer, sameJson } from '@haft/runtime/language';
import { describe, expect, test } from 'vitest';
import { pointerFindings } from '../compiler/features/recordings/findings.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { ANY_JSON, recordedOutput, shapeAt } from '../compiler/spec/behaviors/output-shape.ts';
import { recordedBytes, replayedBytes } from '../compiler/features/recordings/run/recorder.ts';
import { differencesOf } from '../compiler/base/json-differences.ts';
import type { RecordedCall } from '../compiler/features/recordings/recording.ts';
import { readRecording, recordingText, withCall } from '../compiler/features/recordings/recording.ts';
import { struckOut } from '../compiler/features/recordings/run/record.ts';
import { costlyRuns, runs } from './support/runs.ts';
import { anyUnicode } from './support/random-text.ts';

const json = jsonValue() as Arbitrary<Json>;
const texts = oneof(
  json.map((value) => JSON.stringify(value)),
  json.map((value) => JSON.stringify(value, null, 2)),
  constantFrom('{"a":1.0}', '{"a":12345678901234567890}', '[1e2]', '{"a":1,"a":2}', '["\\u0041"]', '{"b":" x "} ', ''),
  anyUnicode(),
);

test('text comes back as it was; JSON may lose white space and nothing else', () => {
  assert(
    property(texts, (text) => {
      const bytes = Buffer.from(text, 'utf8');
      const recorded = recordedBytes(bytes);
      const back = replayedBytes(recorded);
      if ('json' in recorded) expect(JSON.parse(back.toString())).toEqual(JSON.parse(text));
      else expect(back.equals(bytes)).toBe(true);
    }),
    { numRuns: runs(10_000) },
  );
});

test('bytes come back as they were', () => {
  assert(
    property(uint8Array({ maxLength: 40 }), (bytes) => {
      const recorded = recordedBytes(bytes);
      expect('json' in recorded || replayedBytes(recorded).equals(bytes)).toBe(true);
    }),
    { numRuns: runs(10_000) },
  );
});

test.each(['{"a":1.0}', '{"a":12345678901234567890}', '[1e2]', '{"a":1,"a":2}', '["\\u0041"]'])(
  '%s is kept as text, because JSON would change it',
  (text) => expect(recordedBytes(Buffer.from(text))).toEqual({ text }),
);

function pointersOf(value: Json, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries(value).flatMap(([key, one]) =>
    pointersOf(one as Json, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return at === '' ? inner : [at, ...inner];
}

test('every value can be struck out, and no other changes', () => {
  const MARK = 'mark of a secret';
  assert(
    property(json, nat(), (value, at) => {
      const pointers = pointersOf(value).filter((pointer) => pointer !== '');
      pre(pointers.length > 0);
      const pointer = pointers[at % pointers.length] ?? '';
      const { value: struck, unknown } = struckOut(value, [pointer]);
      expect(unknown).toEqual([]);
      const now = findPointer(struck, pointer);
      expect(typeof now).toBe(typeof findPointer(value, pointer));
      expect(differencesOf(value, struck).every((one) => `${one.pointer}/`.startsWith(`${pointer}/`))).toBe(true);
      expect(JSON.stringify(now)).not.toContain(MARK);
    }),
    { numRuns: runs(10_000) },
  );
});

test('no difference between equal values, and every difference between others', () => {
  assert(
    property(json, json, (before, after) => {
      expect(differencesOf(before, after).length === 0).toBe(sameJson(before, after));
    }),
    { numRuns: runs(10_000) },
  );
});

const calls = array(
  record({
    arguments: dictionary(string(), json),
    variables: dictionary(string(), string()),
    exchanges: constant([]),
    result: dictionary(string(), json),
  }),
  { maxLength: 4 },
) as Arbitrary<RecordedCall[]>;

test('what is written is read again, and is the same in any order', () => {
  assert(
    property(calls, (all) => {
      const none = { tool: 'shop/order_book', calls: [] };
      const recording = all.reduce(withCall, none);
      const text = recordingText(recording);
      const read = readRecording(JSON.parse(text));
      expect('recording' in read && recordingText(read.recording)).toBe(text);
      expect(recordingText(recording.calls.toReversed().reduce(withCall, none))).toBe(text);
    }),
    { numRuns: costlyRuns(10_000) },
  );
});

describe('pointers of a tool that was recorded', () => {
  const SPEC = `kind: server
name: shop
version: 1.0.0
summary: Sells books.
connections: { shop: { base_url: "https://shop.example" } }
tools:
  - name: list_books
    description: { does: Lists the books., when: the user asks what there is }
    effects: read
    returns: { type: object, properties: { titles: { type: array, items: { type: string } }, more: { type: boolean } } }
    http: { connection: shop, request: GET /books, result: RESULT }
`;
  const found = (result: string, samples: readonly Json[]): string[] => {
    const { value, unjudged } = planSpecs([{ path: 'a.yaml', text: SPEC.replace('RESULT', result) }]);
    const [part] = (value ?? unjudged)?.spec.tools ?? [];
    return part ? pointerFindings(part, samples).map(({ message }) => message) : ['not planned'];
  };

  test.each<[result: string, samples: readonly Json[], message: string | undefined]>([
    ['{ titles: { each: /books, item: /title } }', [{ books: [{ title: 'a' }] }], undefined],
    ['{ titles: { each: /books, item: /name } }', [{ books: [{ title: 'a' }] }], '"/name" finds nothing'],
    ['{ titles: { each: /books, item: /name } }', [{ books: [] }], undefined],
    ['{ titles: { each: /versions, item: /v } }', [{ versions: { a: { v: '1' } } }], 'reads only a list'],
    ['{ titles: { each: /books, item: "" }, more: /next }', [{ books: ['a'] }], '"/next" finds nothing'],
    [
      '{ titles: { each: /books, item: "" }, more: /next }',
      [{ books: ['a'] }, { books: ['b'], next: true }],
      undefined,
    ],
    ['{ titles: { each: /books, item: "" }, more: /next/last }', [{ books: ['a'], next: null }], undefined],
  ])('%s in %j', (result, samples, message) => {
    expect(found(result, samples)).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
  });

  test('what is reported finds nothing in any answer', () => {
    const token = constantFrom('a', 'b', '0', '1', '');
    const pointers = array(token, { maxLength: 3 }).map((tokens) => tokens.map((one) => `/${one}`).join(''));
    const small = object({ key: token, maxDepth: 3, values: [constantFrom<Json>(null, 'x', 1, true), array(nat())] });
    assert(
      property(array(small, { minLength: 1, maxLength: 3 }), pointers, (samples, pointer) => {
        const shape = recordedOutput(samples as Json[], ANY_JSON);
        if (shapeAt(shape.schema, pointer) === undefined)
          for (const sample of samples as Json[]) expect(findPointer(sample, pointer)).toBeUndefined();
        else if (samples.length === 1 && !JSON.stringify(samples).match(/null|\[\]/))
          expect(findPointer(samples[0] as Json, pointer)).toBeDefined();
      }),
      { numRuns: runs(10_000) },
    );
  });
});
