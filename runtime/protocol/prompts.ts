/** The prompts of a server, which users choose: their texts with the arguments in them, the same in both eras. */
import type { PromptDescriptor } from '../descriptor/offer-descriptor.ts';
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import { clip } from '../language/describe.ts';
import { type JsonObject, isObject, ownMember } from '../language/json.ts';
import { nearest } from '../language/nearest.ts';
import { parseTemplate, resolveVariable, toText } from '../language/template.ts';
import type { Redact } from '../redaction/redact.ts';
import { membersOf } from '../redaction/redacted.ts';
import { frame } from '../redaction/redacted.ts';
import type { Extension } from './extensions.ts';
import { type ErrorReply, type Members, RPC, errorReply } from './message.ts';

/** Serves them; undefined for a server without. */
export function extendByPrompts({ prompts }: ServerDescriptor, redact: Redact): Extension | undefined {
  if (prompts === undefined) return undefined;
  const known = new Map(prompts.map((prompt) => [prompt.name, prompt]));
  return {
    capabilities: { prompts: { listChanged: false } },
    lists: { 'prompts/list': () => frame`"prompts":${redact.json(prompts.map(listedPrompt))}` },
    methods: {},
    works: {
      'prompts/get'(params) {
        const { name } = params;
        if (typeof name !== 'string') return errorReply(RPC.invalidParams, '"name" must be the name of a prompt.');
        const prompt = known.get(name);
        if (prompt === undefined) return unknown('prompt', name, known.keys());
        const args = argumentsIn(params, prompt);
        return isError(args) ? args : membersOf(redact.json(fillPrompt(prompt, args)));
      },
    },
  };
}

function listedPrompt({ messages: _messages, arguments: args, ...shown }: PromptDescriptor): object {
  return { ...shown, ...(args && { arguments: args.map(({ complete: _complete, ...one }) => one) }) };
}

type PromptArguments = Readonly<Record<string, string>>;

/** MCP has texts alone as arguments of prompts. */
function argumentsIn(
  { arguments: given = {} }: Members,
  { arguments: declared = [] }: PromptDescriptor,
): PromptArguments | ErrorReply {
  if (!isObject(given)) return errorReply(RPC.invalidParams, '"arguments" must be an object.');
  const names = declared.map(({ name }) => name);
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) return unknown('argument', name, names);
    if (typeof value !== 'string') return errorReply(RPC.invalidParams, `Argument "${name}" must be a string.`);
  }
  const missing = declared.filter(({ name, required }) => required === true && !ownMember(given, name));
  return missing.length === 0
    ? (given as PromptArguments)
    : errorReply(RPC.invalidParams, `Missing arguments: ${missing.map(({ name }) => name).join(', ')}.`);
}

function fillPrompt({ description, messages }: PromptDescriptor, args: PromptArguments): JsonObject {
  const made = messages.map(({ role, content }) => {
    const { text } = content;
    return { role, content: typeof text === 'string' ? { ...content, text: fill(text, args) } : content };
  });
  return {
    ...(description !== undefined && { description }),
    messages: made.filter(({ content: { text } }) => typeof text !== 'string' || text.trim() !== ''),
  };
}

/** An argument that is not given is no text. */
function fill(template: string, args: PromptArguments): string {
  const { parts } = parseTemplate(template);
  return parts.map((part) => (typeof part === 'string' ? part : toText(resolveVariable(part, args) ?? ''))).join('');
}

function unknown(what: string, name: string, known: Iterable<string>): ErrorReply {
  const meant = nearest(name, known);
  return errorReply(
    RPC.invalidParams,
    `Unknown ${what}: ${clip(name)}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  );
}

function isError(value: PromptArguments | ErrorReply): value is ErrorReply {
  return 'error' in value && typeof value.error === 'object';
}
