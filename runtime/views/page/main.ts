/** The page of every view: shows the result of the tool that led here in the form that its spec names. */
import { chart } from './chart.ts';
import type { ViewConfig } from '../../descriptor/view-descriptor.ts';
import { type ShownRow, button, el, isRow, label, readable } from './dom.ts';
import { form } from './form.ts';
import { connect } from './host.ts';
import { table } from './table.ts';

const view: ViewConfig = JSON.parse(document.querySelector('#view')?.textContent ?? '{}');
const main = document.querySelector('main') ?? document.body;
let input: ShownRow = {};
let drawnWidth = 0;
let redraw: (() => void) | undefined;

const host = connect((name, params) => {
  if (name === 'tool-input') input = isRow(params['arguments']) ? params['arguments'] : {};
  else if (name === 'tool-result') show(params);
  else if (name === 'tool-cancelled') main.replaceChildren(el('p', { class: 'note' }, 'The call was canceled.'));
});

new ResizeObserver(() => {
  if (redraw && Math.abs(main.clientWidth - drawnWidth) > 1) redraw();
}).observe(main);

function show(result: ShownRow): void {
  redraw = undefined;
  main.replaceChildren(resultOf(result, viewOf));
}

/** A failure is always shown with what to do next. */
function resultOf(result: ShownRow, success: (data: unknown, result: ShownRow) => Node): Node {
  const { structuredContent, isError, content } = result;
  const envelope = isRow(structuredContent) ? structuredContent : {};
  if (isError === true || envelope['success'] === false) {
    const text = blocksOf(content).find(({ type }) => type === 'text')?.['text'];
    const words = envelope['error'] ?? text ?? 'The call failed.';
    const hint = envelope['retry_hint'];
    return el(
      'div',
      { role: 'alert', class: 'error' },
      el('p', {}, readable(words)),
      hint !== undefined && el('p', {}, readable(hint)),
    );
  }
  const data = envelope['success'] === true ? envelope['data'] : structuredContent;
  return success(data, result);
}

function blocksOf(content: unknown): readonly ShownRow[] {
  return Array.isArray(content) ? content.filter(isRow) : [];
}

function viewOf(data: unknown, { content }: ShownRow): Node {
  const blocks = blocksOf(content);
  if (view.kind === 'image') return imageOf(data, blocks) ?? asJson(data, 'The result has no image.');
  if (view.kind === 'form' && view.form)
    return form(view.form, { ...(isRow(data) ? data : {}), ...input }, host, (result) => resultOf(result, done));
  if (data === undefined)
    return el(
      'p',
      { class: 'note' },
      blocks.length > 0
        ? 'The result is too long to show here; its text is in the conversation.'
        : 'The result is empty.',
    );
  if (view.kind === 'json') return tree(data);
  if (view.kind === 'facts') return facts(data);
  const part = view.of === undefined ? data : isRow(data) ? data[view.of] : undefined;
  if (view.kind === 'diff') return typeof part === 'string' ? diff(part) : asJson(data, 'The result has no diff.');
  if (!Array.isArray(part)) return asJson(data, 'The result has no list.');
  const rows = part.filter(isRow);
  if (rows.length === 0) return el('p', { class: 'note' }, part.length === 0 ? 'No items.' : readable(part));
  return view.kind === 'cards' ? cards(rows) : view.kind === 'chart' ? chartOf(rows) : tableOf(rows);
}

function done(data: unknown): Node {
  return el('div', {}, el('p', { class: 'done' }, 'Done.'), facts(data ?? {}));
}

function asJson(data: unknown, words: string): Node {
  return el('div', {}, el('p', { class: 'note' }, words), tree(data));
}

function columnsOf(rows: readonly ShownRow[]): readonly string[] {
  return view.columns ?? [...new Set(rows.slice(0, 50).flatMap((row) => Object.keys(row)))];
}

function tableOf(rows: readonly ShownRow[], columns = columnsOf(rows)): Node {
  const name = view.title ?? columns[0];
  const cell = (row: ShownRow, column: string): Node | string =>
    column === name ? itemName(row, column) : readable(row[column]);
  return table(rows, { columns, cell, facts, locale: host.locale() });
}

/** The name of an item, which leads to its address where the host opens those. */
function itemName(row: ShownRow, column: string): Node | string {
  const words = readable(row[column]);
  const url = view.link === undefined ? undefined : row[view.link];
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !host.can('openLinks')) return words;
  const open = (): void => void host.request('ui/open-link', { url }).catch(() => {});
  return button(words, open, { class: 'link', title: readable(url) });
}

function cards(rows: readonly ShownRow[]): Node {
  const columns = columnsOf(rows);
  const title = view.title ?? columns[0] ?? '';
  const list = el('ul', { class: 'cards' });
  const more = (from: number): void => {
    const to = from + 60;
    list.append(
      ...rows.slice(from, to).map((row) => {
        const rest = Object.fromEntries(
          columns.filter((name) => name !== title && name !== view.link).map((name) => [name, row[name]]),
        );
        return el('li', {}, el('h2', { dir: 'auto' }, itemName(row, title)), facts(rest));
      }),
    );
    if (to < rows.length) {
      const next = button(`Show more (${rows.length - to})`, () => {
        next.remove();
        more(to);
      });
      box.append(next);
    }
  };
  const box = el('div', {}, list);
  more(0);
  return box;
}

function chartOf(rows: readonly ShownRow[]): Node {
  const { chart: kind = 'bar', x = '', y = '' } = view;
  const box = el('div', { class: 'plot' });
  redraw = (): void => {
    drawnWidth = main.clientWidth;
    box.replaceChildren(chart(rows, { chart: kind, x, y, locale: host.locale(), width: Math.max(240, drawnWidth) }));
  };
  redraw();
  const values = el('details', {}, el('summary', {}, 'Values'));
  values.addEventListener('toggle', () => values.childElementCount === 1 && values.append(tableOf(rows, [x, y])));
  const words = el('p', { class: 'note' }, `${label(y)} by ${label(x).toLowerCase()}`);
  return el('div', {}, words, box, values);
}

function facts(data: unknown): Node {
  if (!isRow(data)) return tree(data);
  const list = el('dl');
  for (const [name, value] of Object.entries(data)) {
    const isFlat = !isRow(value) && !(Array.isArray(value) && value.some(isRow));
    list.append(
      el('dt', {}, label(name)),
      el('dd', { dir: 'auto' }, isFlat ? readable(value) : isRow(value) ? facts(value) : tree(value)),
    );
  }
  return list;
}

/** Opened part by part. */
function tree(value: unknown, name = '', depth = 0): Node {
  const key = name === '' ? '' : `${readable(name)}: `;
  if (typeof value !== 'object' || value === null) return el('span', {}, el('b', {}, key), readable(value));
  const entries = Object.entries(value);
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  const details = el('details', { class: 'tree' }, el('summary', {}, el('b', {}, key), size));
  const fill = (): void => {
    if (details.childElementCount > 1) return;
    const items = entries.slice(0, 200).map(([inner, one]) => el('li', {}, tree(one, inner, depth + 1)));
    const rest = entries.length > 200 && el('li', {}, `… and ${entries.length - 200} more`);
    details.append(el('ul', {}, ...items, rest));
  };
  details.addEventListener('toggle', fill);
  if (depth < 2 && entries.length <= 20) {
    details.open = true;
    fill();
  }
  return details;
}

function diff(text: string): Node {
  const lines = text.split('\n');
  const pre = el('pre', { class: 'diff', tabindex: 0 });
  for (const line of lines.slice(0, 5000)) {
    const kind = /^(?:\+\+\+|---|@@|diff )/.test(line)
      ? 'head'
      : line.startsWith('+')
        ? 'added'
        : line.startsWith('-')
          ? 'removed'
          : undefined;
    pre.append(el('span', { class: kind }, `${readable(line)}\n`));
  }
  if (lines.length > 5000) pre.append(el('span', { class: 'head' }, `… and ${lines.length - 5000} more lines`));
  return pre;
}

function imageOf(data: unknown, blocks: readonly ShownRow[]): Node | undefined {
  const own =
    view.of !== undefined && isRow(data)
      ? [{ data: data[view.of], mimeType: view.type }]
      : blocks.filter(({ type }) => type === 'image');
  const images = own.flatMap(({ data: bytes, mimeType }) => {
    if (typeof bytes !== 'string' || !/^image\/[\w.+-]+$/.test(String(mimeType))) return [];
    return el('img', { src: `data:${String(mimeType)};base64,${bytes}`, alt: `${document.title}, image` });
  });
  return images.length === 0 ? undefined : el('div', { class: 'images' }, ...images);
}
