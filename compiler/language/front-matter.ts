/** The front matter at the beginning of a Markdown file: YAML between two `---` lines. */
import { isObject } from '@haft/runtime/language';
import type { JsonObject } from '@haft/runtime/language';
import { load } from '../load/load.ts';

interface Parts {
  /** To the letter, with a byte order mark, both `---` lines and the line break behind them. */
  readonly source: string;
  readonly yaml: string;
  /** To the letter. */
  readonly body: string;
}

const FIRST_LINE = /^\uFEFF?---[ \t]*\r?\n/;
const LAST_LINE = /(?<=\n)---[ \t]*(?:\r?\n|(?![^]))/g;

/** Undefined where the text does not begin with front matter. */
export function splitFrontMatter(text: string): Parts | undefined {
  const [first] = FIRST_LINE.exec(text) ?? [];
  if (first === undefined) return undefined;
  LAST_LINE.lastIndex = first.length;
  const last = LAST_LINE.exec(text);
  if (!last) return undefined;
  const end = last.index + last[0].length;
  return { source: text.slice(0, end), yaml: text.slice(first.length, last.index), body: text.slice(end) };
}

/** The values of front matter, or the sentence that says why it has none. */
export function readFrontMatter(yaml: string): { readonly value: JsonObject } | { readonly problem: string } {
  const { value, diagnostics } = load([{ path: 'SKILL.md', text: yaml }]);
  const [problem] = diagnostics;
  if (problem) return { problem: problem.message };
  const [document, second] = value.documents;
  if (second || !isObject(document?.value)) return { problem: 'It is not one map of keys.' };
  // A document that was loaded is plain JSON.
  return { value: document.value as JsonObject };
}
