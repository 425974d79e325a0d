/** One change at a time: the desktop application can ask the user only one question at once. */

let last: Promise<unknown> = Promise.resolve();

/** Starts the work when all earlier work is over, however that ended. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => {});
  return turn;
}
