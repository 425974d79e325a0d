/** Names of imported parameters: letters, digits and "_", and nothing that templates or objects have already. */
import { snakeCase } from '../../check/analysis/names/name-words.ts';

/** In templates these mean something else, or every object has them. */
const RESERVED: ReadonlySet<string> = new Set([
  'env',
  'item',
  'response',
  'detail',
  '__proto__',
  'constructor',
  'prototype',
]);

export function isTakenBy(parameters: object): (name: string) => boolean {
  return (name) => RESERVED.has(name) || Object.hasOwn(parameters, name);
}

/** Names that all models and templates accept. */
export function plainName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)) return name;
  const bare = /[^A-Za-z0-9_]/.test(name) ? snakeCase(name.replaceAll(/[^A-Za-z0-9]+/g, '_')) : name;
  const cut = bare.slice(0, 60).replace(/(?<!_)_+$/, '');
  return /^[A-Za-z_]/.test(cut) ? cut : `value${cut === '' ? '' : `_${cut}`}`;
}
