/** The tab of versions, deprecations and dates: a timeline, and since when each tool is as it is. */
import type { Life } from '../../../versions/life.ts';
import { el, quiet, table } from './dom.ts';

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
    ...(deprecations.length === 0 ? [quiet('No tool is deprecated.')] : [timeline(life)]),
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
  const more = left > 0 && quiet(`${left} more tools`);
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
