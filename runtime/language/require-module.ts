/** Optional modules that a tool needs: the compiler includes them in a server, so a missing one is a bug of the compiler. */

/** Throws where the server does not include it. */
export function requireModule<T>(module: T, what: string): NonNullable<T> {
  if (module === undefined || module === null) throw new Error(`this server does not include ${what}`);
  return module;
}
