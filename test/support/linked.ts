/** A project with a skill and a server, a secret beside it, and links. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './folder.ts';
import { COMMAND, serverSpec, toolItem } from './specs.ts';

export const SECRET = 'hunter2-is-the-password';

/** With one reference, which it reads from `references/lines.md`. */
export const SKILL = `kind: skill
name: plan-a-journey
version: 1.0.0
description:
  does: Plans a journey by rail.
  when: the user wants to travel
  triggers: [plan my journey, find me a train]
  not_for: [{ case: booking a flight }]
context: Trains are late.
steps: [Ask where the journey leads.]
never: [Invent a train]
servers: [clock]
references: [{ file: references/lines.md, when: the user names a line }]
evals:
  - { input: plan my journey to the coast, expected_behavior: [Asks for the day] }
  - { input: when do I have to leave for the coast, expected_behavior: [Asks for the day] }
  - { input: book me a flight, should_trigger: false }
`;

export const SERVED = `${serverSpec('clock', 'Tells the time.', [toolItem('get_time', COMMAND)])}serve_skills: true\n`;
export const HANDLED = serverSpec('station', 'Knows the trains.', [toolItem('list_trains', 'handler: handlers.ts')]);
export const HANDLER = 'export const listTrains = () => ({ text: "now" });\n';

const CLEAN: Readonly<Record<string, string>> = {
  'app/haft.yaml': 'deprecation_days: 90\n',
  'app/specs/clock.yaml': SERVED,
  'app/specs/trip/skill.yaml': SKILL,
  'app/specs/trip/references/lines.md': 'The lines.\n',
  'outside/lines.md': `${SECRET}\n`,
};

/** The folder in which `app` is the project; what is undefined in `files` is left out. */
export function linkedProject(
  links: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string | undefined>> = {},
): string {
  const all = Object.entries({ ...CLEAN, ...files }).filter(([path, text]) => text !== undefined && !(path in links));
  const folder = temporaryFolder(Object.fromEntries(all) as Record<string, string>);
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(target, join(folder, path));
  }
  return folder;
}
