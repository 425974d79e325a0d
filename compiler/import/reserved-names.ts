/** Names that no imported parameter gets: in templates they mean something else, or every object has them. */

export const RESERVED: ReadonlySet<string> = new Set([
  'env',
  'item',
  'response',
  'detail',
  '__proto__',
  'constructor',
  'prototype',
]);
