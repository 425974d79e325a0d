/** A list as a table: sorted and filtered here, and only the rows that are seen are in the page. */
import { type ShownRow, button, el, label, formatCount, readable } from './dom.ts';

/** Pixels; more rows than `ALL` have this height, and the others that of their text. */
const HEIGHT = 34;
const ALL = 40;
const SEEN = 25;

interface Shown {
  readonly columns: readonly string[];
  readonly cell: (row: ShownRow, column: string) => Node | string;
  readonly facts: (row: ShownRow) => Node;
  readonly locale: string | undefined;
}

interface Sorting {
  readonly column: string;
  readonly up: boolean;
}

export function table(rows: readonly ShownRow[], look: Shown): Node {
  const { columns, locale } = look;
  const texts = rows.map((row) => textOf(row, columns));
  const windowed = rows.length > ALL;
  const details = el('div', { 'aria-live': 'polite' });
  const body = el('tbody');
  const box = el('div', { class: windowed ? 'box window' : 'box', tabindex: 0, role: 'region', 'aria-label': 'Rows' });
  const count = el('output', { class: 'count' });
  const filter = el('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter' });
  let current = rows;
  let sorted: Sorting | undefined;
  const line = lineOf(rows, look, windowed ? details : undefined);
  const draw = (): void =>
    body.replaceChildren(...seenRows(current, windowed ? box.scrollTop : undefined, columns.length, line));
  const heads = columns.map((name) => {
    const sort = (): void => {
      sorted = { column: name, up: sorted?.column !== name || !sorted.up };
      update();
    };
    return el('th', { scope: 'col', class: isNumber(rows, name) }, button(label(name), sort));
  });
  const update = (): void => {
    const wanted = filter.value.trim().toLowerCase();
    current = rows.filter((_row, index) => texts[index]?.includes(wanted));
    if (sorted) current = inOrder(current, sorted, locale);
    for (const [index, head] of heads.entries())
      markSorted(head, columns[index] === sorted?.column ? sorted : undefined);
    const all = `${formatCount(rows.length, locale)} ${rows.length === 1 ? 'row' : 'rows'}`;
    count.textContent = current.length === rows.length ? all : `${formatCount(current.length, locale)} of ${all}`;
    box.scrollTop = 0;
    draw();
  };
  filter.addEventListener('input', update);
  box.addEventListener('scroll', draw, { passive: true });
  box.append(el('table', { 'aria-rowcount': rows.length + 1 }, el('thead', {}, el('tr', {}, ...heads)), body));
  update();
  return el('div', {}, el('div', { class: 'bar' }, rows.length > 5 && filter, count), box, details);
}

/** What a filter looks in. */
function textOf(row: ShownRow, columns: readonly string[]): string {
  return columns
    .map((name) => readable(row[name]))
    .join('\n')
    .toLowerCase();
}

type Line = (row: ShownRow, index: number) => Node;

/** A row of a windowed table is cut; a click shows it whole below the table. */
function lineOf(rows: readonly ShownRow[], { columns, cell, facts }: Shown, details: Element | undefined): Line {
  const classes = columns.map((name) => isNumber(rows, name));
  return (row, index) => {
    const cells = columns.map((name, at) => el('td', { class: classes[at], dir: 'auto' }, cell(row, name)));
    const line = el('tr', { 'aria-rowindex': index + 2, tabindex: details && 0 }, ...cells);
    const open = (): void => details?.replaceChildren(facts(row));
    line.addEventListener('click', open);
    line.addEventListener('keydown', ({ key, target }) => key === 'Enter' && target === line && open());
    return line;
  };
}

/** Those near the place to which the table is scrolled, between two empty rows with the height of the others. */
function seenRows(
  rows: readonly ShownRow[],
  scrolled: number | undefined,
  columns: number,
  line: Line,
): readonly Node[] {
  const first = scrolled === undefined ? 0 : Math.max(0, Math.floor(scrolled / HEIGHT) - 5);
  const last = scrolled === undefined ? rows.length : Math.min(rows.length, first + SEEN);
  const space = (count: number): readonly Node[] => {
    if (count === 0) return [];
    const filler = el('tr', { 'aria-hidden': 'true' }, el('td', { colspan: columns, class: 'space' }));
    filler.style.height = `${count * HEIGHT}px`;
    return [filler];
  };
  return [
    ...space(first),
    ...rows.slice(first, last).map((row, at) => line(row, first + at)),
    ...space(rows.length - last),
  ];
}

function isNumber(rows: readonly ShownRow[], column: string): string | undefined {
  return rows.every((row) => typeof row[column] === 'number') ? 'number' : undefined;
}

function markSorted(head: Element, sorted: Sorting | undefined): void {
  if (sorted) head.setAttribute('aria-sort', sorted.up ? 'ascending' : 'descending');
  else head.removeAttribute('aria-sort');
}

/** Numbers by size, others as words, what is missing last. */
function inOrder(rows: readonly ShownRow[], { column, up }: Sorting, locale: string | undefined): readonly ShownRow[] {
  const words = new Intl.Collator(locale, { numeric: true });
  const rank = (value: unknown): number => (value === undefined || value === null ? 1 : 0);
  return [...rows].sort((left, right) => {
    const [a, b] = [left[column], right[column]];
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(readable(a), readable(b));
    return up ? order : -order;
  });
}
