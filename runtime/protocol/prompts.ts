/** The prompts of a server, which users choose: their texts with the arguments in them, the same in both eras. */
import type { PromptDescriptor } from '../descriptor/offer-descriptor.ts';
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import { type JsonObject, isObject, ownMember } from '../language/json.ts';
import { fillText } from '../language/template.ts';
import type { Redact } from '../redaction/redact.ts';
import { type Redacted, frame, membersOf } from '../redaction/redacted.ts';
import { OpenCall } from '../server/context.ts';
import { isFailure } from '../server/failure.ts';
import { insteadOf } from '../server/instead.ts';
import type { Extension, RequestWork } from './extensions.ts';
import { type ErrorReply, RPC, errorReply, unknownName } from './message.ts';

/** Serves them; undefined for a server without. */
export function extendByPrompts({ prompts }: ServerDescriptor, redact: Redact): Extension | undefined {
  if (prompts === undefined) return undefined;
  const byName = new Map(prompts.map((prompt) => [prompt.name, prompt]));
  return {
    capabilities: { prompts: { listChanged: false } },
    lists: { 'prompts/list': () => frame`"prompts":${redact.json(prompts.map(listedPrompt))}` },
    methods: {
      'prompts/get'(params) {
        const { name } = params;
        if (typeof name !== 'string') return errorReply(RPC.invalidParams, '"name" must be the name of a prompt.');
        const prompt = byName.get(name);
        if (prompt === undefined) return unknownName('prompt', name, byName.keys());
        const fill = (values: unknown): Redacted | ErrorReply => {
          const args = argumentsIn(values, prompt);
          return isError(args) ? args : membersOf(redact.json(fillPrompt(prompt, args)));
        };
        return prompt.ask ? askedPrompt(prompt, params['arguments'], fill) : fill(params['arguments']);
      },
    },
  };
}

function listedPrompt({ messages: _messages, ask: _ask, arguments: args, ...rest }: PromptDescriptor): object {
  return { ...rest, ...(args && { arguments: args.map(({ complete: _complete, ...one }) => one) }) };
}

type PromptArguments = Readonly<Record<string, string>>;

/** MCP has texts alone as arguments of prompts. */
function argumentsIn(
  input: unknown = {},
  { arguments: declared = [] }: PromptDescriptor,
): PromptArguments | ErrorReply {
  if (!isObject(input)) return errorReply(RPC.invalidParams, '"arguments" must be an object.');
  const names = declared.map(({ name }) => name);
  for (const [name, value] of Object.entries(input)) {
    if (!names.includes(name)) return unknownName('argument', name, names);
    if (typeof value !== 'string') return errorReply(RPC.invalidParams, `Argument "${name}" must be a string.`);
  }
  const missing = declared.filter(({ name, required }) => required === true && !ownMember(input, name));
  return missing.length === 0
    ? (input as PromptArguments)
    : errorReply(RPC.invalidParams, `Missing arguments: ${missing.map(({ name }) => name).join(', ')}.`);
}

/** Asks the user for what is missing, where the client can. */
function askedPrompt(
  { ask = [], arguments: declared = [] }: PromptDescriptor,
  input: unknown,
  fill: (given: unknown) => Redacted | ErrorReply,
): RequestWork {
  return (origin) => {
    const open = new OpenCall(() => {}, origin);
    origin.attach?.(open);
    const args = isObject(input) ? input : {};
    const texts = ask.map((one) => (typeof one === 'string' ? { [one]: one } : one));
    const questions: PromptArguments = Object.assign({}, ...texts);
    const missing = Object.entries(questions).filter(([name]) => !ownMember(args, name));
    const { ask: askUser } = open;
    if (!askUser || missing.length === 0) return { outcome: fill(input), open };
    const fields = missing.map(([name]) => {
      const description = declared.find((one) => one.name === name)?.description;
      return [name, { type: 'string', ...(description !== undefined && { description }) }] as const;
    });
    const message = missing.map(([, text]) => text).join(' ');
    const reply = askUser({ ask: { message, fields: Object.fromEntries(fields) } });
    const outcome = reply.then(
      (answer) =>
        isFailure(answer) ? errorReply(RPC.invalidParams, answer.error) : fill({ ...args, ...answer.answers.ask }),
      (thrown: unknown) => insteadOf(thrown) ?? errorReply(RPC.internal, 'The prompt could not be made.'),
    );
    return { outcome, open };
  };
}

function fillPrompt({ description, messages }: PromptDescriptor, args: PromptArguments): JsonObject {
  const filled = messages.map(({ role, content }) => {
    const { text } = content;
    return { role, content: typeof text === 'string' ? { ...content, text: fillText(text, args) } : content };
  });
  return {
    ...(description !== undefined && { description }),
    messages: filled.filter(({ content: { text } }) => typeof text !== 'string' || text.trim() !== ''),
  };
}

function isError(value: PromptArguments | ErrorReply): value is ErrorReply {
  return 'error' in value && typeof value.error === 'object';
}
