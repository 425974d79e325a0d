/** A server as a whole: its name, its tools and the skills that it serves. */
import { say } from '../../../base/sentence.ts';
import { crossRule, firstUse, rule } from '../../rule.ts';
import { duplicatesBy } from '../../../base/groups.ts';
import { toolTokens } from '../../description.ts';
import { isListed } from '../../tool-names.ts';

export const serverNameFormat = rule({
  id: 'server/name-format',
  severity: 'error',
  says: 'A server must not use a name that a host reserves.',
  why: 'The host has its own server with that name and ignores yours, often without a message.',
  hint: 'Name the server after its subject, such as "library".',
  source: 'EXT §2.5 (mcpServers is a map by server name)',
  good: ['name: library', 'name: library-workspace'],
  bad: ['name: workspace', 'name: computer-use'],
  check(server, report, { settings }) {
    const { name } = server.spec;
    for (const { id, reservedServers } of settings.hosts) {
      if (!reservedServers?.includes(name)) continue;
      report(['name'], say`Host ${id} reserves the server name "${name}".`);
    }
  },
});

export const serverDuplicate = crossRule({
  id: 'server/duplicate',
  severity: 'error',
  around: ({ servers }) => duplicatesBy(servers, ({ spec }) => spec.name),
  locked: true,
  says: 'Every server must have a unique name.',
  why: 'Hosts identify a server by name, and both servers would be written to the same folder.',
  hint: 'Rename one of the servers.',
  source: 'EXT §2.5 (mcpServers is a map by server name)',
  good: [
    'name: library',
    'name: library\n---\nkind: server\nname: library-archive\nversion: 1.0.0\nsummary: Finds old papers.',
  ],
  bad: [
    `name: library
---
kind: server
name: library
version: 1.0.0
summary: Another library.`,
    'name: shop\n---\nkind: server\nname: till\nversion: 1.0.0\nsummary: Counts money.\n---\nkind: server\nname: shop\nversion: 2.0.0\nsummary: Sells books.',
  ],
  check(server, report, first) {
    report(['name'], say`Duplicate server name "${server.spec.name}".`, firstUse(first, ['name']));
  },
});

/** Country codes, as large public servers repeat them in every tool. */
const CODES = [...'ABCDEFGHIJ'].flatMap((first) => [...'ABCDEFGHIJKLMNOPQRSTU'].map((second) => first + second));

export const budget = rule({
  id: 'server/budget',
  severity: 'warning',
  says: 'The tools of a server should stay within its token budget.',
  why: 'The model reads every tool before every answer. This costs money and context, and with many tools the model chooses worse.',
  source: 'EXT §8 (as few as possible; large material exhausts context); MCP tools/list',
  good: ['name: library', 'summary: Finds books in a library, and lends them.'],
  bad: [
    `name: library
tools:
  - name: list_loans
    description: { does: Lists the loans of a month., when: the user asks for loans }
    parameters: &filters
      reader_country: &country { type: string, enum: [${CODES.join(', ')}], description: Country of the reader. }
      author_country: *country
      publisher_country: *country
      printed_in: *country
      sold_in: *country
      lent_in: *country
    effects: read
    handler: handlers.ts
  - { name: list_fines, description: { does: Lists the fines of a month., when: the user asks for fines }, parameters: *filters, effects: read, handler: handlers.ts }
  - { name: list_holds, description: { does: Lists books that readers wait for., when: the user asks for holds }, parameters: *filters, effects: read, handler: handlers.ts }
  - { name: list_gifts, description: { does: Lists books that were given., when: the user asks for gifts }, parameters: *filters, effects: read, handler: handlers.ts }
  - { name: list_sales, description: { does: Lists books that were sold., when: the user asks for sales }, parameters: *filters, effects: read, handler: handlers.ts }
  - { name: list_rooms, description: { does: Lists the rooms of a house., when: the user asks for rooms }, parameters: *filters, effects: read, handler: handlers.ts }
  - { name: list_staff, description: { does: Lists who works in a house., when: the user asks for staff }, parameters: *filters, effects: read, handler: handlers.ts }
  - { name: list_paper, description: { does: Lists newspapers of a month., when: the user asks for paper }, parameters: *filters, effects: read, handler: handlers.ts }`,
    `name: library
tools:
  - name: find_passages
    description: { does: Finds passages in the scanned books., when: the user looks for a quotation }
    parameters:
      where: &where
        type: object
        description: Where to look.
        properties: { one: &place { type: string, enum: [${CODES.join(', ')}] }, two: *place, three: *place, four: *place, five: *place, six: *place, seven: *place }
      and: *where
      or: *where
      not: *where
      near: *where
      after: *where
      before: *where
    effects: read
    handler: handlers.ts`,
  ],
  check(server, report, { settings }) {
    // A model reads two tools, and of the others those that it has found.
    if (server.spec.list === 'search') return;
    const costs = server.tools
      .filter(({ spec }) => isListed(spec))
      .map(({ spec }) => ({ name: spec.name, total: toolTokens(spec) }));
    const total = costs.reduce((sum, cost) => sum + cost.total, 0);
    const most = settings.budgets.server;
    if (total <= most) return;
    const largest = costs
      .toSorted((a, b) => b.total - a.total)
      .slice(0, 3)
      .map(({ name, total }) => `${name} (${total})`);
    const what = costs.length === 1 ? 'The tool' : `The ${costs.length} tools`;
    report(
      ['name'],
      say`${what} of server "${server.spec.name}" need about ${total} tokens; the budget is ${most}.`,
      `Shorten the largest, ${largest.join(', ')}, or split the server by task.`,
    );
  },
});

const OLD = 'since: 2026-11-20, use: search_books, remove_after: 2027-05-20, reason: It cannot search by author.';

const old = (more: string, codes: string): string => `name: library
tools:
  - name: find_books
    description: { does: Finds the books of a country., when: the user asks for books }
    parameters: { country: { type: string, enum: [${codes}], description: Country of the author. }, printed_in: { type: string, enum: [${codes}], description: Country of the printer. } }
    effects: read
    deprecated: { ${OLD}${more} }
    handler: handlers.ts`;

export const deprecatedListed = rule({
  id: 'server/deprecated-listed',
  severity: 'note',
  says: 'Deprecated tools should not take much of what a model reads.',
  why: 'Ten versions of one tool are ten tools in every conversation, and a model may choose an old one. Callers reach a tool that is not listed.',
  source: 'EXT §8 (as few as possible; large material exhausts context), §9 rule 2',
  good: [old(', listed: false', CODES.join(', ')), old('', 'DE, FR, IT')],
  bad: [old('', CODES.join(', ')), old(', listed: 2027-01-01', CODES.join(', '))],
  check(server, report, { settings }) {
    const tools = server.tools.filter(({ spec }) => spec.deprecated && isListed(spec));
    const total = tools.reduce((sum, { spec }) => sum + toolTokens(spec), 0);
    if (total <= settings.budgets.server * DEPRECATED_SHARE) return;
    const names = tools.slice(0, 12).map(({ spec }) => spec.name);
    const edits = tools.map((tool) => {
      const isDated = tool.spec.deprecated?.listed !== undefined;
      const path = isDated ? ['deprecated', 'listed'] : ['deprecated'];
      return tool.edit(
        isDated ? { kind: 'replace', path, value: false } : { kind: 'insert', path, key: 'listed', value: false },
      );
    });
    report(
      ['name'],
      say`Deprecated tools of server "${server.spec.name}" need about ${total} tokens in what models read.`,
      `Add \`listed: false\` to \`deprecated\` of ${names.join(', ')}${tools.length > 12 ? ', …' : ''}: callers still reach ${tools.length === 1 ? 'it' : 'them'}.`,
      { fix: { title: 'Add `listed: false`.', edits } },
    );
  },
});

/** Of the budget of a server. */
const DEPRECATED_SHARE = 0.05;

export const skillsServed = crossRule({
  id: 'server/skills-served',
  severity: 'error',
  around: (draft) => draft.servers.filter(({ spec }) => spec.serve_skills === true).map((server) => [server, draft]),
  says: 'A server with `serve_skills: true` must be listed by at least one skill.',
  resolves: true,
  why: 'The server announces skills, but hosts find none; a skill is probably missing.',
  source: 'MCP skills extension, SEP-2640 (a server that declares the extension serves skills)',
  good: ['serve_skills: false', servingExample('servers: [library]')],
  bad: ['serve_skills: true', servingExample('license: MIT')],
  check(server, report, { skills, names }) {
    const { name } = server.spec;
    // An invalid skill may be the one that lists the server.
    if (skills.length < names.skills.size) return;
    if (skills.some(({ spec }) => spec.servers?.some((one) => one === name || !names.servers.has(one)))) return;
    const first = skills[0]?.spec.name;
    const where = first === undefined ? 'Add a skill with' : `Add it to a skill, such as "${first}":`;
    report(
      ['serve_skills'],
      say`Server "${name}" serves skills, but no skill lists it.`,
      say`${where} \`servers: [${name}]\`, or delete \`serve_skills\`.`,
    );
  },
});

function servingExample(servers: string): string {
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
