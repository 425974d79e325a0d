/** What `--help` prints: of the program its tools or their groups, of a tool its parameters. */
import type { EnvDescriptor, ToolDescriptor } from '../descriptor/descriptor.ts';
import { clip, describeSchema } from '../language/describe.ts';
import { EXIT_CODES, type FailureExit } from '../language/exit-codes.ts';
import type { ParameterFlag, FlagValue } from '../language/flags.ts';
import { groupKey, toolGroups } from '../language/tool-groups.ts';
import { firstSentence } from '../language/typed-line.ts';
import { cleanLine, cleanText } from './clean.ts';
import type { ToolCommand } from './grammar.ts';
import { shownChoice } from './values.ts';

/** Above so many tools help lists groups. */
const MANY_TOOLS = 40;

/** Characters: with its name some 30 tokens. */
const MAX_SENTENCE = 76;
const MAX_GROUPS = 60;
/** In the list of tools. */
const MAX_CHOICES = 3;
const MAX_CODES = 6;

export interface HelpContext {
  /** How the program is called. */
  readonly program: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  readonly env: Readonly<Record<string, EnvDescriptor>>;
  readonly exits: ReadonlyMap<string, FailureExit>;
}

/** `commands` are of the tools that are listed. */
export function programHelp(
  context: HelpContext,
  tools: readonly ToolDescriptor[],
  usage: (tool: ToolDescriptor) => string,
): string {
  const { program, title, version, instructions, env, exits } = context;
  const isLong = tools.length > MANY_TOOLS;
  const variables = Object.entries(env).map(([name, { optional }]) => (optional ? `${name} (optional)` : name));
  return [
    `${cleanLine(title)} ${version}`,
    ...(instructions === '' ? [] : [shortSentence(instructions, 200)]),
    '',
    `Usage: ${program} [options] <tool> [parameters]`,
    `       ${program} <tool> --help`,
    ...(isLong ? [`       ${program} find <words>`, `       ${program} --help <group>`] : []),
    `       ${program} completion bash|zsh|fish`,
    'Options, before the tool: --json  --dry-run  --yes  --out FILE  --args JSON|@FILE|@-  --version',
    'Values: a list repeats its flag; @FILE and @- read a file and standard input.',
    '',
    ...(isLong ? groupLines(tools) : ['Tools:', ...tools.map((tool) => toolLine(tool, usage(tool)))]),
    '',
    ...(variables.length > 0 ? [`Environment: ${variables.join(', ')}`] : []),
    `Exit codes: ${exitLine(exits, MAX_CODES)}`,
  ].join('\n');
}

/** The tools of a group, as `--help` lists all of a small server. */
export function groupHelp(
  tools: readonly ToolDescriptor[],
  group: string,
  usage: (tool: ToolDescriptor) => string,
): string | undefined {
  const match = toolGroups(tools).find(({ word }) => groupKey(word) === groupKey(group));
  return match?.tools.map((tool) => toolLine(tool, usage(tool))).join('\n');
}

export function toolLine({ description = '', title = '' }: ToolDescriptor, usage: string): string {
  return `  ${usage}  ${shortSentence(description === '' ? title : description, MAX_SENTENCE)}`.trimEnd();
}

function groupLines(tools: readonly ToolDescriptor[]): readonly string[] {
  const groups = toolGroups(tools);
  const lines = groups.slice(0, MAX_GROUPS).map((one) => `${one.word} (${one.tools.length})`);
  const more = groups.length - lines.length;
  return [`${tools.length} tools about: ${lines.join(', ')}${more > 0 ? `, and ${more} more` : ''}`];
}

/** `max`: how many failures are named with each code. */
function exitLine(exits: ReadonlyMap<string, FailureExit>, max: number): string {
  const own = new Map<number, string[]>();
  for (const [code, exit] of exits) if (exit !== 1) own.set(exit, [...(own.get(exit) ?? []), cleanLine(code)]);
  const texts = Object.entries(EXIT_CODES).map(([exit, meaning]) => {
    const codes = own.get(Number(exit)) ?? [];
    const named = [...codes.slice(0, max), ...(codes.length > max ? ['…'] : [])].join(', ');
    return `${exit} ${meaning}${named === '' ? '' : ` (${named})`}`;
  });
  return texts.join(', ');
}

function shortSentence(text: string, max: number): string {
  const first = firstSentence(cleanLine(text));
  return first.length > max ? `${first.slice(0, max - 1).trimEnd()}…` : first;
}

/** `destroys`: it asks before it is called. */
export function toolHelp(
  { program }: HelpContext,
  { description = '', inputSchema }: ToolDescriptor,
  command: ToolCommand,
  destroys: boolean,
): string {
  const required = new Set(inputSchema.required);
  const flags = [...command.table.flags].filter(([, { isNegative }]) => !isNegative);
  const lines = flags.map(([spelling, flag]) => flagLine(spelling, flag, required.has(flag.path[0])));
  return [
    cleanText(description),
    '',
    `Usage: ${program} [options] ${usageOf(command, required)}${lines.length > required.size ? ' [parameters]' : ''}`,
    ...lines,
    ...(destroys
      ? ['', 'It may destroy something: asks before the call. Without a terminal it needs --yes before the tool.']
      : []),
  ].join('\n');
}

/** The name of a tool with its required parameters. */
export function usageOf({ name, table, bare }: ToolCommand, required: ReadonlySet<string>): string {
  const parts = [...table.flags].flatMap(([spelling, { path, value, isNegative }]) => {
    if (path.length > 1 || isNegative || !required.has(path[0])) return [];
    const word = (value.choices?.length ?? 0) > MAX_CHOICES ? ' TEXT' : wordOf(value);
    return path[0] === bare ? [`<${spelling}>`] : [`--${spelling}${word}`];
  });
  return [cleanLine(name), ...parts].join(' ');
}

function flagLine(spelling: string, { path, value }: ParameterFlag, isRequired: boolean): string {
  const { schema, form, choices } = value;
  const facts = [
    ...(isRequired && path.length === 1 ? ['required'] : []),
    ...(choices === undefined && /number|integer/.test(form) ? [describeSchema(schema)] : []),
    ...(form === 'array' ? ['repeat it'] : []),
    ...(schema.default === undefined ? [] : [`default ${clip(JSON.stringify(schema.default))}`]),
  ];
  const names = form === 'boolean' ? `--${spelling}, --no-${spelling}` : `--${spelling}${wordOf(value)}`;
  const about = [cleanLine(String(schema.description ?? '')), facts.length > 0 ? `(${facts.join('; ')})` : ''];
  return `  ${names}  ${about.join(' ').trim()}`.trimEnd();
}

/** What a flag takes. */
function wordOf({ form, choices, items }: FlagValue): string {
  if (choices) return ` ${choices.map((one) => cleanLine(shownChoice(one))).join('|')}`;
  switch (form) {
    case 'boolean':
      return '';
    case 'string':
      return ' TEXT';
    case 'number':
    case 'integer':
      return ' N';
    case 'array':
      return items && items.form !== 'array' ? wordOf(items) || ' true|false' : ' JSON';
    default:
      return ' JSON';
  }
}
