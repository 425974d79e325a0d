/** Bars, a line or points as SVG: one path for all marks, since a thousand elements are too many. */
import { type ShownRow, formatCount, readable, svg } from './dom.ts';

interface Axes {
  readonly chart: 'bar' | 'line' | 'scatter';
  readonly x: string;
  readonly y: string;
  readonly locale: string | undefined;
  /** Pixels. */
  readonly width: number;
}

interface Point {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Bars with a name each up to this many. */
const NAMED = 30;

export function chart(rows: readonly ShownRow[], axes: Axes): SVGElement {
  const points = pointsOf(rows, axes);
  const drawn = axes.chart === 'bar' && points.length <= NAMED ? namedBars(points, axes) : plot(points, axes);
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('aria-label', summary(points, axes));
  return drawn;
}

/** Numbers and days have a place of their own; others are one after the other. */
function pointsOf(rows: readonly ShownRow[], { chart: kind, x, y }: Axes): readonly Point[] {
  const place = (value: unknown): number =>
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{4}-\d\d/.test(value)
        ? Date.parse(value)
        : NaN;
  const places = rows.map((row) => place(row[x]));
  const inOrder = kind === 'bar' || places.some((one) => Number.isNaN(one));
  const points = rows.map((row, index) => ({
    name: readable(row[x]),
    x: inOrder ? index : (places[index] ?? 0),
    y: Number(row[y]),
  }));
  const finite = points.filter((point) => Number.isFinite(point.y));
  return kind === 'line' ? finite.sort((a, b) => a.x - b.x) : finite;
}

function summary(points: readonly Point[], { chart: kind, x, y }: Axes): string {
  const [first, ...rest] = points;
  const what = `${kind === 'bar' ? 'Bars' : kind === 'line' ? 'A line' : 'Points'}: ${y} by ${x}`;
  if (first === undefined) return `${what}, no values.`;
  const high = rest.reduce((a, b) => (b.y > a.y ? b : a), first);
  const low = rest.reduce((a, b) => (b.y < a.y ? b : a), first);
  return `${what}, ${points.length} values, from ${low.y} (${low.name}) to ${high.y} (${high.name}).`;
}

function canvas(width: number, height: number, ...parts: SVGElement[]): SVGElement {
  return svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, class: 'chart' }, ...parts);
}

function text(x: number, y: number, anchor: string, words: string, more = ''): SVGElement {
  return svg('text', { x, y, 'text-anchor': anchor, class: more || undefined }, words);
}

function cut(words: string, pixels: number): string {
  const most = Math.max(3, Math.floor(pixels / 7.2));
  return words.length > most ? `${words.slice(0, most - 1)}…` : words;
}

/** One under the other, because names are read from left to right. */
function namedBars(points: readonly Point[], { width, locale }: Axes): SVGElement {
  const [step, bar] = [28, 18];
  const longest = Math.max(0, ...points.map(({ name }) => name.length)) * 7.2 + 10;
  const left = Math.min(longest, width * 0.4);
  const most = Math.max(0, ...points.map(({ y }) => y));
  const least = Math.min(0, ...points.map(({ y }) => y));
  const room = Math.max(20, width - left - 72);
  const scale = room / (most - least || 1);
  const zero = left - least * scale;
  const parts = points.flatMap(({ name, y }, index) => {
    const top = index * step + 4;
    const [start, length] = [zero + Math.min(0, y) * scale, Math.abs(y) * scale];
    return [
      text(left - 8, top + 13, 'end', cut(name, left - 8)),
      svg(
        'rect',
        { x: start, y: top, width: Math.max(1, length), height: bar, rx: 3, class: 'mark' },
        svg('title', {}, `${name}: ${y}`),
      ),
      text(start + length + 6, top + 13, 'start', formatCount(y, locale), 'value'),
    ];
  });
  return canvas(width, points.length * step + 8, ...parts);
}

function plot(points: readonly Point[], axes: Axes): SVGElement {
  const { width, locale, chart: kind } = axes;
  const height = 280;
  const ys = points.map(({ y }) => y);
  const xs = points.map(({ x }) => x);
  const ticks = ticksOf(
    Math.min(kind === 'bar' ? 0 : Infinity, ...ys),
    Math.max(kind === 'bar' ? 0 : -Infinity, ...ys),
  );
  const names = ticks.map((tick) => formatCount(tick, locale));
  const left = Math.max(...names.map(({ length }) => length)) * 7.2 + 14;
  const [right, top, bottom] = [width - 14, 12, height - 28];
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const [from, to] = [Math.min(...xs), Math.max(...xs)];
  const slot = kind === 'bar' ? (right - left) / Math.max(1, points.length) : 0;
  const px = (x: number): number => left + slot / 2 + ((x - from) / (to - from || 1)) * (right - left - slot);
  const py = (y: number): number => bottom - ((y - low) / (high - low || 1)) * (bottom - top);
  const grid = ticks.flatMap((tick, index) => [
    svg('line', { x1: left, x2: right, y1: py(tick), y2: py(tick), class: 'grid' }),
    text(left - 8, py(tick) + 4, 'end', names[index] ?? ''),
  ]);
  const marks = points.map(({ x, y }, index) => {
    const [a, b] = [px(x).toFixed(1), py(y).toFixed(1)];
    if (kind === 'line') return `${index === 0 ? 'M' : 'L'}${a} ${b}`;
    if (kind === 'scatter') return `M${a} ${b}h.01`;
    return `M${a} ${py(0).toFixed(1)}V${b}`;
  });
  const path = svg('path', { d: marks.join(''), class: `path ${kind}s` });
  if (kind === 'bar') path.setAttribute('stroke-width', String(Math.max(1, slot * 0.7)));
  return canvas(width, height, ...grid, ...below(points, { px, left, right, bottom }), path);
}

interface Below {
  readonly px: (x: number) => number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/** As many names as have room; the last one ends where the chart ends. */
function below(points: readonly Point[], { px, left, right, bottom }: Below): SVGElement[] {
  const sorted = [...points].sort((a, b) => a.x - b.x);
  const most = Math.max(2, Math.floor((right - left) / 90));
  const step = Math.max(1, Math.ceil(sorted.length / most));
  return sorted
    .filter((_point, index) => index % step === 0)
    .map(({ x, name }) => {
      const at = px(x);
      const anchor = at > right - 40 ? 'end' : at < left + 40 ? 'start' : 'middle';
      return text(anchor === 'end' ? right : at, bottom + 18, anchor, cut(name, 84));
    });
}

/** Steps of 1, 2 or 5, the last one above the highest value. */
function ticksOf(low: number, high: number): readonly number[] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  const rough = (high - low || Math.abs(high) || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const first = Math.floor(low / step);
  const last = Math.floor(high / step) + 1;
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}
