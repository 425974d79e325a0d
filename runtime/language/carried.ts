/** Optional modules that a tool needs: the compiler gives a server those, so that one without is a mistake of the compiler. */

/** Throws where the server does not carry it. */
export function carried<T>(module: T, what: string): NonNullable<T> {
  if (module === undefined || module === null) throw new Error(`this server does not carry ${what}`);
  return module;
}
