/** `haft hosts`: which hosts are on this machine, which of our servers and skills they have, and what the user has to do. */
import { HOSTS } from '../../spec/hosts/index.ts';
import { type Command, toggle } from '../../edge/command-line/command.ts';
import { currentSystem } from '../../features/connect/run/install/current-system.ts';
import { rootOf } from '../../edge/project/root.ts';
import { hostStatus, textOf } from '../../features/connect/run/hosts/status.ts';

export const hostsCommand: Command = {
  name: 'hosts',
  summary: 'List the hosts of this machine: which servers are connected, and how to approve and reload them.',
  flags: {
    json: toggle('Print all known hosts as JSON.'),
    all: toggle('Also list hosts that were not found on this machine.'),
  },
  examples: [
    ['haft hosts', 'Hosts on this machine, with the servers that Haft has connected.'],
    ['haft hosts --json', 'Every known host with its files, for other tools.'],
  ],
  run({ cwd, flags }) {
    const around = { system: currentSystem(), root: rootOf(cwd) };
    const all = HOSTS.map((host) => hostStatus(host, around));
    if (flags['json'] === true) process.stdout.write(`${JSON.stringify({ hosts: all }, null, 2)}\n`);
    else process.stdout.write(textOf(all, flags['all'] === true, around));
    return 0;
  },
};
