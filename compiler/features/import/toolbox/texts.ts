/** Texts of a statement of MySQL or SQLite as the standard writes them, which is how `sql:` reads statements. */
import { sqlTokens } from '../../../spec/behaviors/sql-tokens.ts';

/** Comments, names in backticks, and texts in single or double quotes, in which a backslash escapes. */
const QUOTED = /--[^\n]*|\/\*[^]*?\*\/|`(?:[^`]|``)*`|'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"/g;

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  Z: '\u001A',
  '%': '\\%',
  _: '\\_',
};

/** Sentences about what is read otherwise in place of a text that is the same. */
interface StandardText {
  readonly statement: string;
  readonly problems: readonly string[];
}

/** `"it's"` and `'it\\'s'` are `'it''s'`; LIKE has no escape by itself where a backslash is a character. */
export function standardTexts(statement: string): StandardText {
  const problems: string[] = [];
  const text = statement.replaceAll(QUOTED, (whole) => {
    const mark = whole.charAt(0);
    if (!/['"]/.test(mark)) return whole;
    const inside = whole.slice(1, -1).replaceAll(mark + mark, mark);
    if (/\\[0%_]/.test(inside))
      problems.push(`Its text ${whole} has an escape that \`sql:\` does not read as MySQL does.`);
    const plain = inside.replaceAll(/\\([^])/g, (_escape, one: string) => ESCAPES[one] ?? one);
    return `'${plain.replaceAll("'", "''")}'`;
  });
  return { statement: text, problems };
}

/** The first name in double quotes, which SQLite reads as a text where there is no such column. */
export function doubtfulName(statement: string): string | undefined {
  return sqlTokens(statement).find(({ kind, text }) => kind === 'name' && text.startsWith('"'))?.text;
}
