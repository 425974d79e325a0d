/** The help of a program as a server with a tool for each of its commands that only read. */
import { type JsonObject, isObject, isSecretProperty, ownMember } from '@haft/runtime/language';
import { pluralize } from '../../../base/text/pluralize.ts';
import { capital } from '../../../base/text/escape.ts';
import type { ImportResult, ImportedDocument, Loss, MadeTool } from '../imported.ts';
import { withoutEmpty, importOf, loss, serverDocument, toolDocument } from '../builders.ts';
import { baseName, cutName, distinctNames, isHarmless } from '../literal.ts';
import { type CliCommand, type CliSource, commandsIn, variablesIn } from './commands.ts';
import { exitCodesIn } from './exit-codes.ts';
import { callName } from './flags.ts';
import { readHelpPage } from './help-page.ts';
import { type Operand, operandsIn } from './operands.ts';
import { type JsonFlag, type NamedFlag, commandLine, isHedged, jsonFlagOf } from './parameters.ts';
import { isReadingVerb } from './reads.ts';
import { firstSentence } from './sentences.ts';
import { nameWords, sentenceWords, verbOf } from '../../../check/analysis/names/name-words.ts';
import { VERBS } from '../../../check/analysis/names/verbs.ts';
import { PREPOSITIONS } from '../name-words.ts';

export interface CliOptions {
  /** Subcommands or flags to import; the first few where absent. */
  readonly commands?: readonly string[];
  /** As they were imported, by `from`; empty for a first import. */
  readonly before: Readonly<Record<string, JsonObject>>;
}

/** A model chooses well among so many. */
const MAX_TOOLS = 8;

export function importCli(name: string, source: CliSource, options: CliOptions): ImportResult {
  const all = commandsIn(source);
  const chosen = all.filter(isChosen(source, options)).slice(0, options.commands ? undefined : MAX_TOOLS);
  const nameFor = distinctNames();
  const tools = chosen.map((command) => toolOf(source, command, nameFor, options.before));
  const losses = all.filter((one) => !chosen.includes(one)).map((one) => leftLoss(source, one));
  return importOf(serverOf(name, source), [...tools, { losses }]);
}

/** What was imported stays, whatever else the program offers by now. */
function isChosen(source: CliSource, { commands, before }: CliOptions): (command: CliCommand) => boolean {
  const isAgain = Object.keys(before).length > 0;
  return (command) =>
    isAgain ? Object.hasOwn(before, fromOf(source, command)) : (commands?.includes(command.words.join(' ')) ?? true);
}

/** The identity of a tool. */
export function fromOf({ program }: Pick<CliSource, 'program'>, { words }: Pick<CliCommand, 'words'>): string {
  return `cli:${[baseName(program), ...words].join(' ')}`;
}

function serverOf(name: string, { program, help, manual }: CliSource): ImportedDocument {
  const label = baseName(program);
  const variables = variablesIn(program, [help, manual]);
  const env = variables.map((variable) => {
    const isSecret = isSecretProperty(variable);
    return [variable, { description: `Read by ${label}.`, optional: true, ...(isSecret && { secret: true }) }] as const;
  });
  const codes = exitCodesIn([readHelpPage(manual, 'manual'), readHelpPage(help)]);
  const failures = [...codes, ['default', { error: `${label} failed.`, isNothing: false }] as const].map(
    ([code, { error, isNothing }]) =>
      [code, { error, retry_hint: isNothing ? NOTHING : FAILED, detail: 'stderr' }] as const,
  );
  const notFound = {
    error: `${label} is not installed.`,
    retry_hint: `Ask the user to install ${label}. Do not retry.`,
  };
  const own = withoutEmpty({ env: variables, not_found: notFound, exit_codes: Object.fromEntries(failures) });
  const keys = {
    summary: `Reads with the program ${label}.`,
    env: Object.fromEntries(env),
    programs: { [program]: own },
  };
  const note = { path: ['summary'], text: 'TODO Describe what the program is used for here.' };
  return serverDocument('cli', name, keys, [note]);
}

const FAILED = 'Change the arguments and call again.';

const NOTHING = 'This is a result, not a failure: call again only with other values.';

function toolOf(
  source: CliSource,
  command: CliCommand,
  nameFor: (wanted: string) => string,
  before: CliOptions['before'],
): MadeTool {
  const from = fromOf(source, command);
  const line = from.slice('cli:'.length);
  const name = nameFor(toolName(baseName(source.program), command.words, command.text));
  const { words, flags: shown, isShared, usage, operandTexts } = command;
  const json = isShared ? undefined : jsonFlagOf(shown);
  const operands = usage === undefined ? [UNKNOWN] : operandsIn(usage);
  const earlier = flagsOf(ownMember(before, from));
  const proposal = commandLine({ tool: name, line, flags: shown, operands, operandTexts, json, before: earlier });
  const { parameters, required, missing } = proposal;
  if (missing) return { losses: [neededLoss(from, callName(missing))] };
  const flags = isShared ? [...proposal.flags, ...words] : [...words, ...proposal.flags];
  const argv = [source.program, ...flags, ...proposal.operands];
  const { sentence: description, isOwn } = descriptionOf(command, line);
  const stdout = json ? (json.isLines ? 'jsonl' : 'json') : 'text';
  const keys = { description, effects: 'read', parameters, required, command: { argv, stdout } };
  const note = { path: ['parameters'], text: `TODO The help of ${line} does not say what it takes.` };
  return {
    document: toolDocument(from, name, keys, usage === undefined ? [note] : []),
    losses: [...namedLosses(from, proposal.named), ...lossesOf(command, from, { ...proposal, isOwn, json })],
  };
}

/** By flag, the parameters that a tool had. */
function flagsOf(before: JsonObject | undefined): ReadonlyMap<string, string> {
  const { argv } = isObject(before?.['command']) ? before['command'] : {};
  const names = (Array.isArray(argv) ? argv : []).flatMap((element): (readonly [string, string])[] => {
    if (isObject(element)) return Object.entries(element).map(([name, flag]) => [String(flag), name]);
    const [, flag, name] = /^(--?[\w.-]+)[= ]\{(\w+)\}$/.exec(Array.isArray(element) ? element.join(' ') : '') ?? [];
    return flag === undefined || name === undefined ? [] : [[flag, name]];
  });
  return new Map(names);
}

/** Of a command whose help says nothing of them. */
const UNKNOWN: Operand = { name: 'operands', written: '', isRequired: false, isList: true };

/** The text of the help with the command in parentheses; a text that addresses a model is left out. */
function descriptionOf({ text }: CliCommand, line: string) {
  const plain = firstSentence(text).replaceAll(/\s+/g, ' ').trim().toWellFormed();
  const sentence = `${plain.startsWith(line) ? plain : capital(plain)} (${line}).`;
  const isOwn = plain !== '' && isHarmless(sentence);
  return { sentence: isOwn ? sentence : `Prints what "${line}" prints.`, isOwn: isOwn || plain === '' };
}

/** `left`: the number of further flags; `isOwn`: whether the description is that of the help. */
function lossesOf(
  { usage, flags }: CliCommand,
  from: string,
  { left, isOwn, json }: { readonly left: number; readonly isOwn: boolean; readonly json: JsonFlag | undefined },
): Loss[] {
  const line = from.slice('cli:'.length);
  const losses: Loss[] = [];
  const add = (kind: Loss['kind'], subject: string, message: string, hint: string): unknown =>
    losses.push(loss(kind, from, subject, message, hint));
  if (!isOwn) {
    const message = `The text of "${line}" in the help is left out: it reads like instructions to a model.`;
    const hint = 'Read the help of the program, and describe the tool yourself.';
    add('lossy', 'texts that address a model', message, hint);
  }
  if (usage === undefined) {
    const message = `The help does not say what "${line}" takes; "operands" are passed on as they are.`;
    add('todo', 'unknown operands', message, 'Replace the parameter by those that the command has, or delete it.');
  }
  const hedged = flags.find((flag) => isHedged(flag) && jsonFlagOf([{ ...flag, heading: '', text: '' }]));
  if (hedged && !json) {
    const message = `Some commands of the program print JSON with \`${hedged.names.join(', ')}\`; the help does not say whether "${line}" does.`;
    const hint = 'Try it with `haft call`; where it works, add the flag and write `stdout: json`.';
    add('todo', 'JSON output', message, hint);
  }
  const more = `"${line}" has ${pluralize(left, 'more flag')} that could be parameters.`;
  if (left > 0) add('lossy', 'further flags', more, 'Add those that you need under `parameters` and `argv`.');
  return losses;
}

function neededLoss(from: string, flag: string): Loss {
  const line = from.slice('cli:'.length);
  const message = `The command "${line}" is left out: "${line}" needs \`${flag}\`, which cannot be a parameter.`;
  const hint = `Write a tool for it with \`${flag}\` in its \`argv\`.`;
  return loss('skipped', from, 'commands with a flag that is left out', message, hint, from);
}

/** Of flags that are named, as each changes what may be expected of a call. */
const LEFT_OUT: Readonly<Record<NamedFlag['why'], readonly [subject: string, what: string]>> = {
  endless: ['flags that never end', 'with which a call does not end'],
  unchecked: ['flags that switch a security check off', 'with which a security check is off'],
  values: ['flags with other values', 'whose values one parameter cannot pass'],
};

function namedLosses(from: string, flags: readonly NamedFlag[]): Loss[] {
  return (['endless', 'unchecked', 'values'] as const).flatMap((kind) => {
    const names = flags.filter(({ why }) => why === kind).map(({ flag }) => `\`${callName(flag)}\``);
    const [subject, what] = LEFT_OUT[kind];
    const message = `"${from.slice('cli:'.length)}" is proposed without ${names.join(', ')}, ${what}.`;
    const hint = 'Where every call needs one of them, write it into `argv` yourself.';
    return names.length > 0 ? [loss('lossy', from, subject, message, hint)] : [];
  });
}

function leftLoss(source: CliSource, command: CliCommand): Loss {
  const from = fromOf(source, command);
  const words = command.words.join(' ');
  const message = `The command "${from.slice('cli:'.length)}" reads as well, and is not imported.`;
  const hint = `Import it under another name with \`--name\` and \`--command=${words.includes(' ') ? `"${words}"` : words}\`, or write a tool for it.`;
  return loss('skipped', from, 'further commands', message, hint, from);
}

/** Names of tools, from the words of a command and of its help. */
const READING: ReadonlySet<string> = new Set(VERBS.filter(isReadingVerb));

const VERB_OF: Readonly<Record<string, string>> = { ls: 'list', cat: 'show', stat: 'show' };

const MAX_NOUNS = 3;

/** `accounts`, "List account names" → list_accounts; `search`, "Search the package list for …" → search_package_list. */
function toolName(program: string, words: readonly string[], text: string): string {
  const own = nameWords(words.join(' '));
  const sentence = sentenceWords(firstSentence(text).replaceAll(/\((?:s|es)\)/g, 's')).filter((word) =>
    /^[a-z\d]+(?<!ly)$/.test(word),
  );
  const [first = '', ...others] = sentence;
  const reading = verbOf(first, READING);
  const verb = own.find(isReadingVerb) ?? reading ?? (own.length === 0 ? 'run' : 'show');
  const nouns = own.filter((word) => word !== verb).map(withoutVerb);
  const object = nouns.length > 0 ? nouns : reading === undefined ? [] : objectOf(others);
  const named = object.length > 0 ? object : nameWords(program);
  return cutName([...new Set([VERB_OF[verb] ?? verb, ...named])].join('_'), 60);
}

/** `showsrc` → src. */
function withoutVerb(word: string): string {
  const [, rest] = /^(?:list|print|show)(?!er|ing|ed|s$)(\w{3,})$/.exec(word) ?? [];
  return rest ?? word;
}

/** The first words behind the verb, up to a preposition. */
function objectOf(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !/^(?:a|an|the|all|any|given|some|your|its|raw|readable)$/.test(word));
  const end = telling.findIndex((word, at) => at > 0 && (PREPOSITIONS.has(word) || CLAUSE.test(word)));
  const nouns = (end === -1 ? telling : telling.slice(0, end)).slice(0, MAX_NOUNS);
  return nouns.length > 0 && !PREPOSITIONS.has(nouns[0] ?? '') && !CLAUSE.test(nouns[0] ?? '') ? nouns : [];
}

const CLAUSE = /^(?:that|which|about|matching|using|and|or|between|how|what|s)$/;
