/** The list of the page: servers with their tools, and skills; a search narrows it, and arrows move in it. */
import { pluralize } from '../../../base/text/pluralize.ts';
import type { ListedPart, ListedProject } from '../messages.ts';
import { badge, el, find, quiet, refill } from './dom.ts';
import { type Route, hashOf } from './route.ts';

/** Rows that are drawn; a longer list is slow to draw. */
const MAX_ROWS = 200;

interface Row {
  readonly route: Route;
  readonly part: ListedPart;
  readonly label: string;
}

export function drawList({ servers, skills }: ListedProject, open: Route): void {
  const words = searchInput().value.toLowerCase();
  const all: Row[] = [
    ...servers.flatMap((server): Row[] => [
      { route: { kind: 'server', name: server.name, tab: '' }, part: server, label: server.name },
      ...server.tools.map((tool): Row => {
        return { route: { kind: 'tool', name: `${server.name}.${tool.name}`, tab: '' }, part: tool, label: tool.name };
      }),
    ]),
    ...skills.map((skill): Row => ({
      route: { kind: 'skill', name: skill.name, tab: '' },
      part: skill,
      label: skill.name,
    })),
  ];
  const matches = all.filter(({ route, part }) => `${route.name} ${part.title}`.toLowerCase().includes(words));
  const left = matches.length - MAX_ROWS;
  const project = { route: { kind: 'project', name: '', tab: '' }, label: 'Project' } as const;
  const rows = ['project'.includes(words) ? [project] : [], matches.slice(0, MAX_ROWS)].flat();
  const nodes = [
    el('ul', {}, ...rows.map((row) => rowNode(row, open))),
    quiet(
      left > 0
        ? `${left.toLocaleString('en')} more: search for them.`
        : matches.length === 0
          ? 'Nothing has this name.'
          : '',
    ),
  ];
  refill(find('list'), nodes, searchInput);
}

function rowNode({ route, part, label }: Pick<Row, 'route' | 'label'> & { readonly part?: ListedPart }, open: Route) {
  const isOpen = route.kind === open.kind && route.name === open.name;
  const link = el(
    'a',
    {
      href: hashOf(isOpen ? open : { ...route, tab: open.tab === 'findings' || open.tab === 'hosts' ? '' : open.tab }),
      id: `row-${route.kind}-${route.name}`,
      class: route.kind,
      'aria-current': isOpen && 'page',
      title: part?.title,
    },
    el('span', { class: 'label' }, label),
    route.kind === 'skill' && el('span', { class: 'quiet' }, 'skill'),
    part && part.verdict !== undefined && part.verdict !== 'safe' && badge(part.verdict),
    part &&
      part.findings > 0 &&
      el('span', { class: 'count', title: pluralize(part.findings, 'finding') }, `${part.findings}!`),
  );
  return el('li', {}, link);
}

export function searchInput(): HTMLInputElement {
  return find('search') as HTMLInputElement;
}

/** Up and down among the search and the rows. */
export function moveInList(event: KeyboardEvent): void {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (step === undefined) return;
  const all = [searchInput(), ...find('list').querySelectorAll('a')];
  const at = all.findIndex((one) => one === document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
}
