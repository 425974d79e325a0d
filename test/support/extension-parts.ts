/** One thing that AGENTS.md says how to add: its parts, and the complaint that names each part that is forgotten. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A new file, or text that is added to an existing one, after the first match of a place. With neither, what `npm run fix` prints. */
interface Part {
  readonly file: string;
  readonly text?: () => string;
  readonly add?: readonly [place: RegExp, added: string];
}

/** A part, or a piece of the first part's text; and the complaint that names it. */
export type Forgotten = readonly [
  what: string,
  forget: { readonly part?: string; readonly piece?: string | RegExp },
  named: RegExp,
];

export interface Extension {
  readonly name: string;
  readonly parts: readonly Part[];
  readonly forgotten: readonly Forgotten[];
}

/** Where imports begin. */
export const IMPORTS = /^(?=import )/m;
/** The end of a file. */
export const END = /$/;

/** Where the entries of a list or table begin. */
export function entriesOf(name: string): RegExp {
  return new RegExp(String.raw`\bconst ${name}\b[^;]*? = [{[]`);
}

/** Before a constant. */
export function before(name: string): RegExp {
  return new RegExp(String.raw`^(?=export const ${name}\b)`, 'm');
}

/** The text of an existing file, with other words. */
export function like(file: string, ...words: readonly (readonly [string, string])[]): () => string {
  return () =>
    words.reduce((text, [word, other]) => requireChange(text, text.replaceAll(word, other), file, word), read(file));
}

/**
 * The files that an extension adds or edits, by path, without what is forgotten.
 *
 * @throws Error where a place, a word or what is forgotten does not exist.
 */
export function extensionFiles({ parts }: Extension, { part, piece = '' }: Forgotten[1] = {}): Record<string, string> {
  const files: Record<string, string> = {};
  if (part !== undefined && !parts.some(({ file }) => file === part)) throw new Error(`${part} is no part.`);
  for (const [at, { file, text, add }] of parts.entries()) {
    const without = (all: string): string =>
      at > 0 || piece === '' ? all : requireChange(all, all.replace(piece, ''), file, piece);
    if (file === part) continue;
    if (text) files[file] = without(text());
    if (!add) continue;
    const [place, added] = add;
    const previous = files[file] ?? read(file);
    if (!place.test(previous)) throw missingPlace(file, place);
    files[file] = previous.replace(place, (match) => `${match}${without(added)}`);
  }
  return files;
}

function requireChange(previous: string, current: string, file: string, what: string | RegExp): string {
  if (previous === current) throw missingPlace(file, what);
  return current;
}

function missingPlace(file: string, what: string | RegExp): Error {
  return new Error(`${file} has no ${String(what)}. Update the steps in test/support/extension*.ts.`);
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
