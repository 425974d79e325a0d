/** Derives names: titles for people, identifiers for TypeScript. */
import { memoizeText } from '../base/memo.ts';
import { capital } from '../base/text/escape.ts';
import { wordSet } from '../base/word-lists.ts';

/** `search_references` → `Search references`. */
export function titleOf(name: string): string {
  return capital(wordsOf(name).join(' '));
}

/** `search_references` → `SearchReferences`. */
export const typeName = memoizeText((name): string => {
  const joined = wordsOf(name).map(capital).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `Tool${joined}`;
});

/** `search_references` → `searchReferences`; a reserved word gets `Tool` behind it. */
export function functionName(name: string): string {
  const type = typeName(name);
  const camel = type.charAt(0).toLowerCase() + type.slice(1);
  return RESERVED.has(camel) ? `${camel}Tool` : camel;
}

function wordsOf(name: string): string[] {
  return name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
}

const RESERVED = wordSet(`
  arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public
  return static super switch this throw true try typeof var void while with yield
`);
