/** Elements and texts of the page: a value becomes a text node, never markup. */

export type ShownRow = Readonly<Record<string, unknown>>;
type Child = Node | string | undefined | false;

const SVG = 'http://www.w3.org/2000/svg';

/** An element with attributes; those that are undefined are left out. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  return withParts(document.createElement(name), attributes, children);
}

export function svg(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...children: Child[]
): SVGElement {
  return withParts(document.createElementNS(SVG, name), attributes, children);
}

function withParts<T extends Element>(element: T, attributes: object, children: readonly Child[]): T {
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(key, String(value));
  element.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return element;
}

/** A button that is pressed by pointer and keyboard; `submit` never fires in a frame without forms. */
export function button(label: string, press: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const element = el('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', press);
  return element;
}

export function isRow(value: unknown): value is ShownRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Control characters, and those that change the order in which others are read (`gnp.exe`). */
const UNREADABLE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** A value as it is read: digits are not formatCount, because a year, a code and an id are numbers too. */
export function readable(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.map(readable).join(', ');
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).replace(UNREADABLE, '');
}

/** `item_keys` as "Item keys". */
export function label(name: string): string {
  const words = readable(name).replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Of counts and axes. */
export function formatCount(count: number, locale?: string): string {
  return new Intl.NumberFormat(locale).format(count);
}
