/** The tab of what a model reads: the parts of the text with their tokens, the rest, and what hosts make of it. */
import type { ModelText } from '../../../features/desk/model-text.ts';
import { block, el, quiet, sentence, table } from './dom.ts';

export function modelNodes({ parts, tokens, notes, document, hosts }: ModelText): readonly Node[] {
  const [whole, ...others] = tokens;
  const more = others.slice(0, MAX_ROWS).map((one) => `${one.what} ${one.tokens}`);
  return [
    el('h3', {}, 'A model reads'),
    el('div', { class: 'text' }, ...parts.map(partNode)),
    ...(parts.some(({ cut }) => cut > 0)
      ? [quiet('Hosts with a limit of 2,048 characters do not show what is struck out.')]
      : []),
    el('p', {}, el('strong', {}, `About ${whole?.tokens ?? 0} tokens`), ` (${whole?.what ?? ''}); ${more.join(', ')}`),
    ...notes.map((note) => quiet(sentence(note))),
    el('h3', {}, sentence(document.title)),
    block(document.text, { class: 'long', tabindex: 0, 'aria-label': document.title }),
    el('h3', {}, 'In the hosts'),
    ...hostsNodes(hosts),
  ];
}

const MAX_ROWS = 12;

function partNode({ part, text, tokens, cut }: ModelText['parts'][number]): Node {
  const end = text.length - cut;
  return el(
    'div',
    { class: 'part' },
    el('span', { class: 'name' }, part),
    el('p', { dir: 'auto' }, text.slice(0, end), cut > 0 && el('s', {}, text.slice(end))),
    el('span', { class: 'count' }, `~${tokens}`),
  );
}

/** Hosts of which nothing is known are one line. */
function hostsNodes(hosts: ModelText['hosts']): readonly Node[] {
  const noted = hosts.filter(({ name, notes }) => name !== undefined || notes.length > 0);
  const others = hosts.filter((host) => !noted.includes(host)).map(({ title }) => title);
  const heads = [
    'Host',
    ...(hosts.some(({ name }) => name !== undefined) ? ['Name there'] : []),
    'What it changes',
    'Known from',
  ];
  const rows = noted.map((host) => hostRow(host, heads.length > 3));
  return [
    ...(noted.length === 0 ? [] : [table('What hosts make of it', heads, rows)]),
    ...(others.length === 0 ? [] : [quiet(`Nothing is known that these would change: ${others.join(', ')}.`)]),
  ];
}

function hostRow(
  { title, name, notes, verified }: ModelText['hosts'][number],
  isNamed: boolean,
): readonly (Node | string)[] {
  const changes = notes.map((one) => el('div', {}, sentence(one)));
  return [
    title,
    ...(isNamed ? [name === undefined ? el('span', { class: 'quiet' }, 'not known') : el('code', {}, name)] : []),
    el('span', {}, ...(changes.length === 0 ? ['–'] : changes)),
    verified === 'docs' ? 'its documentation' : verified.replace('ran', 'a run of'),
  ];
}
