/** The help of a program as a server with a tool for each of its commands that only read. */
import { type JsonObject, isObject, isSecretProperty, ownMember } from '@haft/runtime/language';
import { capital } from '../../../base/text/escape.ts';
import { nameWords, sentenceWords, snakeCase, verbOf } from '../../../check/analysis/names/name-words.ts';
import { VERBS } from '../../../check/analysis/names/verbs.ts';
import type { Imported, ImportedDocument, Loss } from '../imported.ts';
import { isHarmless } from '../literal.ts';
import { PREPOSITIONS } from '../name-words.ts';
import { freeName } from '../literal.ts';
import { type CliCommand, type CliSource, commandsIn } from './commands.ts';
import { readHelpPage } from './help-page.ts';
import { type Operand, operandsIn } from './operands.ts';
import { type JsonFlag, commandLine, isHedged, jsonFlagOf } from './parameters.ts';
import { exitCodesIn, variablesIn } from './program-facts.ts';
import { firstSentence, isReadingVerb } from './reads.ts';

export interface CliOptions {
  /** Subcommands or flags to import; the first few where absent. */
  readonly commands?: readonly string[];
  /** As they were imported, by `from`; empty for a first import. */
  readonly before: Readonly<Record<string, JsonObject>>;
}

/** A model chooses well among so many. */
const MAX_TOOLS = 8;

export function importCli(name: string, source: CliSource, options: CliOptions): Imported {
  const all = commandsIn(source);
  const chosen = all.filter(isChosen(source, options)).slice(0, options.commands ? undefined : MAX_TOOLS);
  const made = toolsOf(source, chosen, options);
  const server = serverOf(name, source);
  return {
    documents: made.length === 0 ? [] : [server, ...made.map(({ document }) => document)],
    files: [],
    losses: [
      ...made.flatMap(({ losses }) => losses),
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
    const name = freeName(toolName(command, source.program), (one) => names.has(one));
    names.add(name);
    return toolOf(source, command, name, ownMember(before, fromOf(source, command)));
  });
}

function fromOf({ program }: CliSource, { words }: CliCommand): string {
  return `cli:${[baseName(program), ...words].join(' ')}`;
}

function baseName(program: string): string {
  return program.split(/[\\/]/).at(-1) ?? program;
}

function serverOf(name: string, { program, help, manual }: CliSource): ImportedDocument {
  const pages = [readHelpPage(manual), readHelpPage(help)];
  const variables = variablesIn(program, [help, manual]);
  const env = variables.map((variable) => {
    return [
      variable,
      {
        description: `Read by ${baseName(program)}.`,
        optional: true,
        ...(isSecretProperty(variable) && { secret: true }),
      },
    ] as const;
  });
  const shown = baseName(program);
  const codes = [...exitCodesIn(pages)].map(
    ([code, error]) => [code, { error, retry_hint: CHANGE, detail: 'stderr' }] as const,
  );
  const value = {
    kind: 'server',
    from: 'cli',
    name,
    version: '1.0.0',
    summary: `Reads with the program ${shown}.`,
    ...(env.length > 0 && { env: Object.fromEntries(env) }),
    programs: {
      [program]: {
        ...(variables.length > 0 && { env: variables }),
        not_found: {
          error: `${shown} is not installed.`,
          retry_hint: `Ask the user to install ${shown}. Do not retry.`,
        },
        exit_codes: {
          ...Object.fromEntries(codes),
          default: { error: `${shown} failed.`, retry_hint: CHANGE, detail: 'stderr' },
        },
      },
    },
  };
  return {
    file: 'server.yaml',
    value,
    notes: [{ path: ['summary'], text: 'TODO Describe what the program is used for here.' }],
  };
}

const CHANGE = 'Change the arguments and call again.';

interface Tool {
  readonly document: ImportedDocument;
  readonly losses: readonly Loss[];
}

function toolOf(source: CliSource, command: CliCommand, name: string, before: JsonObject | undefined): Tool {
  const from = fromOf(source, command);
  const line = from.slice('cli:'.length);
  const json = jsonFlagOf(command.flags);
  const known = isObject(before?.['parameters']) ? Object.keys(before['parameters']) : [];
  const operands = command.usage === undefined ? [UNKNOWN] : operandsIn(command.usage);
  const made = commandLine({ tool: name, flags: command.flags, operands, told: command.told, json, before: known });
  const { sentence, isOwn } = descriptionOf(command, line);
  const value = {
    kind: 'tool',
    from,
    name,
    description: sentence,
    effects: 'read',
    ...(Object.keys(made.parameters).length > 0 && { parameters: made.parameters }),
    ...(made.required.length > 0 && { required: made.required }),
    command: { argv: [source.program, ...command.words, ...made.argv], stdout: formatOf(json) },
  } as JsonObject & { readonly from: string };
  const notes =
    command.usage === undefined
      ? [{ path: ['parameters'], text: `TODO The help of ${line} does not say what it takes.` }]
      : [];
  return {
    document: { file: 'tools.yaml', value, notes },
    losses: lossesOf(command, from, { left: made.left, isOwn, json }),
  };
}

/** Of a command whose help says nothing of them. */
const UNKNOWN: Operand = { name: 'operands', written: 'Operands', isRequired: false, isList: true };

function formatOf(json: JsonFlag | undefined): string {
  return json ? (json.isLines ? 'jsonl' : 'json') : 'text';
}

/** The text of the help with the command in parentheses; a text that addresses a model is left out. */
function descriptionOf({ text }: CliCommand, line: string) {
  const told = firstSentence(text).replaceAll(/\s+/g, ' ').trim().toWellFormed();
  const sentence = `${capital(told)} (${line}).`;
  const isOwn = told !== '' && isHarmless(sentence);
  return { sentence: isOwn ? sentence : `Prints what "${line}" prints.`, isOwn: isOwn || told === '' };
}

function lossesOf(
  command: CliCommand,
  from: string,
  made: { readonly left: number; readonly isOwn: boolean; readonly json: JsonFlag | undefined },
): Loss[] {
  const line = from.slice('cli:'.length);
  const loss = (kind: Loss['kind'], subject: string, message: string, hint: string): Loss => ({
    kind,
    subject,
    from,
    message,
    hint,
  });
  const hedged =
    made.json === undefined &&
    command.flags.find((flag) => isHedged(flag) && jsonFlagOf([{ ...flag, heading: '', text: '' }]));
  return [
    ...(made.isOwn
      ? []
      : [
          loss(
            'lossy',
            'texts that address a model',
            `The text of "${line}" in the help is left out: it reads like instructions to a model.`,
            'Read the help of the program, and describe the tool yourself.',
          ),
        ]),
    ...(command.usage === undefined
      ? [
          loss(
            'todo',
            'unknown operands',
            `The help does not say what "${line}" takes; "operands" are passed on as they are.`,
            'Replace the parameter by those that the command has, or delete it.',
          ),
        ]
      : []),
    ...(hedged
      ? [
          loss(
            'todo',
            'JSON output',
            `Some commands of the program print JSON with \`${hedged.names.join(', ')}\`; the help does not say whether "${line}" does.`,
            'Try it with `haft call`; where it works, add the flag and write `stdout: json`.',
          ),
        ]
      : []),
    ...(made.left > 0
      ? [
          loss(
            'lossy',
            'further flags',
            `"${line}" has ${made.left} more flags that could be parameters.`,
            'Add those that you need under `parameters` and `argv`.',
          ),
        ]
      : []),
  ];
}

function leftLosses(source: CliSource, left: readonly CliCommand[]): Loss[] {
  return left.map((command): Loss => {
    const from = fromOf(source, command);
    const words = command.words.join(' ');
    return {
      kind: 'skipped',
      subject: 'further commands',
      from,
      path: from,
      message: `The command "${from.slice('cli:'.length)}" reads as well, and is not imported.`,
      hint: `Import it with \`--name <name> --command ${words.includes(' ') ? `"${words}"` : words}\`, or write a tool for it.`,
    };
  });
}

/** `accounts`, "List account names" → list_accounts; `search`, "Search the package list for …" → search_package_list. */
export function toolName({ words, text }: Pick<CliCommand, 'words' | 'text'>, program: string): string {
  const own = nameWords(words.join(' '));
  const [first = '', ...others] = sentenceWords(firstSentence(text));
  const verb = own.find(isReadingVerb) ?? verbOf(first, READING) ?? 'show';
  const nouns = own.filter((word) => word !== verb);
  const said = objectOf(own.length > 0 || verbOf(first, READING) !== undefined ? others : [first, ...others]);
  const object = nouns.length > 0 ? nouns : said.length > 0 ? said : nameWords(baseName(program));
  return snakeCase([VERB_OF[verb] ?? verb, ...object].join('_'))
    .slice(0, 60)
    .replace(/_+$/, '');
}

const READING: ReadonlySet<string> = new Set(VERBS.filter(isReadingVerb));

const VERB_OF: Readonly<Record<string, string>> = { ls: 'list', cat: 'show', stat: 'show' };

const MAX_NOUNS = 3;

/** The first words behind the verb, up to a preposition. */
function objectOf(words: readonly string[]): readonly string[] {
  const telling = words.filter(
    (word) =>
      !/^(?:a|an|the|all|any|given|some|your|its|raw|readable|about|information|list)$/.test(word) ||
      word === 'information',
  );
  const end = telling.findIndex(
    (word) => PREPOSITIONS.has(word) || /^(?:that|which|about|matching|using|and|or|between|how|what)$/.test(word),
  );
  return (end === -1 ? telling : telling.slice(0, end)).slice(0, MAX_NOUNS);
}
