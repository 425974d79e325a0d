/** `haft rules`: every rule in a line. */
import { RULES } from '../../check/rules/index.ts';
import { type Command, table, toggle } from '../../edge/command-line/command.ts';

export const rulesCommand: Command = {
  name: 'rules',
  summary: 'List all rules.',
  flags: { json: toggle('Print the rules as JSON.') },
  examples: [
    ['haft rules', 'One line per rule.'],
    ['haft rules --json', 'With reasons, sources and examples, for other tools.'],
  ],
  run({ flags }) {
    process.stdout.write(flags['json'] === true ? catalogue() : lines());
    return 0;
  },
};

function catalogue(): string {
  const rules = RULES.map((rule) => {
    const { id, subject, severity, release = null, locked = false, profiles = ['ext', 'mcp'] } = rule;
    const { says, why, source, good, bad } = rule;
    return { id, subject, severity, release, locked, profiles, says, why, source, good, bad };
  });
  return `${JSON.stringify(rules, null, 2)}\n`;
}

function lines(): string {
  const rows = [...RULES]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, severity, release, says, locked, profiles }) => {
      const marks = [
        ...(release ? [`${release} at release`] : []),
        ...(locked ? ['locked'] : []),
        ...(profiles?.length === 1 ? [`profile ${profiles[0]}`] : []),
      ];
      return [id, severity, `${says}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`];
    });
  return `${table(rows, '')}\n\n\`haft explain <rule>\` shows the reason and examples.\n`;
}
