/** `haft changes`: every kind of change that `haft diff` knows, and every rule of policy, in a line. */
import { CHANGES } from '../../versions/changes/index.ts';
import { POLICY } from '../../versions/policy/index.ts';
import type { Command } from '../../edge/command-line/command.ts';

export const changesCommand: Command = {
  name: 'changes',
  summary: 'List all kinds of changes that `haft diff` reports.',
  flags: {},
  examples: [['haft changes', 'One line per kind, with axis and level.']],
  run() {
    const kinds = CHANGES.map(({ id, axis, level, says }) => ({ id, axis, level, says }));
    const policy = POLICY.map(({ id, says }) => ({ id, axis: 'policy', level: 'breaking', says }));
    const rows = [...kinds, ...policy].sort((a, b) => (a.id < b.id ? -1 : 1));
    const width = Math.max(...rows.map(({ id }) => id.length));
    const lines = rows.map(
      ({ id, axis, level, says }) => `${id.padEnd(width)}  ${axis.padEnd(6)}  ${level.padEnd(8)}  ${says}`,
    );
    process.stdout.write(`${lines.join('\n')}\n\n\`haft explain <kind>\` shows the reason and an example.\n`);
    return 0;
  },
};
