import { fullName, isRegular, lastName, title, year } from './item.ts';
import type { Item } from './item.ts';

/** Escapes text for HTML; titles in Zotero may hold a little markup of their own. */
export function escapeHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function entry(item: Item): string {
  const who = item.creators.map((creator) => fullName(creator)).join(', ');
  const rest = [who, title(item), year(item)].filter((part) => part !== '');
  return escapeHtml(`${rest.join('. ')}.`);
}

/** A bibliography as the citation processor wraps it. One plain entry per item, whatever the style. */
export function bibliography(items: readonly Item[]): string {
  const entries = items
    .filter((item) => isRegular(item))
    .map((item) => `  <div class="csl-entry">${entry(item)}</div>\n`);
  return `<div class="csl-bib-body" style="line-height: 1.35; ">\n${entries.join('')}</div>`;
}

/** The short form for running text. */
export function citation(item: Item): string {
  const who = item.creators[0] === undefined ? title(item) : lastName(item.creators[0]);
  return escapeHtml([who, year(item) === '' ? 'n.d.' : year(item)].join(', '));
}

/** The `creatorSummary` of response metadata. */
export function creatorSummary(item: Item): string | undefined {
  const names = item.creators.map((creator) => lastName(creator));
  if (names.length === 0) return undefined;
  if (names.length === 1) return names[0];
  return names.length === 2 ? names.join(' and ') : `${names[0]} et al.`;
}
