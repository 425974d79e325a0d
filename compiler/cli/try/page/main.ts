/** The page of `haft try`: it asks its own process alone, and follows the specs while they are edited. */
import { thrownMessage } from '@haft/runtime/language';
import type { ListedProject } from '../messages.ts';
import { ask, takeToken } from './ask.ts';
import { el, find, refill, reporting, say, sentence } from './dom.ts';
import { drawHead } from './head.ts';
import { drawList, moveInList, searchInput } from './list.ts';
import { type Route, START, hashOf, resolveRoute, routeOf, subjectOf } from './route.ts';
import { type ShownTab, TABS } from './tabs.ts';

/** What is shown, so that a change of the specs draws again only what differs. */
interface PageState {
  project: ListedProject;
  route: Route;
  /** Of the panel, as JSON. */
  data: string;
  /** Raised when another tab is opened: what was asked for the one before is dropped. */
  turn: number;
}

const state: PageState = {
  project: { version: -1, isStale: false, findings: [], hidden: 0, servers: [], skills: [] },
  route: START,
  data: '',
  turn: 0,
};

async function showTab(isUpdate: boolean): Promise<void> {
  const { route, project } = state;
  const tab = TABS.find(({ id, kinds }) => id === route.tab && kinds.includes(route.kind));
  if (!tab || (isUpdate && tab.isStill)) return;
  state.turn += 1;
  const { turn } = state;
  const content = await tab.load(subjectOf(route), project).catch(errorTab);
  if (turn !== state.turn) return;
  const data = JSON.stringify(content.data);
  if (isUpdate && data === state.data) return content.same?.();
  state.data = data;
  refill(find('panel'), content.draw());
  find('main').dataset['open'] = hashOf(route);
  content.start?.();
}

/** Nothing can be shown, such as of specs with errors from the start. */
function errorTab(error: unknown): ShownTab {
  const text = thrownMessage(error);
  return { data: text, draw: () => [el('p', { class: 'bad' }, sentence(text))] };
}

/** The tab of the address; an address that leads nowhere leads to the project. */
const open = reporting(async () => {
  const wanted = routeOf(location.hash);
  const match = resolveRoute(wanted, state.project);
  if (!match) say(`Nothing is named "${wanted.name}", or several things are.`, true);
  if (match) find('status').replaceChildren();
  const { kind, name, tab } = match ?? START;
  const fitting = TABS.filter(({ kinds }) => kinds.includes(kind));
  const { id } = fitting.find((one) => one.id === tab) ?? fitting[0] ?? { id: '' };
  state.route = { kind, name, tab: id };
  history.replaceState(null, '', hashOf(state.route));
  document.title = name === '' ? 'haft try' : `${name}: haft try`;
  drawList(state.project, state.route);
  drawHead(state.project, state.route);
  await showTab(false);
});

async function refresh(): Promise<void> {
  state.project = await ask('/api/project', {});
  drawList(state.project, state.route);
}

/** Waits for the next change of the specs, again and again. */
async function follow(): Promise<void> {
  for (;;) {
    try {
      await ask('/api/changed', { version: state.project.version });
    } catch {
      return say('haft try has ended.', true);
    }
    await update().catch((error: unknown) => say(String(error), true));
  }
}

async function update(): Promise<void> {
  await refresh();
  // What was renamed or removed meanwhile is shown no more.
  if (!resolveRoute(state.route, state.project)) return open();
  drawHead(state.project, state.route);
  await showTab(true);
}

function keys(event: KeyboardEvent): void {
  const isTyping = event.target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (event.key === '/' && !isTyping) {
    event.preventDefault();
    searchInput().select();
  }
  moveInList(event);
}

const start = reporting(async () => {
  takeToken();
  searchInput().addEventListener('input', () => drawList(state.project, state.route));
  addEventListener('keydown', keys);
  await refresh();
  addEventListener('hashchange', open);
  open();
  await follow();
});

start();
