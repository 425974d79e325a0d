/** The tabs of findings, of hosts (what each has of the project, what the doctor finds, and its fixes) and of evals. */
import { pluralize } from '../../../base/text/pluralize.ts';
import type { HostRow, ProblemRow } from '../../../features/connect/doctor/host-rows.ts';
import type { ListedProject, ShownHosts, Subject, ShownEvals, ShownFinding } from '../messages.ts';
import { ask } from './ask.ts';
import { block, button, el, find, reporting, say, sentence, table, badge } from './dom.ts';
import type { ChoiceCards } from '../../../features/evals/report/choice-cards.ts';

export function hostNodes(
  { hosts, problems }: ShownHosts,
  project: ListedProject,
  { server }: Subject,
): readonly Node[] {
  const connected = hosts.filter(({ entries }) => entries.some((one) => server === undefined || one.server === server));
  const others = hosts.filter((host) => !connected.includes(host) && host.found);
  const current = new Map(project.servers.map(({ name, version }) => [name, version]));
  const rows = connected.flatMap((host) =>
    host.entries
      .filter((one) => server === undefined || one.server === server)
      .map((entry) => entryRow(host, entry, current.get(entry.server))),
  );
  const examine = button('Examine the hosts', () => examineHosts(project, { ...(server !== undefined && { server }) }));
  return [
    rows.length === 0
      ? el('p', {}, sentence('No host has a server of this project: `haft install <host>` connects one.'))
      : table('Servers in hosts', ['Host', 'Server', 'Version', 'Tools', 'Last call', 'State', 'File'], rows),
    el('p', { class: 'quiet' }, `On this machine, without a server of this project: ${namesOf(others)}.`),
    el(
      'div',
      { class: 'row' },
      examine,
      el('span', { class: 'quiet' }, 'Starts the servers as the hosts would, and lists their tools.'),
    ),
    el('div', { id: 'problems' }, ...problemNodes(problems)),
    el('div', { id: 'fixed' }),
  ];
}

function namesOf(hosts: readonly HostRow[]): string {
  return hosts.length === 0 ? 'no host' : hosts.map(({ title }) => title).join(', ');
}

function entryRow(
  host: HostRow,
  entry: HostRow['entries'][number],
  now: string | undefined,
): readonly (Node | string)[] {
  const { version = 'unknown', isOld, tools, lastCall, state, file } = entry;
  const isOther = now !== undefined && entry.version !== undefined && entry.version !== now;
  const more = isOther ? ` (specs: ${now})` : isOld ? ' (compiled since)' : '';
  return [
    host.title,
    entry.server,
    el('span', more === '' ? {} : { class: 'behind' }, version + more),
    tools === undefined ? '–' : String(tools),
    lastCall ? `${lastCall.tool}, ${lastCall.time.slice(0, 16).replace('T', ' ')} UTC` : 'not in a log',
    state,
    el('code', {}, file),
  ];
}

function problemNodes(problems: readonly ProblemRow[] | undefined): readonly Node[] {
  if (!problems) return [];
  if (problems.length === 0) return [el('p', { class: 'ahead' }, 'No problems found.')];
  const cards = problems.map(({ id, host, symptom, place, cause, fix, canRun }) =>
    el(
      'article',
      { class: 'card' },
      el('h4', {}, host, ' ', el('span', { class: 'quiet' }, place)),
      el('p', {}, el('strong', {}, symptom)),
      el('p', { dir: 'auto' }, cause),
      el('p', {}, sentence(fix)),
      canRun && button('Run the fix', () => runFix(id), { 'aria-label': `Run the fix of "${symptom}" in ${host}` }),
    ),
  );
  return [el('h3', {}, pluralize(problems.length, 'finding')), ...cards];
}

const examineHosts = reporting(async (project: ListedProject, subject: Subject) => {
  say('Examining …');
  const reply = await ask('/api/examine', {});
  find('panel').replaceChildren(...hostNodes(reply, project, subject));
  say(`${pluralize(reply.problems?.length ?? 0, 'finding')}.`);
});

const runFix = reporting(async (finding: number) => {
  say('Running the fix …');
  const { success, printed } = await ask('/api/fix', { finding });
  const { problems = [] } = await ask('/api/examine', {});
  find('problems').replaceChildren(...problemNodes(problems));
  find('fixed').replaceChildren(el('h3', {}, success ? 'The fix was run' : 'The fix failed'), block(printed));
  say(success ? 'The fix was run.' : 'The fix failed.', !success);
});

export function evalNodes({ heading, choices, scores }: ShownEvals): readonly Node[] {
  if (choices.length === 0)
    return [
      el('p', {}, sentence('There is no case: add some, such as `evals: [{ query: what time is it in Oslo }]`.')),
    ];
  const recorded = scores.length === 0 ? [] : [el('h3', {}, 'Recorded results'), listOf(scores)];
  return [el('p', { class: 'quiet' }, sentence(heading)), ...recorded, ...choices.flatMap(choiceNodes)];
}

function listOf(texts: readonly string[]): Node {
  return el('ul', {}, ...texts.map((text) => el('li', { dir: 'auto' }, text)));
}

function choiceNodes(choice: ChoiceCards): readonly Node[] {
  const { title, says, rivals, matrix, cases, hidden } = choice;
  return [
    el('h3', {}, title),
    ...(says.length === 0 ? [] : [listOf(says)]),
    ...(rivals.length === 0
      ? []
      : [el('h4', {}, 'Closest rivals'), el('ul', { class: 'rivals' }, ...rivals.map(rivalNode))]),
    ...(matrix ? [el('h4', {}, 'Expected by chosen'), matrixNode(title, matrix)] : []),
    el('h4', {}, 'Cases'),
    table(
      `Cases of ${title}`,
      ['Request', 'Expected', 'Chosen', 'How clearly'],
      cases.map(({ request, expected, chosen, state, says: how }) => [
        el('bdi', {}, request),
        expected,
        el('span', { class: state.replace(' ', '-') }, chosen),
        el('span', { class: 'quiet' }, how),
      ]),
    ),
    ...(hidden > 0 ? [el('p', { class: 'quiet' }, `${hidden} more cases`)] : []),
  ];
}

function rivalNode({ margin, says }: ChoiceCards['rivals'][number]): Node {
  const meter = el('meter', {
    min: -100,
    max: 100,
    low: 0,
    high: 10,
    optimum: 100,
    value: margin,
    'aria-label': `${margin} %`,
  });
  return el('li', { dir: 'auto' }, meter, ' ', says);
}

function matrixNode(title: string, { columns, rows, hidden }: NonNullable<ChoiceCards['matrix']>): Node {
  const matrix = table(
    `Matrix of ${title}`,
    ['expected ↓ chosen →', ...columns],
    rows.map(({ name, fields }) => [
      el('bdi', {}, name),
      ...fields.map((cells) =>
        el(
          'span',
          {},
          ...cells.map(({ count, right }) =>
            el('span', { class: right ? 'ahead' : 'behind' }, `${count}${right ? '' : ' ✗'}`),
          ),
        ),
      ),
    ]),
  );
  matrix.classList.add('matrix');
  const more = hidden > 0 && el('p', { class: 'quiet' }, `${hidden} tools without a confusion are left out.`);
  return el('div', {}, matrix, more);
}

export function findingNodes(findings: readonly ShownFinding[], hidden: number): readonly Node[] {
  if (findings.length === 0) return [el('p', { class: 'ahead' }, 'No findings.')];
  const more = hidden > 0 ? [el('p', { class: 'quiet' }, sentence(`${hidden} more: \`haft check\` lists them.`))] : [];
  return [el('div', { class: 'findings' }, ...findings.map(findingNode)), ...more];
}

function findingNode({ severity, code, message, hint, place }: ShownFinding): Node {
  return el(
    'article',
    { class: 'finding' },
    el('p', {}, badge(severity), ' ', sentence(message)),
    el('p', { class: 'quiet' }, sentence(hint)),
    el('p', { class: 'quiet' }, el('bdi', {}, place), ' ', el('code', {}, code)),
  );
}
