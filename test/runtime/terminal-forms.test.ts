/** A form at a terminal: what the user is shown of each kind of field (MCP, client/elicitation), and what is made of what they write. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { liveDialog } from '../../runtime/asking/live.ts';
import { formsOnTerminal } from '../../runtime/asking/terminal.ts';
import type { JsonObject } from '../../runtime/language/json.ts';
import { compileSchema } from '../../runtime/language/validate.ts';

const TITLED = [
  { const: 'now', title: 'At once' },
  { const: 'later', title: 'Tomorrow' },
];

/** The answer to a form of one field, and all that was shown; the input ends after these lines. */
async function written(field: JsonObject, lines: readonly string[], required = ['when']): Promise<readonly unknown[]> {
  const shown: string[] = [];
  const rest = [...lines];
  const read = async (question: string): Promise<string | undefined> => {
    shown.push(question);
    return rest.shift();
  };
  const form = { message: 'Which?', requestedSchema: { type: 'object', properties: { when: field }, required } };
  const { passOn } = liveDialog(formsOnTerminal(read, false), {}, compileSchema);
  const replies = await passOn.ask({ form }, () => undefined, new AbortController().signal);
  return ['form' in replies ? replies.form : replies, shown.join('')];
}

test.each<[string, JsonObject, readonly string[], unknown]>([
  ['text', { type: 'string' }, ['soon'], 'soon'],
  ['a number, after text', { type: 'integer', minimum: 1 }, ['many', '0', '3'], 3],
  ['yes', { type: 'boolean' }, ['y'], true],
  ['a choice, after another word', { type: 'string', enum: ['now', 'later'] }, ['never', 'later'], 'later'],
  ['a titled choice, after another word', { type: 'string', oneOf: TITLED }, ['At once', 'now'], 'now'],
  [
    'several',
    { type: 'array', items: { type: 'string', enum: ['now', 'later'] } },
    ['now, never', 'now, later'],
    ['now', 'later'],
  ],
  ['several with titles', { type: 'array', items: { anyOf: TITLED } }, ['never', 'later'], ['later']],
  ['the default', { type: 'string', default: 'now' }, [''], 'now'],
])('%s', async (_name, field, lines, when) => {
  const [reply, shown] = await written(field, lines);
  expect(reply).toEqual({ action: 'accept', content: { when } });
  const choices = JSON.stringify(field).match(/now|later/g) ?? [];
  for (const choice of choices) expect(shown).toContain(choice);
});

test('what is not required may be left out, and the end of the input closes the form', async () => {
  expect((await written({ type: 'string' }, [''], []))[0]).toEqual({ action: 'accept', content: {} });
  expect((await written({ type: 'integer' }, ['many']))[0]).toEqual({ action: 'cancel' });
});

test('an integer is the one that was written, or is asked for again', async () => {
  const fields = fc.constantFrom<JsonObject>({ type: 'integer' }, { type: 'number' }, { type: 'integer', minimum: 0 });
  const near = fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n });
  const integers = fc.tuple(fc.oneof(near, fc.bigInt()), fc.boolean()).map(([n, negative]) => (negative ? -n : n));
  await fc.assert(
    fc.asyncProperty(fields, integers, async (field, integer) => {
      const [reply] = await written(field, [String(integer), '7']);
      const { content } = reply as { content: { when: number } };
      expect([integer, 7n]).toContain(BigInt(content.when));
    }),
  );
});
