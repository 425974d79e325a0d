/** The author chooses the program, never the model. */
import { dangersOf } from '../../analysis/program/dangers-of.ts';
import { rule } from '../../rule.ts';

const argv = (
  list: string,
  type = 'type: string',
): string => `parameters: { name: { ${type}, description: Name of the shelf. } }
required: [name]
command: { argv: ${list}, stdout: text, result: { text: "" } }`;

export const programFixed = rule({
  id: 'tool/program-fixed',
  subject: 'tool',
  severity: 'error',
  says: 'The program that a tool runs must be written in the spec or set by the user, not chosen by a parameter.',
  locked: true,
  why: 'A model repeats what it reads in documents and web pages. If it can name the program, the author of such a text can run any program on the user’s computer.',
  source: 'MCP 2025-11-25, tools, security considerations (servers validate all tool inputs)',
  good: [argv('[/usr/bin/shelf, show, --, "{name}"]'), argv('[sudo, -u, shelf, /usr/bin/shelf, show, --, "{name}"]')],
  bad: [
    argv('["{name}", --version]'),
    argv('["/usr/bin/{name}"]', 'type: string, enum: [rg, fd]'),
    argv('[env, LC_ALL=C, "{name}"]'),
    argv('[git, "{name}"]'),
    argv('[./show-shelf]').replace('stdout', 'cwd: "{name}", stdout'),
  ],
  check(tool, report) {
    for (const { kind, word, variable, by } of dangersOf(tool.spec)) {
      if (kind !== 'program') continue;
      const runner = by === undefined ? 'that runs' : `that "${by}" runs`;
      report(
        word.path,
        `Parameter "${variable.name}" can choose the program ${runner}.`,
        'Write the program itself or {env.NAME} there; add a tool for each program.',
        { word: variable.word },
      );
    }
  },
});
