/** Several questions of one call in MCP 2026-07-28, which carries answers by name: each question gets its own, whatever keys they share. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAsking } from '../../runtime/asking/dialog.ts';
import { confirmationOf, isConfirmation } from '../../runtime/asking/question.ts';
import type { UserQuestion } from '../../runtime/asking/question.ts';
import { compileSchemaWith } from '../../runtime/language/validate.ts';
import type { JsonObject } from '../../runtime/language/json.ts';
import { createRedact } from '../../runtime/redaction/secret-search.ts';
import { OpenCall } from '../../runtime/server/context.ts';
import { isFailure } from '../../runtime/server/failure.ts';
import { insteadOf } from '../../runtime/server/instead.ts';
import { runs } from '../support/runs.ts';
import { descriptorOf } from './support/descriptor.ts';

const asking = createAsking({
  server: descriptorOf({ format: 5, asks: true }),
  redact: createRedact({}, {}),
  compile: (schema, root) => compileSchemaWith(schema, root, undefined),
  variables: {},
});
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};

interface Paused {
  readonly inputRequests: Readonly<Record<string, { readonly params: { readonly message: string } }>>;
  readonly requestState?: string;
}

const question = (message: string): UserQuestion => ({ message, fields: { text: { type: 'string' } } });

/** Asks one after the other, as a handler does that starts again in each round; a person answers each with its message. */
async function answered(questions: readonly (readonly [key: string, message: string])[]): Promise<unknown[]> {
  let more: object = {};
  for (let round = 0; round <= questions.length; round += 1) {
    const params = { name: 'sign_up', arguments: {}, _meta: META, ...more };
    const dialog = asking.dialogFor(
      { kind: 'request', id: 1, method: 'tools/call', params },
      { outlet: { send() {} } },
      true,
    );
    if (typeof dialog !== 'function') throw new Error('It cannot ask.');
    const open = new OpenCall(() => {}, { allowance: () => 0 });
    dialog(open);
    try {
      const texts: unknown[] = [];
      for (const [key, message] of questions) {
        const reply = await open.ask?.({ [key]: question(message) });
        if (!reply || isFailure(reply)) throw new Error('There is no answer.');
        texts.push(reply.answers[key]?.['text']);
      }
      return texts;
    } catch (thrown) {
      const paused = insteadOf(thrown);
      if (!paused || !('result' in paused)) throw thrown;
      const { inputRequests, requestState }: Paused = JSON.parse(paused.result);
      const inputResponses = Object.fromEntries(
        Object.entries(inputRequests).map(
          ([
            name,
            {
              params: { message },
            },
          ]): [string, JsonObject] => [name, { action: 'accept', content: { text: message } }],
        ),
      );
      more = { inputResponses, ...(requestState !== undefined && { requestState }) };
    }
  }
  throw new Error('It asks for ever.');
}

const key = fc.constantFrom('ask', 'confirm', 'name', 'name (2)');
const message = fc.constantFrom('First name?', 'Last name?', 'Pay 900?', 'Sign up?');

test('every question is answered by what was said to it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(key, message), { minLength: 1, maxLength: 6 }), async (questions) => {
      expect(await answered(questions)).toEqual(questions.map(([, text]) => text));
    }),
    { numRuns: runs(5_000) },
  );
});

test('a question of a handler is no confirmation, whatever it looks like', () => {
  const own = confirmationOf('Delete it?');
  expect([own, structuredClone(own)].map(isConfirmation)).toEqual([true, false]);
});
