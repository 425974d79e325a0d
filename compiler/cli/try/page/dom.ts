/** Elements of the page: a text of a spec or a service becomes a text node, never markup. */
import { thrownMessage } from '@haft/runtime/language';
import { escapeUnsafe } from '../../../base/text/escape.ts';

type Child = Node | string | undefined | false;
type Listener = (event: Event) => void;

/** Functions listen to the event of their name; what is undefined or false is left out. */
type Attributes = Readonly<Record<string, string | number | boolean | Listener | undefined>>;

/** Invisible characters and marks of direction in texts are shown as escapes. */
export function el<N extends keyof HTMLElementTagNameMap>(
  name: N,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[N] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key, value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  const nodes = children.filter((child): child is Node | string => child !== undefined && child !== false);
  element.append(...nodes.map((child) => (typeof child === 'string' ? escapeUnsafe(child) : child)));
  return element;
}

/** A line that matters less than those around it. */
export function quiet(...children: readonly Child[]): HTMLElement {
  return el('p', { class: 'quiet' }, ...children);
}

/** One that does something, by pointer and keyboard. */
export function button(label: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return el('button', { type: 'button', click: press, ...attributes }, label);
}

export function find(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no "${id}".`);
  return element;
}

/** A text of code, of a model or of a service. */
export function block(text: string, attributes: Attributes = {}): HTMLPreElement {
  return el('pre', { dir: 'auto', ...attributes }, text);
}

/** A table; where it does not fit, its rows are lists, or it scrolls. */
export function table(label: string, heads: readonly string[], rows: readonly (readonly Child[])[]): HTMLElement {
  const head = el('tr', {}, ...heads.map((one) => el('th', { scope: 'col' }, one)));
  const body = rows.map(([first, ...rest]) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, first),
      ...rest.map((one, at) => el('td', { 'data-head': heads[at + 1] }, one)),
    ),
  );
  const element = el('table', {}, el('thead', {}, head), el('tbody', {}, ...body));
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label }, element);
}

export function badge(text: string): HTMLElement {
  return el('span', { class: `badge ${text.replaceAll(' ', '-')}` }, text);
}

/** A command to copy. */
export function command(text: string): HTMLElement {
  const code = el('code', {}, text);
  const copy = button('Copy', () => {
    getSelection()?.selectAllChildren(code);
    void navigator.clipboard?.writeText(text).catch(() => {});
    say(`Copied: ${text}`);
  });
  copy.setAttribute('aria-label', `Copy ${text}`);
  return el('span', { class: 'command' }, code, copy);
}

/** What happened, in one line at the end of the page. */
export function say(text: string, isBad = false): void {
  const status = find('status');
  status.replaceChildren(el('span', isBad ? { class: 'bad' } : {}, text));
}

/** Puts other nodes into an element. Where it has the focus, what has the same id gets it, or `next`: keys go on from there. */
export function refill(element: HTMLElement, nodes: readonly Node[], next = (): HTMLElement => element): void {
  const { activeElement } = document;
  const had = element.contains(activeElement);
  element.replaceChildren(...nodes);
  if (had) (document.getElementById(activeElement?.id ?? '') ?? next()).focus();
}

/** Fills a place of the tab that is open now: not where another one, or none, is in the page by the time of the answer. */
export function drawingHere(): (id: string, nodes: () => readonly Node[]) => void {
  const { open } = find('main').dataset;
  return (id, nodes) => {
    const place = find('main').dataset['open'] === open ? document.getElementById(id) : null;
    if (place) refill(place, nodes());
  };
}

/** The same work; an error is told in the status line. */
export function reporting<A extends readonly unknown[]>(work: (...all: A) => Promise<void>): (...all: A) => void {
  return (...all) => {
    work(...all).catch((error: unknown) => say(thrownMessage(error), true));
  };
}

/** A sentence of Haft: what is between backticks is code. */
export function sentence(text: string): HTMLElement {
  const parts = text.split('`');
  const isPaired = parts.length % 2 === 1;
  return el(
    'span',
    { dir: 'auto' },
    ...parts.map((part, at) => (isPaired && at % 2 === 1 ? el('code', {}, part) : part)),
  );
}
