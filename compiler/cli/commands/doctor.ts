/** `haft doctor [host…]`: why a host does not use a server or a skill. */
import { existsSync } from 'node:fs';
import type { Command, ExitCode, Invocation } from '../../edge/command-line/command.ts';
import { OUT, text, textFlag, toggle } from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { examineHosts } from '../../features/connect/run/doctor/examine-hosts.ts';
import { withLogs } from '../../features/connect/run/doctor/host-log.ts';
import { readBench } from '../../features/connect/run/doctor/observe-output.ts';
import {
  NO_DATABASES,
  type DatabaseReport,
  findingsJson,
  findingsText,
} from '../../features/connect/run/doctor/print.ts';
import { currentSystem } from '../../features/connect/run/install/current-system.ts';
import { hostOf } from '../../features/connect/run/install/options.ts';
import { todayOf } from '../../edge/project/today.ts';
import { openProject } from '../../edge/project/project.ts';
import { namedTables } from '../databases/learn.ts';
import { tryDatabases } from '../databases/try.ts';
import { planForCall } from '../spine.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Find out why a host does not use a server or a skill.',
  positional: '[host…]',
  flags: {
    json: toggle('Print hosts and findings as JSON.'),
    call: toggle('Also call one read-only tool of each server, and try the databases of the specs: contacts services.'),
    logs: toggle("Also show the newest lines of the host's own log of each server."),
    wait: text('seconds', 'How long a server may take to list its tools (default: 30).'),
    out: OUT,
  },
  examples: [
    ['haft doctor', 'Examine every host that has a server of this project.'],
    ['haft doctor claude-code', 'Examine one host, even if it has none.'],
    ['haft doctor --logs', 'Also show what each host logged about its servers, if it keeps a log.'],
    ['haft doctor --call', 'Also find out whether services and databases answer.'],
  ],
  async run(invocation): Promise<ExitCode> {
    const hosts = [...new Set(invocation.positionals)].map(hostOf);
    const patience = patienceOf(invocation);
    const bench = readBench(invocation.cwd, currentSystem(), textFlag(invocation, 'out'));
    const manner = { patience, call: invocation.flags['call'] === true };
    const examined = await examineHosts(hosts, bench, manner);
    const { findings } = examined;
    const observations =
      invocation.flags['logs'] === true ? examined.observed.map((one) => withLogs(one, bench)) : examined.observed;
    const print = invocation.flags['json'] === true ? findingsJson : findingsText;
    const databases = manner.call ? await triedIn(bench.root, todayOf(invocation)) : NO_DATABASES;
    process.stdout.write(print(observations, findings, databases));
    return findings.length + databases.problems > 0 ? 1 : 0;
  },
};

/** What `haft databases --try` says of the specs; empty if they have errors, which `haft check` reports. */
async function triedIn(root: string, today: string): Promise<DatabaseReport> {
  const { value: project } = openProject({ cwd: root });
  if (!project || !existsSync(project.specs)) return NO_DATABASES;
  const { planned: compiled, sources } = await planForCall(project, { today }, () => false);
  const built = compiled && { project, compiled, sources };
  return built ? tryDatabases(built, namedTables(built)) : NO_DATABASES;
}

/** Milliseconds. */
function patienceOf(invocation: Invocation): number {
  const written = textFlag(invocation, 'wait') ?? '30';
  const seconds = Number(written);
  if (seconds > 0 && seconds <= 600) return seconds * 1000;
  throw new Failure(`The flag --wait must be a number of seconds up to 600, got "${written}".`, 'Write --wait 60.');
}
