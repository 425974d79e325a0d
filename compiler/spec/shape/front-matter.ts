/** The front matter at the beginning of a Markdown file: YAML between two `---` lines. */
import { type Json, type JsonObject, isObject, sameJson } from '@haft/runtime/language';
import { positionAt } from '../../base/diagnostic.ts';
import { applyEdits, differences } from '../yaml/apply-edits.ts';
import { load } from '../yaml/load.ts';
import type { NodePath } from '../yaml/spec.ts';

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

interface Unread {
  /** Why it has no values; lines are those of the file. */
  readonly problem: string;
  readonly hint: string;
}

const ONE_MAP = 'Write one `key: value` line for each key.';

/** The values of front matter. */
export function readFrontMatter(yaml: string): { readonly value: JsonObject } | Unread {
  const { value, diagnostics } = load([{ path: 'SKILL.md', text: yaml }]);
  const [problem] = diagnostics;
  if (problem?.code === 'file/empty') return { problem: 'It has no keys.', hint: ONE_MAP };
  if (problem) {
    // The first line of the file is the one with dashes.
    const line = positionAt(yaml, problem.span.start).line + 1;
    return { problem: `Line ${line}: ${problem.message}`, hint: problem.hint ?? 'Fix its YAML.' };
  }
  const [document, second] = value.documents;
  if (second || !isObject(document?.value)) return { problem: 'It is not one map of keys.', hint: ONE_MAP };
  // A document that was loaded is plain JSON.
  return { value: document.value };
}

interface Reworded {
  /** The keys that it has, in its order. */
  readonly original: JsonObject;
  /** With its comments, quotes and order, changed only where it says something else; undefined where that is not safe. */
  readonly text?: string;
}

/** Front matter with other values, in the text of the original. Undefined where `source` is no front matter. */
export function rewordFrontMatter(source: string, wanted: JsonObject): Reworded | undefined {
  const parts = splitFrontMatter(source);
  const { value, diagnostics } = load(parts?.body === '' ? [{ path: 'SKILL.md', text: parts.yaml }] : []);
  const [document, second] = value.documents;
  if (!parts || !document || second || diagnostics.length > 0 || !isObject(document.value)) return undefined;
  // A document that was loaded is plain JSON.
  const original = document.value;
  if (sameJson(original, wanted)) return { original, text: source };
  const target = inOrderOf(original, wanted);
  const changed = differences(original, target);
  // Strict readers know collections in block style only, which no edit would print.
  const edit = changed.some((path) => isCollection(target, path))
    ? undefined
    : document.edit({ kind: 'rewrite', path: [], target, changed });
  if (!edit) return { original };
  const lines = edit.text.replaceAll(/\r?\n/g, parts.yaml.includes('\r\n') ? '\r\n' : '\n');
  const yaml = applyEdits(parts.yaml, [{ ...edit, text: lines }]);
  const [first = ''] = FIRST_LINE.exec(source) ?? [];
  const text = `${first}${yaml}${yaml.endsWith('\n') ? '' : '\n'}${source.slice(first.length + parts.yaml.length)}`;
  const again = splitFrontMatter(text);
  const read = again?.body === '' && dashes(yaml) <= dashes(parts.yaml) ? readFrontMatter(again.yaml) : undefined;
  return read && 'value' in read && sameJson(read.value, wanted) ? { original, text } : { original };
}

function isCollection(value: Json, path: NodePath): boolean {
  const inner = path.reduce<unknown>((one, step) => (isObject(one) ? one[step] : undefined), value);
  return typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0;
}

/** Keys of the original in its order, then the others. */
export function inOrderOf(original: object, wanted: JsonObject): JsonObject {
  const originalKeys = Object.keys(original).filter((key) => Object.hasOwn(wanted, key));
  const more = Object.keys(wanted).filter((key) => !Object.hasOwn(original, key));
  return Object.fromEntries([...originalKeys, ...more].map((key) => [key, wanted[key] ?? null]));
}

/** Some readers cut the file at any of them (ADR 5). */
function dashes(yaml: string): number {
  return yaml.split('---').length;
}
