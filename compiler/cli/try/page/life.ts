/** The tabs of what a model reads, and of versions, deprecations and dates: a timeline, and since when each tool is as it is. */
import type { Life } from '../../../versions/life.ts';
import { el, table, block, sentence } from './dom.ts';
import type { ModelText } from '../../../features/desk/model-text.ts';

export function lifeNodes(life: Life): readonly Node[] {
  const { versions, deprecations, tools, removed } = life;
  return [
    ...(versions.length === 0
      ? []
      : [
          el('h3', {}, 'Versions'),
          table(
            'Versions',
            ['Part', 'Released', 'Now'],
            versions.map(({ kind, name, released = 'not yet', current }) => [`${kind} ${name}`, released, current]),
          ),
        ]),
    el('h3', {}, 'Deprecations'),
    ...(deprecations.length === 0 ? [el('p', { class: 'quiet' }, 'No tool is deprecated.')] : [timeline(life)]),
    ...(tools.length === 0 ? [] : [el('h3', {}, 'Tools'), toolTable(tools)]),
    ...(removed.length === 0
      ? []
      : [
          el('h3', {}, 'Removed'),
          table(
            'Removed tools',
            ['Tool', 'In'],
            removed.map((one) => [one.tool, one.version]),
          ),
        ]),
  ];
}

const MAX_TOOLS = 200;

function toolTable(tools: Life['tools']): Node {
  const rows = tools.slice(0, MAX_TOOLS).map(({ tool, predecessors, says }) => [tool, predecessors.join(', '), says]);
  const left = tools.length - MAX_TOOLS;
  const more = left > 0 && el('p', { class: 'quiet' }, `${left} more tools`);
  return el('div', {}, table('Tools', ['Tool', 'In place of', 'State'], rows), more);
}

/** Milliseconds before the first day and after the last: ten days. */
const MARGIN = 864_000_000;

/** One bar for each deprecated tool, over the same days. */
function timeline({ deprecations, today }: Life): Node {
  const days = [today, ...deprecations.flatMap(({ since, removeAfter }) => [since, removeAfter])].map((day) =>
    Date.parse(day),
  );
  const [first, last] = [Math.min(...days) - MARGIN, Math.max(...days) + MARGIN];
  const share = (day: string): string => `${((Date.parse(day) - first) / (last - first)) * 100}%`;
  const rows = deprecations.map((one) => {
    const bar = el('div', { class: 'bar' });
    bar.style.left = share(one.since);
    bar.style.right = `calc(100% - ${share(one.removeAfter)})`;
    const mark = el('div', { class: 'today' });
    mark.style.left = share(today);
    return el(
      'li',
      {},
      el('p', {}, el('strong', {}, one.tool), ` → ${one.successors.join(' → ')}`),
      el('div', { class: 'days', 'aria-hidden': 'true' }, bar, mark),
      el('p', {}, datesOf(one), ' ', el('strong', {}, one.says)),
      el('p', { class: 'quiet', dir: 'auto' }, one.reason),
    );
  });
  return el('ol', { class: 'timeline' }, ...rows);
}

function datesOf({ since, removeAfter, hidden }: Life['deprecations'][number]): string {
  const note = hidden === undefined ? '' : ` Hidden from models: ${hidden}.`;
  return `Deprecated ${since}, removable after ${removeAfter}.${note}`;
}

export function modelNodes({ parts, tokens, notes, document, hosts }: ModelText): readonly Node[] {
  const [whole, ...others] = tokens;
  const more = others.slice(0, MAX_ROWS).map((one) => `${one.what} ${one.tokens}`);
  return [
    el('h3', {}, 'A model reads'),
    el('div', { class: 'text' }, ...parts.map(partNode)),
    ...(parts.some(({ cut }) => cut > 0)
      ? [el('p', { class: 'quiet' }, 'Hosts with a limit of 2,048 characters do not show what is struck out.')]
      : []),
    el('p', {}, el('strong', {}, `About ${whole?.tokens ?? 0} tokens`), ` (${whole?.what ?? ''}); ${more.join(', ')}`),
    ...notes.map((note) => el('p', { class: 'quiet' }, sentence(note))),
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
    ...(others.length === 0
      ? []
      : [el('p', { class: 'quiet' }, `Nothing is known that these would change: ${others.join(', ')}.`)]),
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
