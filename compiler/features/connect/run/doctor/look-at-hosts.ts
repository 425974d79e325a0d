/** What every host of this machine has of the project: read from their files, and after a start of the servers. */
import { type Finding } from '../../doctor/diagnose.ts';
import { type HostRow, hostRows } from '../../doctor/host-rows.ts';
import { HOSTS } from '../../../../spec/hosts/index.ts';
import { currentSystem, findProgram } from '../install/current-system.ts';
import { examineHosts } from './examine-hosts.ts';
import { withLogs } from './host-log.ts';
import { observe } from './observe.ts';
import { readBench } from './observe-output.ts';

interface ExaminedHosts {
  readonly hosts: readonly HostRow[];
  readonly findings: readonly Finding[];
}

/** Nothing is started. */
export function lookAtHosts(root: string): readonly HostRow[] {
  const bench = readBench(root, currentSystem(), undefined);
  return rowsOf(HOSTS.map((host) => withLogs(observe(host, false, bench), bench)));
}

/** Servers are started as their hosts would start them; those that are silent for `patience` milliseconds are given up. */
export async function examineProject(root: string, patience: number): Promise<ExaminedHosts> {
  const bench = readBench(root, currentSystem(), undefined);
  const { observed, findings } = await examineHosts([], bench, { patience, call: false });
  const started = new Map(observed.map((one) => [one.host.id, withLogs(one, bench)]));
  const all = HOSTS.map((host) => started.get(host.id) ?? observe(host, false, bench));
  return { hosts: rowsOf(all), findings };
}

function rowsOf(all: Parameters<typeof hostRows>[0]): readonly HostRow[] {
  const system = currentSystem();
  const programs = new Map(HOSTS.map(({ id, programs: names }) => [id, names]));
  return hostRows(all, (id) => findProgram(programs.get(id) ?? [], system) !== undefined);
}
