/** Requests to engines, and their responses as real ones send them. */
import { describe, expect, test } from 'vitest';
import type { Json } from '@haft/runtime';
import type { Conversation } from '../../compiler/features/evals/online/conversation.ts';
import { ANTHROPIC } from '../../compiler/features/evals/online/engines/anthropic.ts';
import { ENGINES } from '../../compiler/features/evals/online/engines/index.ts';
import { OPENAI } from '../../compiler/features/evals/online/engines/openai.ts';

const SEARCH = {
  name: 'search_books',
  description: 'Searches the catalog.',
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string' } },
    required: ['query'],
    additionalProperties: false,
  },
} as const;

const CONVERSATION: Conversation = {
  system: 'Tools are available.',
  tools: [SEARCH, { ...SEARCH, name: 'get_loan' }],
  after: [
    { user: 'books on bees' },
    { call: 'search_books', arguments: { query: 'bees' }, result: { books: ['The Hive'] } },
    { assistant: 'There is one.' },
  ],
  request: 'and on ants',
};
const OPTIONS = { model: 'tiny', seed: 2, temperature: undefined, maxTokens: 512 };

describe.each(ENGINES.map((engine) => [engine.id, engine] as const))('%s', (id, engine) => {
  test('sends the tools first, in the same bytes for each case', () => {
    const [one, other] = ['and on ants', 'and on wasps'].map((request) =>
      JSON.stringify(engine.body({ ...CONVERSATION, request }, OPTIONS)),
    );
    const end = one?.indexOf('and on ants') ?? -1;
    expect(one?.slice(0, end)).toBe(other?.slice(0, end));
    expect(one?.indexOf('"search_books"')).toBeLessThan(one?.indexOf('books on bees') ?? 0);
    expect(one).not.toContain('tool_choice');
  });

  test('sends a case whole', async () => {
    const body = JSON.stringify(engine.body(CONVERSATION, OPTIONS), null, 2);
    await expect(`${body}\n`).toMatchFileSnapshot(`../golden/choose/${id}.json`);
  });

  test.each([null, 3, 'x', [], {}, { choices: [] }, { content: 'x' }, { choices: [{ message: 3 }] }] as Json[])(
    'reads %j as an error or a text, never as a call',
    (response) => {
      expect(engine.read(response).kind).not.toBe('call');
    },
  );

  test('has the key in a header alone', () => {
    expect(JSON.stringify(engine.headers('k-1'))).toContain('k-1');
    expect(JSON.stringify(engine.headers(undefined))).not.toContain('undefined');
  });
});

const completion = (message: Json, finish = 'tool_calls'): Json => ({
  choices: [{ finish_reason: finish, index: 0, message }],
  model: 'tiny',
  usage: { completion_tokens: 9, prompt_tokens: 300, total_tokens: 309, prompt_tokens_details: { cached_tokens: 290 } },
});
const callOf = (args: Json): Json => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ type: 'function', function: { name: 'search_books', arguments: args }, id: 'x' }],
});

describe('a chat completion', () => {
  test.each([
    ['{"query":"ants"}', { query: 'ants' }],
    ['', {}],
    [{ query: 'ants' }, { query: 'ants' }],
  ] as const)('with the arguments %j is a call', (given, args) => {
    expect(OPENAI.read(completion(callOf(given)))).toEqual({
      kind: 'call',
      name: 'search_books',
      arguments: args,
      later: [],
      tokens: { input: 300, output: 9, cached: 290 },
    });
  });

  test.each([
    ['cut off', completion(callOf('{"query":"an'), 'length')],

    ['no name', completion({ tool_calls: [{ function: { arguments: '{}' } }] })],
  ])('with %s is an error', (_, response) => {
    expect(OPENAI.read(response).kind).toBe('error');
  });

  test('with the call as text is a text', () => {
    const said = { role: 'assistant', content: '<tool_call>{"name":"search_books"}</tool_call>' };
    expect(OPENAI.read(completion(said, 'stop'))).toMatchObject({ kind: 'text' });
  });
});

describe('a message', () => {
  const message = (content: Json, stop = 'tool_use'): Json => ({
    content,
    stop_reason: stop,
    usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 200, cache_creation_input_tokens: 90 },
  });

  test('is a call by its first use of a tool', () => {
    const read = ANTHROPIC.read(
      message([
        { type: 'text', text: 'I look it up.' },
        { type: 'tool_use', id: 'toolu_1', name: 'search_books', input: { query: 'ants' } },
        { type: 'tool_use', id: 'toolu_2', name: 'get_loan', input: {} },
      ]),
    );
    const tokens = { input: 300, output: 5, cached: 200, written: 90 };
    const later = [{ name: 'get_loan', arguments: {} }];
    expect(read).toEqual({ kind: 'call', name: 'search_books', arguments: { query: 'ants' }, later, tokens });
  });

  test('is an error where it was cut off', () => {
    expect(ANTHROPIC.read(message([{ type: 'text', text: 'I' }], 'max_tokens')).kind).toBe('error');
  });
});
