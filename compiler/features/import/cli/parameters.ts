/** Flags and operands of a command as typed parameters, and the argument list that passes them on. */
import type { JsonObject } from '@haft/runtime/language';
import { asksForSecret } from '../../../check/analysis/secrets/secret-name.ts';
import { nameWords, sentenceWords, snakeCase } from '../../../check/analysis/names/name-words.ts';
import { capital } from '../../../base/text/escape.ts';
import { wordSet } from '../../../base/word-lists.ts';
import { freeName, isHarmless, isTakenBy } from '../literal.ts';
import { type HelpFlag, callName, isInput } from './flags.ts';
import { type Hazard, hazardOf } from './hazards.ts';
import type { Operand } from './operands.ts';
import { flagReads } from './reads.ts';
import { firstSentence, sentenceEnd } from './sentences.ts';

type CommandArgument = string | readonly string[] | Readonly<Record<string, string>>;

interface CommandWords {
  readonly tool: string;
  /** As it is typed, without flags. */
  readonly line: string;
  readonly flags: readonly HelpFlag[];
  readonly operands: readonly Operand[];
  /** By the name in the usage: what the help says of an operand. */
  readonly operandTexts: ReadonlyMap<string, string>;
  /** The flag that makes it print JSON. */
  readonly json: JsonFlag | undefined;
  /** By flag: the parameters that it had before, which are kept as long as the flag is there. */
  readonly before: ReadonlyMap<string, string>;
}

/** More of them make a tool hard to call. */
const MAX_FLAGS = 10;

/** They change what is said about the work, and not the work. */
const NOISE = wordSet(`
  config configuration copyright credits debug help licence license log logfile loglevel
  manual no-color pager progress quiet silent trace usage verbose verbosity version
`);

/** A flag that is no parameter, and why that is said. */
export interface NamedFlag {
  readonly flag: HelpFlag;
  readonly why: Hazard | 'values';
}

/** `left`: the number of flags that could be parameters and are not; `missing`: without it a call fails. */
export function commandLine(words: CommandWords) {
  const parameters: Record<string, JsonObject> = {};
  const flags: CommandArgument[] = [];
  const operands: CommandArgument[] = [];
  const required: string[] = [];
  const judged = words.flags.map((flag) => ({ flag, why: whyLeftOut(flag, words) }));
  const usable = judged.filter(({ why }) => why === undefined).map(({ flag }) => flag);
  const isKnown = (flag: HelpFlag): boolean => words.before.has(callName(flag));
  const isNeeded = ({ isRequired }: HelpFlag): boolean => isRequired;
  const inTurn = [isNeeded, isKnown, isInput, hasLetter].flatMap((test) => usable.filter(test));
  const chosen = new Set([...new Set([...inTurn, ...usable])].slice(0, MAX_FLAGS));
  for (const flag of usable.filter((one) => chosen.has(one))) {
    const name = freeName(words.before.get(callName(flag)) ?? parameterName(flag), isTakenBy(parameters));
    parameters[name] = flagSchema(flag);
    if (flag.isRequired) required.push(name);
    flags.push(flagArgument(flag, name));
  }
  if (words.json) flags.push(...words.json.argv);
  for (const operand of words.operands) {
    const { name: wanted, isRequired } = operand;
    const name = freeName(wanted, isTakenBy(parameters));
    parameters[name] = operandSchema(operand, words);
    if (isRequired) required.push(name);
    operands.push(`{${name}}`);
  }
  const missing = words.flags.find((flag) => flag.isRequired && flag !== words.json?.flag && !chosen.has(flag));
  const named = judged.flatMap(({ flag, why }): NamedFlag[] => {
    return why === undefined || why === 'other' ? [] : [{ flag, why }];
  });
  return { parameters, required, flags, operands, left: usable.length - chosen.size, named, missing };
}

function operandSchema({ name, written, isRequired, isList, choices }: Operand, { operandTexts, line }: CommandWords) {
  const otherwise =
    written === '' ? `What "${line}" takes, one element for each argument.` : `Argument ${written} of "${line}".`;
  const description = sentenceOf(operandTexts.get(written) ?? operandTexts.get(name) ?? '', otherwise);
  const one = { type: 'string', ...(choices && { enum: choices }) };
  return isList
    ? { type: 'array', items: one, ...(isRequired && { minItems: 1 }), description }
    : { ...one, description };
}

/** `other`: of no use, or it writes, or asks for a secret. */
function whyLeftOut(flag: HelpFlag, { tool, json }: CommandWords): NamedFlag['why'] | 'other' | undefined {
  const [name, parameter] = [callName(flag), parameterName(flag)];
  const words = nameWords(name);
  if (parameter === '' || words.some((word) => NOISE.has(word) || /^colou?r/.test(word))) return 'other';
  if (/\b(?:global|inherited)\b/i.test(flag.heading) || ABOUT_ITSELF.test(firstSentence(flag.text))) return 'other';
  if (json && (json.flag === flag || FORMATS.test(`${words.join(' ')} ${flag.text}`))) return 'other';
  const worded = { name, text: flag.text, value: flag.value?.name };
  const hazard = hazardOf(worded);
  if (hazard) return hazard;
  const type = flag.value ? 'string' : 'boolean';
  const input = { name: parameter, description: flag.text, type, tool, isListed: false };
  if (!flagReads(worded) || asksForSecret(input)) return 'other';
  const isSure = flag.rest === '' && (flag.value?.isOptional !== true || flag.value.isAttached);
  return isSure ? undefined : 'values';
}

/** Of the program and not of its work. */
const ABOUT_ITSELF =
  /\bcolou?r|\bdeprecated\b|\bobsolete\b|\blog(?:ging)?[ -]?level\b|^(?:\S+ ){0,6}(?:manual|man page|usage|help|copyright|licen[cs]e|version)\b/i;

/** Another format than the one that is read would be a broken result. */
const FORMATS =
  /\b(?:json|xml|csv|tsv|yaml|html|format(?:s|ted)?|pretty|raw|template|tree|pairs|graph|dot|null|print0|suppress\w*|instead)\b/i;

function parameterName(flag: HelpFlag): string {
  const written = callName(flag).replace(/^-+/, '');
  const telling = sentenceWords(flag.text).filter((word) => !STOPS.test(word));
  const own = telling.length > 0 ? telling.slice(0, 3) : [flag.value?.name ?? ''];
  const words = written.length > 1 ? [written] : own;
  const name = snakeCase(words.join('_'));
  return /^[a-z]/.test(name) ? name : '';
}

const STOPS = /^(?:a|an|the|of|in|to|for|on|by|only|is|and|or|as|with|from|instead|this)$/;

/** What is used often has a letter. */
function hasLetter({ names }: HelpFlag): boolean {
  return names.some((name) => name.length === 2);
}

function flagArgument(flag: HelpFlag, name: string): readonly string[] | Readonly<Record<string, string>> {
  const written = callName(flag);
  if (!flag.value) return { [name]: written };
  return flag.value.isAttached ? [`${written}={${name}}`] : [written, `{${name}}`];
}

function flagSchema(flag: HelpFlag): JsonObject {
  const { value, text, choices: listed, opposite } = flag;
  const sentence = sentenceOf(listed ? '' : text, `Passed as ${callName(flag)}.`);
  const description = opposite === undefined ? sentence : `Opposite of ${opposite}: ${sentence}`;
  if (!value) return { type: 'boolean', description };
  const choices = choicesOf(flag);
  if (choices) return { type: 'string', enum: choices, description };
  const type = INTEGER.test(value.name) ? 'integer' : NUMBER.test(value.name) ? 'number' : 'string';
  const one = { type, ...(type !== 'string' && boundsIn(flag.all.slice(0, 2000), type)) };
  return isMany(flag) ? { type: 'array', items: one, description } : { ...one, description };
}

function isMany({ value, all }: HelpFlag): boolean {
  return (
    /^(?:strings|stringArray|stringSlice)$/.test(value?.name ?? '') ||
    /\b(?:multiple times|more than once|repeatable|(?:can|may) be repeated)\b/i.test(all)
  );
}

const INTEGER = /^(?:n|nr|num|number|count|int|uint|integer(?: range)?|u?int(?:32|64))$/i;

const NUMBER = /^(?:float(?: range)?|float(?:32|64)|double|decimal)$/i;

/** `[1<=x<=10]`, `[default: 3; x>=1]`; without a bound that is excluded, where no number is the next one. */
function boundsIn(text: string, type: 'integer' | 'number') {
  const [, low, lowSign, , highSign, high] = RANGE.exec(text) ?? [];
  const [, sign, bound] = /[[ ]x(>=?)(-?\d[\d.]*)\]/.exec(text) ?? [];
  const bounds = [
    ['minimum', low ?? bound, lowSign ?? sign, 1],
    ['maximum', high, highSign, -1],
  ] as const;
  return Object.fromEntries(
    bounds.flatMap(([key, written, how = '', step]) => {
      const isExcluded = !how.endsWith('=');
      if (written === undefined || (isExcluded && type === 'number')) return [];
      return [[key, Number(written) + (isExcluded ? step : 0)]];
    }),
  );
}

const RANGE = /[[ ](?:(-?\d[\d.]*)(<=?))?(x)(<=?)(-?\d[\d.]*)\]/;

const ONE_OF =
  /(?:possible values|one of|supported [\w-]{1,20}|valid [\w-]{1,20}(?: are)?|choices)[:\s(]{1,4}([\w.+-]{1,40}(?:(?:\||, ?(?:or )?| or )[\w.+-]{1,40}){1,30})/i;

/** Undefined where one goes on, as `format:<string>` does, or more follow. */
function closedList(text: string): string | undefined {
  const match = ONE_OF.exec(text);
  const rest = match ? text.slice(match.index + match[0].length) : '';
  if (/(?:\betc\.?|\.\.)$/.test(match?.[0] ?? '')) return undefined;
  return /^(?:[:=*/]?[\w<[{*]|[:=/]\S|,? ?(?:and\b|etc\b|\.\.\.|…)|,? or )/.test(rest) ? undefined : match?.[1];
}

/** Values that the help lists as all that there are. */
function choicesOf({ value, all, choices }: HelpFlag): readonly string[] | undefined {
  // Two names are perhaps two names of one value.
  if (choices && choices.length > 2) return choices;
  const written = value?.name ?? '';
  const listed = /^[\w.+-]+(?:[|,][\w.+-]+)+$/.test(written) ? written : closedList(all.slice(0, 2000));
  const values = [...new Set(listed?.replace(/\.$/, '').split(/[|,] ?(?:or )?| or /))].filter((one) => one !== '');
  return values.length > 1 && !/^[A-Z]+$/.test(values[0] ?? '') ? values : undefined;
}

/** In one sentence; a text that addresses a model is left out. */
function sentenceOf(text: string, otherwise: string): string {
  const all = text
    .replaceAll(/\[(?:possible values|default|env|required|[-\d.<=]*x[<>=])[^\]]*\]|\s+/g, ' ')
    .trim()
    .slice(0, 600)
    .toWellFormed();
  const end = sentenceEnd(all);
  const line = (end === -1 ? all : all.slice(0, end)).slice(0, 240).toWellFormed();
  const sentence = capital(/[.!?)]$/.test(line) ? line : `${line}.`);
  return line !== '' && isHarmless(sentence) ? sentence : otherwise;
}

export interface JsonFlag {
  readonly flag: HelpFlag;
  readonly argv: readonly string[];
  readonly isLines: boolean;
}

/** The flag of the command itself that makes it print JSON. */
export function jsonFlagOf(flags: readonly HelpFlag[]): JsonFlag | undefined {
  for (const flag of flags) {
    const words = [...flag.names, flag.value?.name, ...(flag.choices ?? []), flag.all].join(' ');
    const argv = /json/i.test(words) && !isHedged(flag) ? jsonArguments(flag) : undefined;
    if (argv) return { flag, argv, isLines: JSON_LINES.test(`${argv.join(' ')} ${flag.all}`) };
  }
  return undefined;
}

const JSON_LINES = /json[ -]?lines|jsonl|ndjson|newline-delimited|(?:one|a) json (?:object|value|document) per/i;

/** Of the whole program, or only for some of its commands. */
export function isHedged({ heading, text }: HelpFlag): boolean {
  return /\b(?:global|inherited)\b/i.test(heading) || /\b(?:that|which|where|if|when) \w* ?support/i.test(text);
}

function jsonArguments(flag: HelpFlag): readonly string[] | undefined {
  const name = callName(flag);
  const { value } = flag;
  const isNamed = flag.names.some((one) => /^--?json$/i.test(one));
  if (isNamed && (!value || value.isOptional)) return [name];
  // `-o JSON`
  const only = /^json$/i.test(value?.name ?? '') && !isNamed ? [value?.name ?? ''] : [];
  const choices = choicesOf(flag) ?? only;
  const fitting = isNamed ? [/^(?!(?:off|no|none|false|help)$)/i] : [/^json$/i, /^(?:jsonl|ndjson|json-?lines)$/i];
  const [wanted] = fitting.flatMap((form) => choices.find((one) => form.test(one)) ?? []);
  if (!value || wanted === undefined || (!isNamed && !/format|output|^--?(?:o|fmt|type|as)$/i.test(name)))
    return undefined;
  return value.isAttached ? [`${name}=${wanted}`] : [name, wanted];
}
