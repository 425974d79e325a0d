/** A server with `serve_skills` is listed by a skill. */
import { crossRule } from '../../rule.ts';

export const skillsServed = crossRule({
  id: 'server/skills-served',
  subject: 'server',
  severity: 'error',
  around: (draft) => draft.servers.filter(({ spec }) => spec.serve_skills === true).map((server) => [server, draft]),
  says: 'A server with `serve_skills: true` must be listed by at least one skill.',
  resolves: true,
  why: 'The server announces skills, but hosts find none; a skill is probably missing.',
  source: 'MCP skills extension, SEP-2640 (a server that declares the extension serves skills)',
  good: ['serve_skills: false', served('servers: [library]')],
  bad: ['serve_skills: true', served('license: MIT')],
  check(server, report, { skills, names }) {
    const { name, serve_skills } = server.spec;
    if (serve_skills !== true) return;
    // An invalid skill may be the one that lists the server.
    if (skills.length < names.skills.size) return;
    if (skills.some(({ spec }) => spec.servers?.some((one) => one === name || !names.servers.has(one)))) return;
    const first = skills[0]?.spec.name;
    const where = first === undefined ? 'Add a skill with' : `Add it to a skill, such as "${first}":`;
    report(
      ['serve_skills'],
      `Server "${name}" serves skills, but no skill lists it.`,
      `${where} \`servers: [${name}]\`, or delete \`serve_skills\`.`,
    );
  },
});

function served(servers: string): string {
  return `serve_skills: true
name: library
---
kind: skill
name: borrow-a-book
version: 1.0.0
description:
  does: Lends a book to the user.
  when: the user wants to take a book home
  triggers: [borrow this book, take the book home]
  not_for: [{ case: buying books }]
context: Books stay away for four weeks.
steps: [Note the day.]
never: [Lend one twice]
${servers}`;
}
