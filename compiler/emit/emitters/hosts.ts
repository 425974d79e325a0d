/** Emitter `hosts`: the entries of all servers for each host, to copy by hand. */
import { claudeCode } from '../../spec/hosts/claude-code.ts';
import { type Emitter, textFile } from '../emitter.ts';
import { addCommands } from '../host-files/add-commands.ts';
import { hostFile, hostFileName } from '../host-files/host-file.ts';

/** One file for all servers, so it comes from the spec folder as a whole. */
const SOURCE = '*';

export const hosts: Emitter = {
  id: 'hosts',
  title: 'Host entries',
  of: 'project',
  standard: true,
  paths: [
    ['hosts/<host file>', 'the entries of all servers in the form of one host; `mcp.json` for Claude Code and others'],
    ['hosts/add-commands.md', 'the commands that add each server'],
  ],
  files(plan, context) {
    if (plan.servers.length === 0) return [];
    const all = [claudeCode, ...context.hosts.filter((host) => host !== claudeCode)];
    return [
      ...all.map((host) => textFile(`hosts/${hostFileName(host)}`, SOURCE, () => hostFile(plan, host))),
      textFile('hosts/add-commands.md', SOURCE, () => addCommands(plan, context.hosts)),
    ];
  },
};
