/** What only a person knows of a new tool: from flags, or asked at the terminal. */
import { type NewParameter, type ToolAnswers, offersOf, variablesIn } from '../../check/analysis/edits/new-tool.ts';
import type { ServerPart } from '../../check/model.ts';
import { capital } from '../../base/text/escape.ts';
import { type Invocation, textFlag, textFlags } from '../../edge/command-line/command.ts';
import { ask } from '../../edge/command-line/confirm.ts';
import { Failure, unknownName } from '../../edge/command-line/failure.ts';
import { BEHAVIORS } from '../../spec/behaviors/index.ts';
import type { StarterLack, StarterResult } from '../../spec/behaviors/starter.ts';

export const EFFECTS = ['read', 'write', 'destroy'] as const;
export const TYPES = ['string', 'integer', 'number', 'boolean'] as const;

export async function answersFrom(name: string, behavior: object, invocation: Invocation): Promise<ToolAnswers> {
  return {
    name,
    does: await answer(invocation, 'does', 'What does it do? One sentence:'),
    when: await answer(invocation, 'when', 'Use it when …'),
    examples: await examplesFrom(invocation),
    effects: effectsOf(await answer(invocation, 'effects', 'Does a call read, write or destroy?')),
    parameters: await parametersFrom(behavior, invocation),
  };
}

export async function behaviorFrom(
  server: ServerPart,
  invocation: Invocation,
): Promise<{ readonly started: StarterResult<unknown>; readonly behavior: object }> {
  const behaviors = BEHAVIORS.filter(({ key }) => textFlag(invocation, key) !== undefined);
  const keys = BEHAVIORS.map(({ key }) => key);
  if (behaviors.length > 1)
    throw new Failure('A tool has one behavior.', `Give one of --${behaviors.map(({ key }) => key).join(', --')}.`);
  const key =
    behaviors[0]?.key ??
    (await answer(
      invocation,
      'behavior',
      `How is a call carried out: ${keys.join(', ')}?`,
      keys.map((one) => `--${one}`),
    ));
  const cell = BEHAVIORS.find((one) => one.key === key);
  if (!cell) throw unknownName([`Unknown behavior "${key}".`, key], keys, `Behaviors: ${keys.join(', ')}.`);
  const line =
    textFlag(invocation, cell.key) ??
    (await answer(invocation, cell.key, `${cell.starter.help} Example: ${cell.starter.example}\n${cell.key}:`));
  const started = cell.starter.write(line, offersOf(server.spec));
  if (typeof started === 'string')
    throw new Failure(
      `The value of --${cell.key} is "${line}". ${started}`,
      `Write it as in --${cell.key} '${cell.starter.example}'.`,
    );
  if ('lacks' in started) throw lacking(server, started);
  return { started, behavior: { [cell.key]: started.spec } };
}

function lacking({ spec, file }: ServerPart, { lacks, add, under, instead }: StarterLack): Failure {
  const place = under === undefined ? '' : ` under \`${under}:\``;
  const steps = [
    ...(add === undefined ? [] : [`add to it in ${file}${place}: \`${add}\``]),
    ...(instead === undefined ? [] : [instead]),
  ];
  const [first = '', ...others] = steps;
  return new Failure(`Server "${spec.name}" ${lacks}.`, `${[capital(first), ...others].join(', or ')}.`);
}

async function examplesFrom(invocation: Invocation): Promise<readonly string[]> {
  const examples = textFlags(invocation, 'example');
  return examples.length > 0
    ? examples
    : [await answer(invocation, 'example', 'A request of a user that should lead to it:')];
}

function effectsOf(written: string): (typeof EFFECTS)[number] {
  const effects = EFFECTS.find((one) => one === written);
  if (effects === undefined)
    throw unknownName([`Unknown effects "${written}".`, written], EFFECTS, `Expected one of ${EFFECTS.join(', ')}.`);
  return effects;
}

/** Those with a description, and all others that the behavior fills in. */
async function parametersFrom(behavior: object, invocation: Invocation): Promise<readonly NewParameter[]> {
  const fromFlags = textFlags(invocation, 'parameter').map(parameterIn);
  const described = new Set(fromFlags.map(({ name }) => name));
  const parameters = [...fromFlags];
  for (const name of variablesIn(behavior).parameters.filter((one) => !described.has(one))) {
    const question = `What is "${name}"? Its type may stand before it, such as "integer 1..50=How many books.":`;
    const reply = await answer(invocation, 'parameter', question, [`--parameter "${name}=…"`]);
    parameters.push(parameterIn(reply.includes('=') ? `${name}:${reply}` : `${name}=${reply}`));
  }
  return parameters;
}

/** `count:integer 1..50=How many books.`; the type, and the bounds of a number, may be left out. */
function parameterIn(written: string): NewParameter {
  const [head, description] = splitAt(written, '=');
  const [name, form] = splitAt(head, ':');
  const [type = 'string', bounds] = form.trim() === '' ? [] : form.trim().split(/ +/);
  const knownType = TYPES.find((one) => one === type);
  if (name.trim() === '' || description.trim() === '')
    throw new Failure(
      `"${written}" describes no parameter.`,
      'Example: --parameter "count:integer 1..50=How many books."',
    );
  if (knownType === undefined)
    throw unknownName(
      [`Unknown type "${type}" of the parameter "${name}".`, type],
      TYPES,
      `Expected one of ${TYPES.join(', ')}.`,
    );
  const [, minimum, maximum] = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)$/.exec(bounds ?? '') ?? [];
  const limits = minimum === undefined ? {} : { minimum: Number(minimum), maximum: Number(maximum) };
  return { name: name.trim(), type: knownType, ...limits, description: description.trim() };
}

/** Variables of the environment that the server does not declare yet. */
export async function environmentFrom(
  server: ServerPart,
  behavior: object,
  invocation: Invocation,
): Promise<Readonly<Record<string, object>>> {
  const descriptions = new Map(textFlags(invocation, 'env').map((written) => splitAt(written, '=')));
  const entries: Record<string, object> = {};
  for (const name of variablesIn(behavior).env) {
    if (Object.hasOwn(server.spec.env ?? {}, name)) continue;
    const question = `What is the environment variable ${name}? One sentence:`;
    entries[name] = {
      description: descriptions.get(name) ?? (await answer(invocation, 'env', question, [`--env "${name}=…"`])),
    };
  }
  return entries;
}

/** The value of a flag, or what the person at the terminal writes. @throws Failure where there is neither. */
async function answer(invocation: Invocation, flag: string, question: string, flags = [`--${flag}`]): Promise<string> {
  const reply = textFlag(invocation, flag) ?? (await ask(question));
  if (reply !== undefined && reply.trim() !== '') return reply.trim();
  const lacking = flags.length === 1 ? flags[0] : `one of ${flags.join(', ')}`;
  if (!process.stdin.isTTY)
    throw new Failure(`The tool lacks ${lacking}.`, 'Give the flag, or run the command at a terminal, where it asks.');
  throw new Failure('Nothing was written.', `Run the command again and answer each question, or give ${lacking}.`);
}

function splitAt(written: string, separator: string): [string, string] {
  const at = written.indexOf(separator);
  return at < 0 ? [written, ''] : [written.slice(0, at), written.slice(at + 1)];
}
