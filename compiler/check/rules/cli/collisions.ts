/** Names that a program cannot keep apart, where `outputs:` has it printed. */
import { flagTable, foldName } from '@haft/runtime/language';
import { say } from '../../../base/sentence.ts';
import { rule } from '../../rule.ts';
import { isPrinted } from '../../settings.ts';

/** Commands of the program itself. */
const OWN_COMMANDS = new Set(['completion', 'find']);

const ABOUT = 'description: { does: Reads one of them., when: the user asks for it }, parameters: {}, effects: read';

const toolNamed = (name: string): string => `tools:\n  - { name: ${name}, ${ABOUT}, handler: handlers.ts }`;

export const commandCollides = rule({
  id: 'cli/command-collides',
  subject: 'server',
  severity: 'error',
  says: 'The tools of a program must differ in more than dashes, and from its own commands.',
  why: 'A command line reads "_" and "-" as the same, and keeps "completion" and "find" for itself: one of the two could not be called.',
  source: 'MCP 2025-11-25 tool names; POSIX, Utility Conventions',
  good: [toolNamed('get_book'), toolNamed('find_books')],
  bad: [toolNamed('find'), toolNamed('completion')],
  check(server, report, { settings }) {
    if (!isPrinted(settings, 'cli', server.spec.name)) return;
    const names = new Map<string, string>();
    for (const tool of server.tools) {
      const { name } = tool.spec;
      const folded = foldName(name);
      const first = names.get(folded) ?? name;
      names.set(folded, first);
      const isOwn = OWN_COMMANDS.has(folded);
      // Two tools of one name are another matter.
      if (!isOwn && first === name) continue;
      const other = isOwn ? 'a command of the program itself' : `that of tool "${first}"`;
      const hint = 'Rename the tool, or name other servers under `servers` of the output.';
      report(['name'], say`Command "${folded}" of tool "${name}" is also ${other}.`, hint, { on: tool });
    }
  },
});

const flags = (others: string): string =>
  `parameters: { live: { type: boolean, default: false, description: Whether it is live. }, ${others} }\nrequired: []`;

export const flagCollides = rule({
  id: 'cli/flag-collides',
  subject: 'tool',
  severity: 'error',
  says: 'The parameters of a tool of a program must have flags of their own.',
  why: 'A command line reads "_" and "-" as the same, and "--no-live" as the opposite of "--live": one of the two could not be given.',
  source: 'JSON Schema properties; POSIX, Utility Conventions',
  good: [
    flags('limit: { type: integer, minimum: 1, maximum: 9, default: 5, description: How many to list. }'),
    flags('nothing: { type: string, default: "", description: Text about nothing. }'),
  ],
  bad: [
    flags('no_live: { type: boolean, default: false, description: Whether it is not. }'),
    flags('no_live: { type: string, default: "", description: Why it is not. }'),
  ],
  check({ spec, server }, report, { settings }) {
    if (!server || !isPrinted(settings, 'cli', server.spec.name)) return;
    for (const [spelling, first, second] of flagTable({ properties: spec.parameters ?? {} }).collisions) {
      const [parameter, other] = [second, first].map(({ path }) => path.join('.'));
      const hint = 'Rename one of them, or name other servers under `servers` of the output.';
      report(
        ['parameters', second.path[0]],
        say`Flag "--${spelling}" of parameter "${parameter ?? ''}" is also a flag of "${other ?? ''}".`,
        hint,
      );
    }
  },
});
