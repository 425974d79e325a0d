/** HTML as a typed template: a text enters only escaped, and invisible characters are shown as escapes. */
import { escapeUnsafe } from '../../base/text/escape.ts';
import { textHash } from '../../plan/hash.ts';

declare const wellFormed: unique symbol;

/** A well-formed piece of HTML. */
export interface Markup {
  readonly [wellFormed]: true;
  toString(): string;
}

type Hole = string | number | Markup | readonly Markup[];

function brand(text: string): Markup {
  return Object(text) as Markup;
}

/** Texts and numbers are escaped, for content and for quoted attributes alike; the template's own indentation goes. */
export function markup(strings: TemplateStringsArray, ...holes: readonly Hole[]): Markup {
  return brand(strings.map((text, index) => text.replaceAll(/\n\s*/g, '\n') + printPart(holes[index])).join(''));
}

export const NOTHING: Markup = brand('');

/** A sentence of a message: what is between backticks is code, and a command can be copied. */
export function prose(text: string): Markup {
  const pieces = text.split('`');
  const isPaired = pieces.length % 2 === 1;
  return markup`${pieces.map((piece, at) => (isPaired && at % 2 === 1 ? codeHtml(piece) : markup`${isPaired || at === 0 ? piece : `\`${piece}`}`))}`;
}

function codeHtml(text: string): Markup {
  return /^(?:haft|npx|npm|git) /.test(text)
    ? markup`<code class="command">${text}</code>`
    : markup`<code>${text}</code>`;
}

/** For the page's own style and script, which hold no text of a spec. */
export function verbatim(text: string): Markup {
  return brand(text);
}

function printPart(hole: Hole | undefined): string {
  if (hole === undefined) return '';
  if (typeof hole === 'string') return escape(hole);
  return Array.isArray(hole) ? hole.map(String).join('') : String(hole);
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return escapeUnsafe(text).replaceAll(/[&<>"']/g, (character) => NAMED[character] ?? character);
}

/** The name by which the summary leads to a card: short, and the same on every run. */
export function anchorOf({ kind, name, server }: { kind: string; name: string; server?: string }): string {
  return `${kind}-${textHash(JSON.stringify([server ?? '', name]))}`;
}
