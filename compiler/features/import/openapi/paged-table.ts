/** The fields of a large response where its pages are read as one result. */
import { isObject } from '@haft/runtime/language';
import type { Json } from '@haft/runtime/language';
import type { Paging } from './paging.ts';
import type { ImportedResult } from './result-table.ts';

/** The table of a single response for the result of several pages; nothing where it is not about their items. */
export function pagedTable(table: ImportedResult, { items, keys }: Paging): ImportedResult | undefined {
  const [key = ''] = table.at.slice(1);
  const list = table.result[key];
  if (!isObject(list) || list['each'] !== items) return undefined;
  // What leads to the next page is in `next`.
  const isOfPages = (pointer: Json): boolean => `${String(keys['pointer'])}/`.startsWith(`${String(pointer)}/`);
  const others = Object.entries(table.result).filter(([name]) => name !== key && !Object.hasOwn(PAGES, name));
  const facts = others.filter(([, pointer]) => !isOfPages(pointer));
  const pointers = facts.map(([name, pointer]) => [name, `/page${String(pointer)}`] as const);
  const result = { [key]: { ...list, each: '/items' }, ...Object.fromEntries(pointers), ...PAGES };
  return { ...table, result };
}

/** Of all pages; a page without its list may tell a failure, and a note why a page could not be read. */
const PAGES = { more: '/more', next: '/next', note: '/note', response: '/response' };
