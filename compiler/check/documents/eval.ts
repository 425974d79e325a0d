/** Shape of a test case: a request, what a model should do with it, and with which arguments. */
import { type Static, anyMap, byType, list, map, object, text } from '../../spec/shape/build.ts';
import { failureShape } from '../../spec/shape/failure.ts';
import { CASE_ID, PARAMETER_NAME } from '../../spec/shape/names.ts';

const toolName = text('Name of a tool, or `server.tool` where several servers have that name.');

const expectShape = byType<string | { readonly any_of: readonly string[] }>(
  'What a model should do. Default: call the tool that the case belongs to.',
  {
    string: text('`none`: call nothing; `ask`: ask the user a question; otherwise the name of the tool to call.'),
    object: object('Any of several tools is right.', {
      any_of: list('Names of the tools.', toolName, { minItems: 2, uniqueItems: true }),
    }),
  },
);

const turnShape = object(
  'One turn before the request: exactly one of `user`, `assistant` and `call`.',
  {},
  {
    user: text('What the user said.'),
    assistant: text('What the model answered.'),
    call: text('The tool that the model called.'),
    arguments: anyMap('Arguments of that call. Default: none.'),
    result: anyMap('What the tool returned, as its `data`.'),
  },
);

const stepShape = object(
  'A call that may come before the expected one. It has one of `result` and `fails`.',
  { call: toolName },
  {
    result: anyMap('What it returns, as its `data`.'),
    fails: byType<string | Static<typeof failureShape>>('How it fails.', {
      string: text('The `code` of a failure of the tool in its spec: the model gets its message and its `retry_hint`.'),
      object: failureShape,
    }),
  },
);

const chosenPrompt = object(
  'A prompt that the user chooses.',
  { prompt: text('Name of a prompt of the server.') },
  { arguments: map('What the user fills in.', text('The text of one argument.'), PARAMETER_NAME) },
);

export type ChosenPrompt = Static<typeof chosenPrompt>;

const query = byType<string | ChosenPrompt>(
  'The request as a user would type it, or a prompt that the user chooses: { prompt, arguments }.',
  {
    string: text('The request as a user would type it.'),
    object: chosenPrompt,
  },
);

const attachedText = object('The content of a resource with a `tool`, which is not called.', {
  uri: text('URI of the resource.'),
  text: text('What the model reads.'),
});

const attachedShape = byType<string | Static<typeof attachedText>>('A resource of the server.', {
  string: text('URI of a resource with a `file`.'),
  object: attachedText,
});

const caseKeys = {
  id: text('Name of the case in reports and records, unique in its server. Default: a hash of the case.', {
    pattern: CASE_ID,
  }),
  arguments: anyMap(
    'Expected arguments; only the listed ones are compared. A value, or one of { equals }, { any_of: [...] }, { matches: pattern }, { absent: true }.',
  ),
  never: list('Tools that must not be called in any case.', toolName, { minItems: 1, uniqueItems: true }),
  with: list(
    'Resources that the user attaches to the request: URIs, or { uri, text } where a tool has the content.',
    attachedShape,
    { minItems: 1, uniqueItems: true },
  ),
  after: list('Earlier turns of the conversation.', turnShape, { minItems: 1 }),
  via: list('A journey: calls on the way to the expected one, with what they return.', stepShape, {
    minItems: 1,
    maxItems: 3,
  }),
};

export const toolEvalShape = object(
  'A test case: a request, and what a model should do with it.',
  { query },
  { ...caseKeys, expect: expectShape },
);

/** It belongs to no tool, so `expect` has no default. */
export const choiceEvalShape = object(
  'A test case of tools and skills that a host shows together.',
  { query, expect: expectShape },
  caseKeys,
);

export type ToolEvalSpec = Static<typeof toolEvalShape>;

/** A name of a tool or skill in a case, with its keys from the case. */
interface CaseName {
  readonly path: readonly (string | number)[];
  readonly name: string;
}

/** Every tool and skill that a case names: those that it expects, rules out, or has called before. */
export function namesInCase({
  expect,
  never = [],
  after = [],
  via = [],
}: Pick<ToolEvalSpec, 'expect' | 'never' | 'after' | 'via'>): readonly CaseName[] {
  const several = typeof expect === 'object' ? expect.any_of : [];
  const isName = typeof expect === 'string' && expect !== 'none' && expect !== 'ask';
  return [
    ...(isName ? [{ path: ['expect'], name: expect }] : []),
    ...several.map((name, index) => ({ path: ['expect', 'any_of', index], name })),
    ...never.map((name, index) => ({ path: ['never', index], name })),
    ...after.flatMap(({ call }, index) => (call === undefined ? [] : [{ path: ['after', index, 'call'], name: call }])),
    ...via.map(({ call }, index) => ({ path: ['via', index, 'call'], name: call })),
  ];
}
