/** The tab of hosts: what each has of the project, what the doctor finds, and its fixes. */
import { pluralize } from '../../../base/text/pluralize.ts';
import type { HostRow, ProblemRow } from '../../../features/connect/doctor/host-rows.ts';
import type { ListedProject, ShownHosts, Subject } from '../messages.ts';
import { ask } from './ask.ts';
import { block, button, drawingHere, el, quiet, reporting, say, sentence, table } from './dom.ts';

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
    quiet(
      `On this machine, without a server of this project: ${others.map(({ title }) => title).join(', ') || 'no host'}.`,
    ),
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

function entryRow(host: HostRow, entry: HostRow['entries'][number], now: string | undefined) {
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
  const draw = drawingHere();
  const reply = await ask('/api/examine', {});
  draw('panel', () => hostNodes(reply, project, subject));
  say(`${pluralize(reply.problems?.length ?? 0, 'finding')}.`);
});

const runFix = reporting(async (finding: number) => {
  say('Running the fix …');
  const draw = drawingHere();
  const { success, printed } = await ask('/api/fix', { finding });
  const { problems = [] } = await ask('/api/examine', {});
  draw('problems', () => problemNodes(problems));
  draw('fixed', () => [el('h3', {}, success ? 'The fix was run' : 'The fix failed'), block(printed)]);
  say(success ? 'The fix was run.' : 'The fix failed.', !success);
});
