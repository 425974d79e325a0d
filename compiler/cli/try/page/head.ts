/** The head of the page: what is open, what is wrong with it, and its tabs. */
import { pluralize } from '../../../base/text/pluralize.ts';
import type { ListedProject, ShownFinding, Subject } from '../messages.ts';
import { el, find } from './dom.ts';
import { findingNodes } from './findings.ts';
import { type Route, hashOf, subjectOf } from './route.ts';
import { TABS } from './tabs.ts';

/** The panel is filled by its tab. What has the focus keeps it. */
export function drawHead(project: ListedProject, route: Route): void {
  const main = find('main');
  const head = el(
    'header',
    {},
    ...titleNodes(project, route),
    ...staleNodes(project),
    ...ownFindings(project, route),
    tabList(route),
  );
  const thing = hashOf({ ...route, tab: '' });
  const isSame = main.dataset['thing'] === thing;
  const { activeElement } = document;
  const inHead = activeElement?.closest('header') ? activeElement.id : '';
  const had = isSame ? inHead : main.contains(activeElement) ? 'tab-' : '';
  if (isSame) main.firstElementChild?.replaceWith(head);
  else main.replaceChildren(head, el('div', { id: 'panel', role: 'tabpanel', tabindex: -1 }));
  main.dataset['thing'] = thing;
  find('panel').setAttribute('aria-labelledby', `tab-${route.tab}`);
  const focused = had.startsWith('tab-') ? `tab-${route.tab}` : had;
  if (focused !== '') document.getElementById(focused)?.focus();
}

function titleNodes({ servers, skills }: ListedProject, { kind, name }: Route): readonly Node[] {
  const { server: own, tool } = subjectOf({ kind, name, tab: '' });
  const server = servers.find((one) => one.name === own);
  if (kind === 'tool') {
    const match = server?.tools.find((one) => one.name === tool);
    const facts = match
      ? [match.title, match.effect, `about ${match.tokens} tokens`, ...(match.isDeprecated ? ['deprecated'] : [])]
      : [];
    return [el('h2', {}, name), factLine(facts)];
  }
  if (kind === 'server')
    return [
      el('h2', {}, name),
      factLine([server?.title ?? '', `version ${server?.version ?? ''}`, pluralize(server?.tools.length ?? 0, 'tool')]),
    ];
  if (kind === 'skill')
    return [el('h2', {}, name), factLine([skills.find((one) => one.name === name)?.title ?? '', 'skill'])];
  const tools = servers.reduce((sum, one) => sum + one.tools.length, 0);
  return [
    el('h2', {}, 'Project'),
    factLine([pluralize(servers.length, 'server'), pluralize(tools, 'tool'), pluralize(skills.length, 'skill')]),
  ];
}

function factLine(facts: readonly string[]): Node {
  return el('p', { class: 'quiet', dir: 'auto' }, facts.join(' · '));
}

function staleNodes({ isStale, findings }: ListedProject): readonly Node[] {
  if (!isStale) return [];
  const errors = findings.filter(({ severity }) => severity === 'error');
  return [
    el(
      'div',
      { class: 'stale', role: 'alert' },
      el('p', {}, el('strong', {}, 'The specs have errors now. What is shown here is from before them.')),
      ...findingNodes(errors.slice(0, MAX_SHOWN), 0),
    ),
  ];
}

const MAX_SHOWN = 3;

/** Of what is open; the project has a tab for them. */
function ownFindings({ findings, isStale }: ListedProject, route: Route): readonly Node[] {
  const subject = subjectOf(route);
  const own = route.kind === 'project' || isStale ? [] : findings.filter((one) => isOf(one, subject));
  if (own.length === 0) return [];
  return [
    el(
      'details',
      { class: 'own' },
      el('summary', { id: 'own-findings' }, pluralize(own.length, 'finding')),
      ...findingNodes(own, 0),
    ),
  ];
}

function isOf(finding: ShownFinding, { server = finding.server, tool = finding.tool, skill = finding.skill }: Subject) {
  return finding.server === server && finding.tool === tool && finding.skill === skill;
}

function tabList(route: Route): Node {
  const links = TABS.filter(({ kinds }) => kinds.includes(route.kind)).map(({ id, title }) =>
    el(
      'a',
      {
        role: 'tab',
        id: `tab-${id}`,
        href: hashOf({ ...route, tab: id }),
        'aria-selected': String(id === route.tab),
        'aria-controls': 'panel',
        tabindex: id === route.tab ? 0 : -1,
        keydown: moveInTabs,
      },
      title,
    ),
  );
  return el('div', { role: 'tablist', 'aria-label': 'What to show' }, ...links);
}

function moveInTabs(event: Event): void {
  if (!(event instanceof KeyboardEvent)) return;
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const all = [...(find('main').querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
  const next = all[(all.findIndex((one) => one === event.currentTarget) + step + all.length) % all.length];
  if (step === 0 || !next) return;
  event.preventDefault();
  next.focus();
  location.hash = next.getAttribute('href') ?? '';
}
