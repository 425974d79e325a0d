/** Reports how far a long loop is. The pipeline reports each step; only the command line decides what is shown. */

/** `doing` and `things` are words of one line, such as "checking 400 of 10,000 tools". */
export type OnStep = (doing: string, done: number, total: number, things: string) => void;

/** Maps the items in their order, and reports before each how many are done. */
export function mapInSteps<Item, Mapped>(
  items: readonly Item[],
  [doing, things]: readonly [doing: string, things: string],
  onStep: OnStep | undefined,
  map: (item: Item, place: number) => Mapped,
): Mapped[] {
  return items.map((item, done) => {
    onStep?.(doing, done, items.length, things);
    return map(item, done);
  });
}
