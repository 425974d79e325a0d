/** The help of a program as a server with a tool for each of its commands that only read. */
import { type JsonObject, isObject, isSecretProperty, ownMember } from '@haft/runtime/language';
import { pluralize } from '../../../base/text/pluralize.ts';
import { capital } from '../../../base/text/escape.ts';
import type { ImportResult, ImportedDocument, Loss } from '../imported.ts';
import { freeName, isHarmless } from '../literal.ts';
import { type CliCommand, type CliSource, commandsIn, exitCodesIn, variablesIn } from './commands.ts';
import { readHelpPage } from './help-page.ts';
import { type Operand, operandsIn } from './operands.ts';
import { type JsonFlag, commandLine, isHedged, jsonFlagOf } from './parameters.ts';
import { firstSentence, isReadingVerb } from './reads.ts';
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
  const tools = toolsOf(source, chosen, options);
  const server = serverOf(name, source);
  return {
    documents: tools.length === 0 ? [] : [server, ...tools.map(({ document }) => document)],
    files: [],
    losses: [
      ...tools.flatMap(({ losses }) => losses),
      ...leftLosses(
        source,
        all.filter((one) => !chosen.includes(one)),
      ),
    ],
  };
}

/** What was imported stays, whatever else the program offers by now. */
function isChosen(source: CliSource, { commands, before }: CliOptions): (command: CliCommand) => boolean {
  const isAgain = Object.keys(before).length > 0;
  return (command) =>
    isAgain ? Object.hasOwn(before, fromOf(source, command)) : (commands?.includes(command.words.join(' ')) ?? true);
}

function toolsOf(source: CliSource, commands: readonly CliCommand[], { before }: CliOptions): Tool[] {
  const names = new Set<string>();
  return commands.map((command) => {
    const name = freeName(toolName(baseName(source.program), command.words, command.text), (one) => names.has(one));
    names.add(name);
    return toolOf(source, command, name, ownMember(before, fromOf(source, command)));
  });
}

/** The identity of a tool. */
export function fromOf({ program }: Pick<CliSource, 'program'>, { words }: Pick<CliCommand, 'words'>): string {
  return `cli:${[baseName(program), ...words].join(' ')}`;
}

function baseName(program: string): string {
  return program.split(/[\\/]/).at(-1) ?? program;
}

function serverOf(name: string, { program, help, manual }: CliSource): ImportedDocument {
  const label = baseName(program);
  const variables = variablesIn(program, [help, manual]);
  const env = variables.map((variable) => {
    const isSecret = isSecretProperty(variable);
    return [variable, { description: `Read by ${label}.`, optional: true, ...(isSecret && { secret: true }) }] as const;
  });
  const codes = exitCodesIn([readHelpPage(manual, 'manual'), readHelpPage(help)]);
  const failures = [...codes, ['default', `${label} failed.`] as const].map(([code, error]) => {
    return [code, { error, retry_hint: CHANGE, detail: 'stderr' }] as const;
  });
  const install = `Ask the user to install ${label}. Do not retry.`;
  const value = {
    kind: 'server',
    from: 'cli',
    name,
    version: '1.0.0',
    summary: `Reads with the program ${label}.`,
    ...(env.length > 0 && { env: Object.fromEntries(env) }),
    programs: {
      [program]: {
        ...(variables.length > 0 && { env: variables }),
        not_found: { error: `${label} is not installed.`, retry_hint: install },
        exit_codes: Object.fromEntries(failures),
      },
    },
  };
  const notes = [{ path: ['summary'], text: 'TODO Describe what the program is used for here.' }];
  return { file: 'server.yaml', value, notes };
}

const CHANGE = 'Change the arguments and call again.';

interface Tool {
  readonly document: ImportedDocument;
  readonly losses: readonly Loss[];
}

function toolOf(source: CliSource, command: CliCommand, name: string, before: JsonObject | undefined): Tool {
  const from = fromOf(source, command);
  const line = from.slice('cli:'.length);
  const json = command.isShared ? undefined : jsonFlagOf(command.flags);
  const operands = command.usage === undefined ? [UNKNOWN] : operandsIn(command.usage);
  const proposal = commandLine({
    tool: name,
    line,
    flags: command.flags,
    operands,
    operandTexts: command.operandTexts,
    json,
    before: flagsOf(before),
  });
  const flags = command.isShared ? [...proposal.flags, ...command.words] : [...command.words, ...proposal.flags];
  const argv = [source.program, ...flags, ...proposal.operands];
  const { sentence, isOwn } = descriptionOf(command, line);
  const value = {
    kind: 'tool',
    from,
    name,
    description: sentence,
    effects: 'read',
    ...(Object.keys(proposal.parameters).length > 0 && { parameters: proposal.parameters }),
    ...(proposal.required.length > 0 && { required: proposal.required }),
    command: { argv, stdout: json ? (json.isLines ? 'jsonl' : 'json') : 'text' },
  };
  const notes =
    command.usage === undefined
      ? [{ path: ['parameters'], text: `TODO The help of ${line} does not say what it takes.` }]
      : [];
  return {
    document: { file: 'tools.yaml', value, notes },
    losses: lossesOf(command, from, { left: proposal.left, isOwn, json }),
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

type LossText = Pick<Loss, 'kind' | 'subject' | 'message' | 'hint'>;

interface Proposal {
  readonly left: number;
  readonly isOwn: boolean;
  readonly json: JsonFlag | undefined;
}

function lossesOf(command: CliCommand, from: string, { left, isOwn, json }: Proposal): Loss[] {
  const line = from.slice('cli:'.length);
  const losses: (LossText | undefined)[] = [
    isOwn ? undefined : addressesModel(line),
    command.usage === undefined ? unknownOperands(line) : undefined,
    json ? undefined : perhapsJson(command, line),
    left > 0 ? furtherFlags(line, left) : undefined,
  ];
  return losses.flatMap((one) => (one ? [{ ...one, from }] : []));
}

function addressesModel(line: string): LossText {
  return {
    kind: 'lossy',
    subject: 'texts that address a model',
    message: `The text of "${line}" in the help is left out: it reads like instructions to a model.`,
    hint: 'Read the help of the program, and describe the tool yourself.',
  };
}

function unknownOperands(line: string): LossText {
  return {
    kind: 'todo',
    subject: 'unknown operands',
    message: `The help does not say what "${line}" takes; "operands" are passed on as they are.`,
    hint: 'Replace the parameter by those that the command has, or delete it.',
  };
}

function perhapsJson({ flags }: CliCommand, line: string): LossText | undefined {
  const hedged = flags.find((flag) => isHedged(flag) && jsonFlagOf([{ ...flag, heading: '', text: '' }]));
  if (!hedged) return undefined;
  const flag = `\`${hedged.names.join(', ')}\``;
  return {
    kind: 'todo',
    subject: 'JSON output',
    message: `Some commands of the program print JSON with ${flag}; the help does not say whether "${line}" does.`,
    hint: 'Try it with `haft call`; where it works, add the flag and write `stdout: json`.',
  };
}

function furtherFlags(line: string, count: number): LossText {
  return {
    kind: 'lossy',
    subject: 'further flags',
    message: `"${line}" has ${pluralize(count, 'more flag')} that could be parameters.`,
    hint: 'Add those that you need under `parameters` and `argv`.',
  };
}

function leftLosses(source: CliSource, commands: readonly CliCommand[]): Loss[] {
  return commands.map((command): Loss => {
    const from = fromOf(source, command);
    const words = command.words.join(' ');
    return {
      kind: 'skipped',
      subject: 'further commands',
      from,
      path: from,
      message: `The command "${from.slice('cli:'.length)}" reads as well, and is not imported.`,
      hint: `Import it under another name with \`--name\` and \`--command=${words.includes(' ') ? `"${words}"` : words}\`, or write a tool for it.`,
    };
  });
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
  return [...new Set([VERB_OF[verb] ?? verb, ...named])]
    .join('_')
    .slice(0, 60)
    .replace(/(?<!_)_+$/, '');
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
