/** A statement of Toolbox as one of `sql:`: values by position become names, and templates texts of `choose:`. */
import { sqlTokens } from '../../../spec/behaviors/sql-tokens.ts';
import { literal } from '../literal.ts';

interface NamedStatement {
  readonly statement: string | readonly (string | readonly string[])[];
  /** Places without a parameter, and templates without allowed values: sentences. */
  readonly problems: readonly string[];
  /** Optional parameters that are outside of every group. */
  readonly always: readonly string[];
}

interface Names {
  /** In the order of their places. */
  readonly values: readonly string[];
  /** Of templates, by the name in the source. */
  readonly chosen: ReadonlyMap<string, string>;
  readonly optional: ReadonlySet<string>;
}

/** A word that no statement has. */
const MARK = 'haft_choice_';

const TEMPLATE = /\{\{-?\s*(array\s+)?\.(\w+)\s*-?\}\}/g;

export function namedStatement(source: string, { values, chosen, optional }: Names): NamedStatement {
  const problems: string[] = [];
  const marked = source.replaceAll(TEMPLATE, (whole, array: string | undefined, name: string) => {
    if (array !== undefined || !chosen.has(name))
      problems.push(
        `The template ${whole} has no allowed values, so that a model could write any text into the statement.`,
      );
    return `${MARK}${name}`;
  });
  let place = 0;
  const all = sqlTokens(marked)
    .filter(({ kind }) => kind !== 'comment')
    .map((token, at) => {
      const before = token.isApart && at > 0 ? ' ' : '';
      const position = /^(?:\$|\?)(\d+)$/.exec(token.text)?.[1];
      if (token.kind === 'mark' && (position !== undefined || token.text === '?')) {
        const index = position === undefined ? place : Number(position) - 1;
        place += 1;
        const name = values[index];
        if (name === undefined) problems.push(`The place ${token.text} has no parameter.`);
        return `${before}{${name ?? 'missing'}}`;
      }
      return (
        before +
        literal(token.text).replaceAll(
          new RegExp(`${MARK}(\\w+)`, 'g'),
          (_word, name: string) => `{${chosen.get(name) ?? name}}`,
        )
      );
    })
    .join('')
    .trimEnd();
  const text = all.endsWith(';') ? all.slice(0, -1).trimEnd() : all;
  const parts = groupOptional(text, optional);
  const open = parts.filter((part) => typeof part === 'string').join(' ');
  const always = [...optional].filter((name) => open.includes(`{${name}}`));
  return { statement: parts.length === 1 ? text : parts, problems: [...new Set(problems)], always };
}

/** `and ({x} is null or note = {x})` is what people write for a value that may be absent; between tokens is one space. */
const ABSENT =
  /\b(where|and) ?\( ?(?:\{(\w+)\}(?:::[\w ]+?(?:\[\])?)? is null or ((?:[^()]|\([^()]*\))+?)|((?:[^()]|\([^()]*\))+?) or \{(\w+)\}(?:::[\w ]+?(?:\[\])?)? is null) ?\)/gi;

function groupOptional(text: string, optional: ReadonlySet<string>): (string | readonly string[])[] {
  const parts: (string | readonly string[])[] = [];
  let at = 0;
  for (const match of text.matchAll(ABSENT)) {
    const [whole, word = '', first, right, left, second] = match;
    const name = first ?? second ?? '';
    const clause = (right ?? left ?? '').trim();
    if (!optional.has(name) || !clause.includes(`{${name}}`)) continue;
    const before = `${text.slice(at, match.index)}${/where/i.test(word) ? `${word} true` : ''}`.trim();
    if (before !== '') parts.push(before);
    parts.push([`and ${clause}`]);
    at = match.index + whole.length;
  }
  const rest = text.slice(at).trim();
  return parts.length === 0 ? [text] : rest === '' ? parts : [...parts, rest];
}
