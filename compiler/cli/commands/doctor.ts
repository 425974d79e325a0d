/** `haft doctor [host…]`: why a host does not use a server or a skill. */
import { existsSync } from 'node:fs';
import {
  amount,
  type Command,
  type ExitCode,
  numberFlag,
  OUT,
  textFlag,
  toggle,
} from '../../edge/command-line/command.ts';
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
import { namedTables, tryDatabases } from '../databases/try.ts';
import { planProject } from '../spine.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Find out why a host does not use a server or a skill.',
  positional: '[host…]',
  flags: {
    json: toggle('Print hosts and findings as JSON.'),
    call: toggle('Also call one read-only tool of each server, and try the databases of the specs: contacts services.'),
    logs: toggle("Also show the newest lines of the host's own log of each server."),
    wait: amount('seconds', 'How long a server may take to list its tools (default: 30).', [1, 600]),
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
    const patience = (numberFlag(invocation, 'wait') ?? 30) * 1000;
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
  const { planned: compiled, sources } = await planProject(project, { today });
  const built = compiled && { project, compiled, sources };
  return built ? tryDatabases(built, namedTables(built)) : NO_DATABASES;
}
