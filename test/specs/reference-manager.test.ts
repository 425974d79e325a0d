/** The parts of the shipped reference manager that read foreign text: HTML, escaped messages, reports of writes. */
import { describe, expect, test } from 'vitest';
import type { Handlers } from '../../generated/servers/reference-manager/tools.ts';
import type { ServiceReply } from '../../runtime/server/service.ts';
import { failureIn, isStale, keyIn } from '../../specs/reference-manager/handlers/library/report.ts';
import { inTurn } from '../../specs/reference-manager/handlers/library/turns.ts';
import { at, listAt, plainText, textsAt, unescapeHtml } from '../../specs/reference-manager/handlers/library/wire.ts';

test.each([
  ['&lt;b&gt; &quot;&amp;&quot; &#039;x&#39; &#x27;', `<b> "&" 'x' '`],
  ['&amp;lt;', '&lt;'],
  ['&unknown; &#0; &#9999999; & &amp', '&unknown; &#0; &#9999999; & &amp'],
  ['&#128214; &#x1F4D6;', '📖 📖'],
])('unescapes %s', (escaped, text) => {
  expect(unescapeHtml(escaped)).toBe(text);
});

test.each([
  ['Lee, A. <i>Title</i>. 2021.</div>\n', 'Lee, A. *Title*. 2021.'],
  ['<div class="csl-left-margin">[1]</div><div class="csl-right-inline">A. Lee, <i>T</i>.</div>', '[1] A. Lee, *T*.'],
  ['A&#38;B &lt;i&gt; <span style="font-variant: small-caps;">X</span>', 'A&B <i> X'],
  ['https://doi.org/10.5555/1&amp;2', 'https://doi.org/10.5555/1&2'],
])('plain text of %s', (html, text) => {
  expect(plainText(html)).toBe(text);
});

test('a path that does not exist has no value, also through inherited members', () => {
  const json = { a: [{ b: 'x' }, 'y', 1], constructor: 'own' };
  expect([at(json, 'a', 0, 'b'), at(json, 'a', 7), at(json, 'toString'), at(undefined, 'a')]).toEqual([
    'x',
    undefined,
    undefined,
    undefined,
  ]);
  expect([listAt(json, 'a').length, listAt(json, 'b'), textsAt(json, 'a')]).toEqual([3, [], ['y']]);
});

describe('a report', () => {
  const reply = (json: unknown): ServiceReply =>
    ({ status: 200, headers: new Headers(), text: '', json, failure: undefined }) as ServiceReply;

  test('is believed part by part', () => {
    const report = reply({
      success: { 0: 'AAAAAAAA' },
      unchanged: { 1: 'BBBBBBBB' },
      failed: { 2: { code: 400, message: `it&#039;s &lt;wrong&gt;\n${'x'.repeat(300)}` }, 3: { code: 412 } },
    });
    expect([keyIn(report, 0), keyIn(report, 1), keyIn(report, 2)]).toEqual(['AAAAAAAA', 'BBBBBBBB', undefined]);
    expect(failureIn(report, 0)).toBeUndefined();
    expect(failureIn(report, 2)?.message).toMatch(/^it's <wrong> x{187}…$/);
    expect(failureIn(report, 3)).toMatchObject({ message: 'no reason was given' });
    expect([2, 3].map((index) => isStale(failureIn(report, index) ?? { code: 0, message: '' }))).toEqual([false, true]);
  });

  test('that says nothing about an object, or is none, is a failure', () => {
    for (const json of [{}, { success: {} }, 'text', undefined, { failed: 'x' }])
      expect(failureIn(reply(json), 0)).toMatchObject({ message: 'it is not in the report' });
  });
});

test('a handler can name only the connections of its server', () => {
  const send = (call: Parameters<Handlers['addTags']>[1]) => [
    () => call.request('web', { path: '/' }),
    // @ts-expect-error: it is none of them.
    () => call.request('elsewhere', { path: '/' }),
  ];
  expect(send).toBeTypeOf('function');
});

test('turns run one after the other, whether they succeed or fail', async () => {
  const order: string[] = [];
  const work = (name: string, fails: boolean) => async () => {
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
    if (fails) throw new Error(name);
    return name;
  };
  const results = await Promise.allSettled([
    inTurn(work('a', true)),
    inTurn(work('b', false)),
    inTurn(work('c', true)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});
