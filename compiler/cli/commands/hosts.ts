/** `haft hosts`: which hosts are on this machine, what of ours they have, and what a person has to do. */
import { HOSTS } from '../../hosts/index.ts';
import type { Command } from '../command-line/command.ts';
import { toggle } from '../command-line/command.ts';
import { currentSystem } from '../install/current-system.ts';
import { rootOf } from '../project/root.ts';
import { textOf } from '../hosts/print.ts';
import { hostStatus } from '../hosts/status.ts';

export const hostsCommand: Command = {
  name: 'hosts',
  summary: 'List hosts: what is here, what is connected, and how to approve and reload it.',
  flags: {
    json: toggle('Print all known hosts as JSON.'),
    all: toggle('Also hosts that are not here.'),
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
