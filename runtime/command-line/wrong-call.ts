/** A command line that is no call: what is wrong with it, and the next step. */

/** Throws an error that `problemOf` reads. */
export function wrongCall(error: string, hint: string): never {
  throw new Error(error, { cause: hint });
}
