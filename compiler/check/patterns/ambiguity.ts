/** Texts that a pattern can match in several ways, the number of which grows with the length. */
import type { Position, Positions } from './positions.ts';

/** Each repetition of `again` adds a choice. */
export interface Ambiguity {
  /** Where the reading starts; `undefined` for any place of the text. */
  readonly from: Position | undefined;
  readonly to: Position;
  /** The kinds of its characters, in order. */
  readonly again: readonly number[];
}

/** Steps of all searches together. */
const MAX_WORK = 300_000;

/** All places at once, and how they were reached. */
interface Node {
  readonly at: readonly number[];
  readonly apart: boolean;
  readonly kind: number;
  readonly from: Node | undefined;
}

interface Search {
  readonly list: readonly Position[];
  /** Where each place can lead to. */
  readonly reach: (at: number) => ReadonlySet<number>;
  work: number;
}

/**
 * Exponentially many ways are where a place leads back to itself in two ways, polynomially many where one repeat can hand on to another at
 * any moment (Weber and Seidl, "On the degree of ambiguity of finite automata"). Exponential ones come first; with `anywhere`, a reading may start at each character; `refers` where
 * the pattern has references.
 */
export function* ambiguitiesOf({ list, first }: Positions, anywhere: boolean, refers: boolean): Generator<Ambiguity> {
  const all = [...new Set(list.flatMap(({ kinds }) => [...kinds]))];
  const origin = list.length;
  const start: Position = { kinds: new Set(all), loops: [], before: '', next: [origin, ...first] };
  const whole = [...list, start];
  const reached = new Map<number, ReadonlySet<number>>();
  const reach = (at: number): ReadonlySet<number> => {
    const known = reached.get(at) ?? reachOf(whole, at, search);
    reached.set(at, known);
    return known;
  };
  const search: Search = { list: whole, reach, work: 0 };
  const cyclic = [...list.keys()].filter((at) => (list[at]?.loops.length ?? 0) > 0 && reach(at).has(at));
  for (const at of cyclic) yield* found(search, [at, at], [at, at], undefined);
  // A reference compares again what a repeat has read, for each way in which it can be split up.
  if (refers) for (const at of cyclic) yield* found(search, [at], [at], undefined);
  const starts = anywhere ? [...cyclic, origin] : cyclic;
  for (const from of starts) {
    for (const to of cyclic) {
      if (from === to || !reach(from).has(to)) continue;
      yield* found(search, [from, from, to], [from, to, to], origin);
    }
  }
}

function* found(
  search: Search,
  from: readonly number[],
  to: readonly number[],
  origin: number | undefined,
): Generator<Ambiguity> {
  const again = wordBetween(search, from, to);
  const [one = 0] = from;
  const last = search.list[to[1] ?? one];
  if (again !== undefined && last) yield { from: one === origin ? undefined : search.list[one], to: last, again };
}

function reachOf(list: readonly Position[], from: number, search: { work: number }): ReadonlySet<number> {
  const reached = new Set(list[from]?.next);
  // A set that grows while it is read is read to its end.
  for (const at of reached) {
    const next = list[at]?.next ?? [];
    search.work += next.length;
    if (search.work > MAX_WORK) break;
    for (const other of next) reached.add(other);
  }
  return reached;
}

/** The shortest text on which several readings lead from some places to others; two equal readings have to part on the way. */
function wordBetween(search: Search, from: readonly number[], to: readonly number[]): readonly number[] | undefined {
  const seen = new Set<number>();
  const queue: Node[] = [{ at: from, apart: from.length !== 2, kind: -1, from: undefined }];
  for (const node of queue) {
    for (const next of nextOf(search, node)) {
      if (next.apart && next.at.every((at, index) => at === to[index])) return wordOf(next);
      const key = next.at.reduce((sum, at) => sum * search.list.length + at, next.apart ? 1 : 0);
      if (seen.has(key)) continue;
      seen.add(key);
      if (next.at.every((at, index) => at === to[index] || search.reach(at).has(to[index] ?? -1))) queue.push(next);
    }
  }
  return undefined;
}

function* nextOf(search: Search, node: Node): Generator<Node> {
  const places = node.at.map((at) => search.list[at]);
  const kind = [...(places[0]?.kinds ?? [])].find((one) => places.every((place) => place?.kinds.has(one)));
  if (kind === undefined) return;
  search.work += places.reduce((count, place) => count * (place?.next.length ?? 0), 1);
  if (search.work > MAX_WORK) return;
  for (const edges of product(places.map((place) => [...(place?.next ?? []).keys()]))) {
    const apart = node.apart || edges.some((edge) => edge !== edges[0]);
    yield { at: edges.map((edge, index) => places[index]?.next[edge] ?? 0), apart, kind, from: node };
  }
}

function product<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (all, list) => all.flatMap((one) => list.map((item) => [...one, item])),
    [[]],
  );
}

function wordOf(node: Node): readonly number[] {
  const word: number[] = [];
  for (let one: Node | undefined = node; one?.from !== undefined; one = one.from) word.unshift(one.kind);
  return word;
}
