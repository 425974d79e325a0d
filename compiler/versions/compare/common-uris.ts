/** URIs that two templates have in common, as samples: each is matched by both, as the server matches. */
import { matchUri } from '@haft/runtime/language';

/** A character, or undefined for a variable. */
type Piece = string | undefined;

/** How far the one template has been read; `begun`: its variable has a character. */
interface Place {
  readonly at: number;
  readonly begun: boolean;
}

/** Enough for templates whose variables end at different texts. */
const MAX_SAMPLES = 64;

/** Empty where no URI was found that both have. A URI without variables is a template that has only itself. */
export function commonUris(one: string, other: string): readonly string[] {
  const filler = [...'~zqxjkvwyZQXJKVWY'].find((letter) => !(one + other).includes(letter)) ?? 'x';
  const search: Search = { pieces: [piecesOf(one), piecesOf(other)], filler, samples: [], dead: new Set() };
  const start = { at: 0, begun: false };
  join(search, [start, start], '');
  return search.samples.filter((uri) => hasUri(one, uri) && hasUri(other, uri));
}

interface Search {
  readonly pieces: readonly [readonly Piece[], readonly Piece[]];
  readonly filler: string;
  readonly samples: string[];
  /** Places from which no text of both leads on. */
  readonly dead: Set<string>;
}

function hasUri(template: string, uri: string): boolean {
  return template === uri || matchUri(template, uri) !== undefined;
}

function piecesOf(template: string): readonly Piece[] {
  return [...template.matchAll(/\{\w+\}|[^]/gu)].map(([text]) => (/^\{\w+\}$/.test(text) ? undefined : text));
}

/** Collects every text of both, with one filler where two variables meet. */
function join(search: Search, places: readonly [Place, Place], begun: string): void {
  const key = JSON.stringify(places);
  const { length } = search.samples;
  if (length >= MAX_SAMPLES || search.dead.has(key)) return;
  const [one, other] = places;
  if (one.begun) join(search, [{ at: one.at + 1, begun: false }, other], begun);
  if (other.begun) join(search, [one, { at: other.at + 1, begun: false }], begun);
  takeNext(search, places, begun);
  if (search.samples.length === length) search.dead.add(key);
}

function takeNext(search: Search, [one, other]: readonly [Place, Place], begun: string): void {
  const { pieces, filler, samples } = search;
  const isEnd = [one.at >= pieces[0].length, other.at >= pieces[1].length];
  if (isEnd.every(Boolean)) samples.push(begun);
  if (isEnd.some(Boolean)) return;
  const [left, right] = [pieces[0][one.at], pieces[1][other.at]];
  const character = takenText(left, right, filler);
  // A second filler in the same two variables shows nothing else.
  const isIdle = left === undefined && right === undefined && one.begun && other.begun;
  if (character !== undefined && !isIdle)
    join(search, [placeAfter(one, left), placeAfter(other, right)], begun + character);
}

/** The character that both take; no variable takes a separator. */
function takenText(left: Piece, right: Piece, filler: string): string | undefined {
  const [text, other] = left === undefined ? [right, left] : [left, right];
  if (text === undefined) return filler;
  if (other === undefined) return /[/?#]/.test(text) ? undefined : text;
  return text === other ? text : undefined;
}

function placeAfter({ at }: Place, piece: Piece): Place {
  return piece === undefined ? { at, begun: true } : { at: at + 1, begun: false };
}
