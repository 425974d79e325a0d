/** A declared program is run. */
import { shopServer } from '../../example-documents.ts';
import { allSteps } from '../../../spec/behaviors/index.ts';
import { programOf } from '../../../spec/behaviors/programs.ts';
import { crossRule } from '../../rule.ts';
import { fullyKnown } from '../../analysis/secrets/templates.ts';

const CATALOGUE = 'programs: { books: { cwd: /srv/books } }';

export const programUnused = crossRule({
  id: 'server/program-unused',
  subject: 'server',
  severity: 'warning',
  around: fullyKnown,
  says: 'Every declared program should be run by a tool.',
  why: 'Its error messages and variables apply to no tool. Usually its name differs from the first element of `argv`.',
  source: 'EXT §7 (a failure includes a message and a hint for recovery)',
  good: [
    shopServer(`${CATALOGUE}
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, command: { argv: [books, orders] } }]`),
    shopServer(`${CATALOGUE}
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, command: { before: [{ argv: [books, ping] }], argv: [date] } }]`),
  ],
  bad: [
    shopServer(CATALOGUE),
    shopServer(`${CATALOGUE}
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, command: { argv: [/usr/bin/books, orders] } }]`),
  ],
  check(server, report) {
    const steps = server.tools.flatMap(({ spec }) => allSteps(spec));
    const run = new Set(steps.flatMap(({ parts }) => (parts.program ? [programOf(parts.program.argv)] : [])));
    for (const name of Object.keys(server.spec.programs ?? {})) {
      if (run.has(name)) continue;
      const hint = `Write ${JSON.stringify(name)} as the first element of \`argv\` of a tool, or delete it.`;
      report(['programs', name], `Program "${name}" is not run by any tool.`, hint, { part: 'key' });
    }
  },
});
