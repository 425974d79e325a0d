/** `haft changes`: every kind of change that `haft diff` knows, and every rule of policy, in a line. */
import { CHANGES } from '../../versions/changes/index.ts';
import { POLICY } from '../../versions/policy/index.ts';
import { type Command, table } from '../../edge/command-line/command.ts';

export const changesCommand: Command = {
  name: 'changes',
  summary: 'List all kinds of changes that `haft diff` reports.',
  flags: {},
  examples: [['haft changes', 'One line per kind, with axis and level.']],
  run() {
    const kinds = CHANGES.map(({ id, axis, level, says }) => [id, axis, level, says] as const);
    const policy = POLICY.map(({ id, says }) => [id, 'policy', 'breaking', says] as const);
    const rows = [...kinds, ...policy].sort(([a], [b]) => (a < b ? -1 : 1));
    process.stdout.write(`${table(rows, '')}\n\n\`haft explain <kind>\` shows the reason and an example.\n`);
    return 0;
  },
};
