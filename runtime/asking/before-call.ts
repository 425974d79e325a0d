/** What a tool asks the user before its work: parameters that the model left out (`ask`), and whether to do it (`confirm`). */
import type { ToolDescriptor } from '../descriptor/descriptor.ts';
import { type Json, type JsonObject, ownMember } from '../language/json.ts';
import { fillText, toText } from '../language/template.ts';
import type { Validator } from '../language/validate.ts';
import type { RunTool } from '../behaviors/shared/run.ts';
import { invalidArguments } from '../server/call-failures.ts';
import type { Call } from '../server/context.ts';
import { type ToolFailure, failure, isFailure } from '../server/failure.ts';
import { joinSentences, readableText } from '../server/message-text.ts';
import { type AskUser, OTHER_CLIENT, type Questions, confirmationOf, formField } from './question.ts';

/** Characters of one argument in a question. */
const MAX_SHOWN = 200;

/** The work of the tool, after the questions. */
export function askFirst(tool: ToolDescriptor, check: Validator<JsonObject>, run: RunTool): RunTool {
  return async (input, call) => {
    if (tool.requires && !call.ask)
      return failure(
        'cannot_ask',
        'This tool asks the user, and the client cannot ask.',
        'Do not retry. Use another tool, or tell the user to make the call in a client that can ask them.',
      );
    const args = tool.ask ? await complete(input, tool, check, call) : input;
    if (isFailure(args)) return args;
    const refused = tool.confirm === undefined ? undefined : await refusalOf(args, tool, call);
    return refused ?? run(args, call);
  };
}

/** The arguments with those that the user gives. */
async function complete(
  args: JsonObject,
  tool: ToolDescriptor,
  check: Validator<JsonObject>,
  call: Call,
): Promise<JsonObject | ToolFailure> {
  const { ask = [], inputSchema, title, name } = tool;
  const texts = new Map(
    ask.flatMap((one): [string, string][] => (typeof one === 'string' ? [[one, '']] : Object.entries(one))),
  );
  const missing = [...texts.keys()].filter((one) => ownMember(args, one) === undefined);
  if (missing.length === 0) return args;
  const sentences = missing.map((one) => texts.get(one) ?? '').filter((text) => text !== '');
  const message = joinSentences(...sentences) || `${title ?? name}: ${missing.join(', ')}`;
  if (!call.ask) {
    const named = missing.map((one) => `"${one}"`).join(', ');
    return failure(
      'invalid_arguments',
      `Missing arguments: ${named}.`,
      joinSentences(`Ask the user: ${message}`, 'Then call again.'),
    );
  }
  const fields = missing.map((one): [string, JsonObject] => [
    one,
    formField(ownMember(inputSchema.properties ?? {}, one)),
  ]);
  const questions = { ask: { message, fields: Object.fromEntries(fields) } };
  const reply = await call.ask(questions);
  if (isFailure(reply)) return orArguments(reply, tool, questions);
  const checked = check({ ...args, ...reply.answers.ask });
  return 'issues' in checked ? invalidArguments(checked.issues) : checked.value;
}

async function refusalOf(
  args: JsonObject,
  { confirm = '' }: ToolDescriptor,
  call: Call,
): Promise<ToolFailure | undefined> {
  const { message: template, otherwise = 'refuse' } = typeof confirm === 'string' ? { message: confirm } : confirm;
  const message = shownText(template, args);
  if (!call.ask) {
    if (otherwise === 'proceed') return undefined;
    return failure(
      'needs_confirmation',
      'The user must confirm this call, and the client cannot ask.',
      `Do not retry. Tell the user to make the call in a client that can ask them: ${message}`,
    );
  }
  const reply = await call.ask({ confirm: confirmationOf(message) });
  if (isFailure(reply)) return reply;
  return reply.answers.confirm['confirm'] === true ? undefined : declinedByUser();
}

/** The user has answered no. */
export function declinedByUser(): ToolFailure {
  return failure('declined', 'The user declined.', 'Do not retry, unless the user asks for it.');
}

/** What a model wrote is one line of a question, and not a long one. */
function shownText(template: string, args: JsonObject): string {
  const textFor = (value: Json): string => {
    const line = readableText(toText(value)).replaceAll(/\s+/g, ' ');
    return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
  };
  return fillText(template, args, textFor);
}

/** `call.ask` of handlers. */
export function askUser({ tool }: { readonly tool: ToolDescriptor }): (call: Call) => AskUser {
  return ({ ask = noAnswer }) =>
    async (questions, options) => {
      const reply = await ask(questions, options);
      return isFailure(reply) ? orArguments(reply, tool, questions) : reply;
    };
}

/** The client cannot be asked. */
const noAnswer: AskUser = () => Promise.resolve(failure('cannot_ask', 'The client cannot ask the user.', OTHER_CLIENT));

/** Arguments take the place of answers only where the tool has parameters of these names. */
function orArguments(
  failed: ToolFailure,
  { inputSchema: { properties = {} } }: ToolDescriptor,
  questions: Questions,
): ToolFailure {
  const names = Object.values(questions).flatMap(({ fields }) => Object.keys(fields));
  const areArguments = names.length > 0 && names.every((name) => Object.hasOwn(properties, name));
  if (failed.code !== 'cannot_ask' || !areArguments) return failed;
  return failure('cannot_ask', failed.error, `Give these arguments: ${names.join(', ')}.`);
}
