/** The frame of every page and its script: one file that sends no request and works without the script. */
import { fileHash } from '../../plan/hash.ts';
import { type Markup, NOTHING, markup, verbatim } from './markup.ts';
import { STYLE } from './style.ts';

/** The script of the page: copy, filter, fold, and open everything for printing. Plain ASCII: its hash is in the policy. */

const SCRIPT = `
'use strict';
(() => {
  const find = (id) => document.getElementById(id);
  const list = (selector, from = document) => [...from.querySelectorAll(selector)];
  let closed = [];
  addEventListener('beforeprint', () => {
    closed = list('details:not([open])');
    for (const element of closed) element.open = true;
  });
  addEventListener('afterprint', () => {
    for (const element of closed) element.open = false;
  });

  // A number of a matrix leads to cases that may be folded.
  const reveal = () => {
    const target = location.hash.length > 1 && find(decodeURIComponent(location.hash.slice(1)));
    const folded = target && target.closest('details');
    if (folded && !folded.open) {
      folded.open = true;
      target.scrollIntoView();
    }
  };
  addEventListener('hashchange', reveal);
  reveal();

  // Next to the command: a page in a file may have no clipboard, but can always copy what is selected.
  for (const command of list('code.command')) {
    const copy = document.createElement('button');
    copy.type = 'button';
    copy.className = 'copy';
    copy.textContent = 'Copy';
    copy.setAttribute('aria-label', 'Copy ' + command.textContent);
    copy.addEventListener('click', () => {
      getSelection().selectAllChildren(command);
      copy.textContent = document.execCommand('copy') ? 'Copied' : 'Selected';
    });
    command.after(copy);
  }

  const filters = find('filters');
  if (!filters) return;
  const changes = list('.change').map((element) => ({ element, text: '' }));
  const holders = list('.part, .group');
  const buttons = list('button[data-filter]');
  const field = find('find');
  const chosen = (filter) =>
    buttons.filter((b) => b.dataset.filter === filter && b.getAttribute('aria-pressed') === 'true').map((b) => b.dataset.value);

  const textOf = (change) => {
    if (change.text === '') {
      const part = change.element.closest('.part').querySelector('h3').textContent;
      const group = change.element.closest('.group').querySelector('h2').textContent;
      change.text = (group + ' ' + part + ' ' + change.element.textContent).toLowerCase();
    }
    return change.text;
  };

  const show = () => {
    const verdicts = chosen('verdict');
    const axes = chosen('axis');
    const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let count = 0;
    for (const change of changes) {
      const { verdict, axis } = change.element.dataset;
      const fits =
        (verdicts.length === 0 || verdicts.includes(verdict)) &&
        (axes.length === 0 || axes.includes(axis)) &&
        (words.length === 0 || words.every((word) => textOf(change).includes(word)));
      change.element.hidden = !fits;
      if (fits) count += 1;
    }
    for (const holder of holders) holder.hidden = !holder.querySelector('.change:not([hidden])');
    find('nothing').hidden = count > 0;
    find('count').textContent = count === changes.length ? 'All ' + count + ' shown' : count + ' of ' + changes.length + ' shown';
  };

  const reset = () => {
    for (const button of buttons) button.setAttribute('aria-pressed', 'false');
    field.value = '';
    show();
  };

  for (const button of buttons)
    button.addEventListener('click', () => {
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
      show();
    });
  field.addEventListener('input', show);
  const foldAll = (open) => {
    for (const { element } of changes) if (!element.hidden) element.open = open;
  };
  find('unfold').addEventListener('click', () => foldAll(true));
  find('fold').addEventListener('click', () => foldAll(false));
  find('all').addEventListener('click', reset);
  find('reset').addEventListener('click', () => {
    reset();
    field.focus();
  });

  // A link of the summary leads to a card even where a filter hides it.
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    const target = link && find(link.getAttribute('href').slice(1));
    if (target && target.closest('[hidden]')) reset();
  });

  filters.hidden = false;
  show();
})();
`;

interface FilterRow {
  readonly filter: 'verdict' | 'axis';
  readonly label: string;
  readonly values: readonly { readonly value: string; readonly text: string; readonly count: number }[];
}

/** Buttons and a field that narrow the page down; the script shows them, for without it they could do nothing. */
export function filtersHtml(things: 'changes' | 'findings', rows: readonly FilterRow[]): Markup {
  return markup`<search class="filters" id="filters" aria-label="Filter ${things}" hidden>
    <div class="find">
      <label for="find">Search</label> <input type="search" id="find" autocomplete="off" spellcheck="false">
    </div>
    <div class="folds">
      <button type="button" id="all">Reset</button> <button type="button" id="unfold">Expand all</button>
      <button type="button" id="fold">Collapse all</button>
    </div>
    ${rows.map(({ filter, label, values }) => markup`<div role="group" aria-label="${label}">${values.map((one) => button(filter, one))}</div>\n`)}
    <output id="count" aria-live="polite"></output>
  </search>
  <p id="nothing" class="note" hidden>No ${things === 'changes' ? 'change' : 'finding'} matches. <button type="button" id="reset">Show all</button></p>\n`;
}

function button(filter: string, { value, text, count }: FilterRow['values'][number]): Markup {
  if (count === 0) return NOTHING;
  return markup`<button type="button" aria-pressed="false" data-filter="${filter}" data-value="${value}">${text} <span class="note">${count}</span></button>`;
}

interface Page {
  readonly title: string;
  readonly heading: string;
  readonly lead: Markup;
  /** Id of the part that readers with a keyboard may skip to. */
  readonly target: 'changes' | 'findings' | 'cases';
  /** Style after the one of all pages; plain ASCII. */
  readonly style?: string;
  readonly main: Markup;
  readonly footer: Markup;
}

export function pageHtml({ title, heading, lead, target, style = '', main, footer }: Page): Markup {
  return markup`<!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy(STYLE + style)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <link rel="icon" href="data:,">
    <title>Haft: ${title}</title>
    <style>${verbatim(STYLE + style)}</style>
    </head>
    <body>
    <a class="skip" href="#${target}">Skip to the ${target}</a>
    <header><h1>${heading}</h1>
    ${lead}</header>
    <main>
    ${main}
    </main>
    <footer><p>${footer}</p></footer>
    <script>${verbatim(SCRIPT)}</script>
    </body>
    </html>\n`;
}

function policy(style: string): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(SCRIPT)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** As a browser computes it of the text between the tags, which is ASCII. */
function hashOf(text: string): string {
  const hex = fileHash(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  const bytes = hex.match(/../g) ?? [];
  return `sha256-${btoa(bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(''))}`;
}
