/** One page of a list. */
export interface Page {
  start: number;
  limit: number;
  total: number;
}

/** Where the last page begins; 0 or less means the first page is the last. */
function lastStart({ start, limit, total }: Page): number {
  if (start >= total) return total - limit;
  const tail = total % limit;
  return tail === 0 ? total - limit : total - tail;
}

/** The `start` values behind the `Link` relations, by the arithmetic both servers share. */
export function pageStarts(page: Page): Record<string, number> {
  const { start, limit, total } = page;
  const starts: Record<string, number> = {};
  if (start > 0) {
    starts['first'] = 0;
    starts['prev'] = Math.max(0, start - limit);
  }
  if (start === 0 && limit >= total) {
    starts['last'] = 0;
  } else if (limit > 0) {
    starts['last'] = Math.max(0, lastStart(page));
    if (start + limit < total) starts['next'] = start + limit;
  }
  return starts;
}

/** The query string with another `start`; the first page does without. */
export function withStart(query: URLSearchParams, start: number): string {
  const copy = new URLSearchParams(query);
  if (start > 0) copy.set('start', String(start));
  else copy.delete('start');
  return copy.toString();
}

/** A `Link` header value. */
export function linkHeader(links: Record<string, string>): string {
  return Object.entries(links)
    .map(([rel, url]) => `<${url}>; rel="${rel}"`)
    .join(', ');
}
