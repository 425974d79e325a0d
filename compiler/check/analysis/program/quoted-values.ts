/** Values between quotes in a query or filter: the first quote in a value ends the text around it. */
import type { Schema } from '@haft/runtime/language';
import type { ProgramPlan } from '../../../spec/behaviors/behavior.ts';
import { allSteps } from '../../../spec/behaviors/index.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { templateOf } from '../binding/template-of.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { programName } from './program-name.ts';
import { wordOf } from './word.ts';
import { sameFor } from '../../../base/word-lists.ts';

interface QuotedValue {
  readonly path: NodePath;
  readonly program: string;
  readonly name: string;
  /** The variable with its braces. */
  readonly word: string;
  readonly instead: string;
}

const NO_QUOTES = 'Give the parameter a pattern without quotes, such as ^[A-Za-z0-9 .-]+$, or use `handler:`';
const ALTERNATIVES: Readonly<Record<string, string>> = {
  ...sameFor('sqlite3 duckdb', `${NO_QUOTES} and bind the value in its code.`),
  psql: 'Write :\'name\' in the query and pass "name={name}" after -v; psql then quotes the value.',
  ...sameFor('mysql mariadb', `${NO_QUOTES} and bind the value in its code.`),
  ...sameFor('jq gojq jaq', 'Write $name in the filter and pass --arg, name, "{name}" before it.'),
  yq: `Write strenv(NAME) in the filter; or: ${NO_QUOTES.replace('Give', 'give')}.`,
  ...sameFor('xmllint xmlstarlet', `${NO_QUOTES}.`),
};

export function quotedValues(tool: ToolSpec): readonly QuotedValue[] {
  return allSteps(tool).flatMap(({ path, parts }) => (parts.program ? valuesIn(parts.program, path, tool) : []));
}

function valuesIn({ argv, stdin }: ProgramPlan, base: NodePath, tool: ToolSpec): QuotedValue[] {
  const [first] = argv;
  const program = typeof first === 'string' ? programName(wordOf(first, [], tool)) : '';
  const instead = Object.hasOwn(ALTERNATIVES, program) ? ALTERNATIVES[program] : undefined;
  if (instead === undefined) return [];
  const texts = argv.flatMap((element, at): (readonly [string, NodePath])[] => {
    if (typeof element === 'string') return [[element, [...base, 'argv', at]]];
    const inner = Array.isArray(element) ? element : [];
    return inner.flatMap((text: unknown, step) =>
      typeof text === 'string' ? [[text, [...base, 'argv', at, step]]] : [],
    );
  });
  const all = [...texts, ...(stdin === undefined ? [] : [[stdin, [...base, 'stdin']] as const])];
  return all.flatMap(([text, path]) => inQuotes(text, tool).map((one) => ({ ...one, path, program, instead })));
}

function inQuotes(text: string, tool: ToolSpec): Pick<QuotedValue, 'name' | 'word'>[] {
  const found: Pick<QuotedValue, 'name' | 'word'>[] = [];
  let quote = '';
  for (const part of templateOf(text).parts) {
    if (typeof part === 'string') {
      quote = quoteAfter(part, quote);
      continue;
    }
    const word = text.slice(part.offset, part.offset + part.length);
    const [name = ''] = part.path;
    const isFree = wordOf(word, [], tool).free !== undefined && !hasNoQuotes(tool.parameters?.[name]);
    if (quote !== '' && isFree) found.push({ name, word });
  }
  return found;
}

/** The quote that is open at the end of a text. */
function quoteAfter(text: string, before: string): string {
  let open = before;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (open === '' ? `'"\``.includes(character) : character === open) open = open === '' ? character : '';
  }
  return open;
}

/** One class of characters, repeated: ^[\w .-]{1,40}$. */
const REPEATED_CLASS = /^\^(\[(?:[^\]\\]|\\.)+\])[*+?]?(?:\{\d+(?:,\d*)?\})?\$$/;

/** Whether a pattern lets no quote and no backslash through. */
function hasNoQuotes(schema: Schema | undefined): boolean {
  const [, characters] = REPEATED_CLASS.exec(schema?.pattern ?? '') ?? [];
  if (characters === undefined) return false;
  try {
    const one = new RegExp(`^${characters}$`, 'u');
    return !Array.from(`'"\`\\`).some((quote) => one.test(quote));
  } catch {
    return false;
  }
}
