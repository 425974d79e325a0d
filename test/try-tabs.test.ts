/** What the tabs of `haft try` show, without a page: what models and hosts read, changes, evals and hosts. */
import { describe, expect, test } from 'vitest';
import { SHOWN_CHARACTERS } from '../compiler/check/description.ts';
import { referenceOf } from '../compiler/check/tool-names.ts';
import type { Finding } from '../compiler/features/connect/doctor/symptoms/index.ts';
import { commandsOf, problemRows } from '../compiler/features/connect/doctor/host-rows.ts';
import { serverText, skillText, toolText } from '../compiler/features/desk/model-text.ts';
import { runOffline } from '../compiler/features/evals/figures/suite.ts';
import { choiceCards } from '../compiler/features/evals/report/choice-cards.ts';
import { planDescription } from '../compiler/plan/description.ts';
import type { Deprecation, ServerPlan, SkillPlan, ToolPlan } from '../compiler/plan/model.ts';
import { changeCards } from '../compiler/report/changes/cards.ts';
import { HOSTS } from '../compiler/spec/hosts/index.ts';
import { choicesOf } from '../compiler/versions/receipts/choice.ts';
import { EXAMPLE } from './support/report-example.ts';
import { SERVER } from './support/report-changes.ts';
import { toolPlan } from './support/tool-plan.ts';

/** One tool of one server. */
function found(
  more: Partial<ToolPlan> = {},
  ofServer: Partial<ServerPlan> = {},
): { readonly server: ServerPlan; readonly tool: ToolPlan } {
  const [server] = toolPlan({ properties: { query: { type: 'string' } } }, undefined, more).servers;
  const [tool] = server?.tools ?? [];
  if (!server || !tool) throw new Error('A plan of one tool has one.');
  return { server: { ...server, ...ofServer }, tool };
}

const notesOf = (more: Partial<ToolPlan>, ofServer: Partial<ServerPlan> = {}): readonly string[] =>
  toolText(found(more, ofServer), HOSTS).hosts.flatMap(({ title, notes }) => notes.map((note) => `${title}: ${note}`));

describe('what a model reads of a tool', () => {
  test('are the parts in their order with their tokens, and what else is listed', () => {
    const parts = [
      { part: 'does', text: 'Searches the shelves.' },
      { part: 'when', text: 'Use when the user looks for a book.' },
    ] as const;
    const text = toolText(found({ description: planDescription(parts) }), []);
    expect(text.parts).toEqual([
      { ...parts[0], tokens: 6, cut: 0 },
      { ...parts[1], tokens: 9, cut: 0 },
    ]);
    expect(text.tokens.map(({ what }) => what)).toEqual(['Whole entry', 'Description', 'Input schema']);
    expect(JSON.parse(text.document.text)).toMatchObject({ name: 'search', inputSchema: { type: 'object' } });
    expect(text.document.text).not.toContain('shelves');
  });

  test('ends where hosts cut it, to the character', () => {
    const long = 'x'.repeat(SHOWN_CHARACTERS - 10);
    const description = planDescription([
      { part: 'does', text: long },
      { part: 'when', text: 'Use when it rains.' },
      { part: 'examples', text: 'Examples: "rain".' },
    ]);
    const { parts } = toolText(found({ description }), []);
    const shown = parts.map(({ text, cut }) => text.slice(0, text.length - cut)).join(' ');
    expect(shown.trimEnd()).toBe(description.text.slice(0, SHOWN_CHARACTERS).trimEnd());
  });

  test.each(HOSTS.filter(({ toolName }) => toolName))('has in $title the name of its form', (host) => {
    const { hosts } = toolText(found({ name: 'find_books' }), [host]);
    const form = host.toolName?.form ?? '';
    expect(hosts[0]?.name).toBe(form.replace('{server}', 'library').replace('{tool}', 'find_books'));
  });

  test.each<[what: string, notes: readonly string[], expected: RegExp]>([
    [
      'a name that is too long',
      notesOf({ name: 'a'.repeat(80) }),
      /^Claude Code: The name has 94 characters, and the maximum is 64\.$/m,
    ],
    [
      'a server that a host reserves',
      notesOf({}, { name: 'computer-use' }),
      /^Claude Code: The name of the server, "computer-use", is reserved\.$/m,
    ],
    [
      'a server that a host rejects',
      notesOf({}, { name: 'my library' }),
      /^Codex CLI: The name of the server, "my library", is not accepted\.$/m,
    ],
    [
      'data that hides pictures',
      notesOf({ returns: { type: 'object', properties: { total: { type: 'integer' } } } }),
      /^Codex CLI: The model gets only the data of a result/m,
    ],
  ])('names %s', (_what, notes, expected) => {
    expect(notes.join('\n')).toMatch(expected);
  });

  test('has no note of a host for a tool that all take as it is', () => {
    expect(notesOf({})).toEqual([]);
  });

  test('says that it is deprecated and hidden', () => {
    const deprecated = deprecation('search_v2', { listed: false });
    expect(toolText(found({ deprecated }), []).notes).toEqual([
      'Deprecated since 2026-10-01: "search_v2" takes its place.',
      'Models do not see this tool; callers still reach it.',
      expect.stringContaining('readOnlyHint true'),
    ]);
  });
});

test('of a server a model reads its instructions, and the tools with what each costs, the dearest first', () => {
  const { server, tool } = found();
  const dear = { ...tool, name: 'dear', description: planDescription([{ part: 'does', text: 'x'.repeat(400) }]) };
  const { parts, tokens } = serverText({ ...server, tools: [tool, dear] }, []);
  expect(parts).toMatchObject([{ part: 'instructions', text: 'Finds books.' }]);
  expect(tokens.map(({ what }) => what)).toEqual(['All tools', 'dear', 'search']);
  expect(tokens[0]?.tokens).toBe((tokens[1]?.tokens ?? 0) + (tokens[2]?.tokens ?? 0));
});

test('of a skill hosts replace parts, reserve words, and some read none', () => {
  const skill = {
    name: 'claude-helper',
    description: planDescription([{ part: 'does', text: 'Helps.' }]),
    frontMatterSource: '---\nname: claude-helper\n---\n',
    text: 'Show $ARGUMENTS.\n',
    files: [],
  } as unknown as SkillPlan;
  const { hosts, document } = skillText(skill, HOSTS);
  expect(document.text).toContain('Show $ARGUMENTS.');
  expect(hosts.find(({ title }) => title === 'Claude Code')?.notes).toEqual([
    'The name must not contain "claude".',
    'The text has "$ARGUMENTS", which is replaced by what the user typed.',
  ]);
  expect(hosts.find(({ title }) => title === 'Claude Desktop')?.notes).toEqual([
    'Haft knows no folder from which it reads skills.',
  ]);
});

function deprecation(use: string, more: Partial<Deprecation> = {}): Deprecation {
  return { since: '2026-10-01', use: referenceOf(use), remove_after: '2027-01-10', reason: 'It is slow.', ...more };
}

describe('the changes', () => {
  const whole = changeCards(EXAMPLE, {});
  const drawn = ({ cards, folded }: ReturnType<typeof changeCards>): readonly string[] =>
    [...cards, ...folded.flatMap((fold) => fold.cards)].map(({ fingerprint }) => fingerprint).toSorted();
  const shownOf = (subject: Parameters<typeof changeCards>[1]): readonly string[] =>
    drawn(changeCards(EXAMPLE, subject));

  test('of a project are all, each once, with the words of the report', () => {
    expect(drawn(whole)).toEqual(EXAMPLE.changes.map(({ fingerprint }) => fingerprint).toSorted());
    expect(whole).toMatchObject({ headline: 'Changes that are not allowed', tone: 'stop', before: 'the contract' });
    expect(whole.cards[0]).toMatchObject({
      verdict: 'not allowed',
      owner: 'search_references',
      values: '100 → 50',
      rules: [expect.stringContaining('breaks in place')],
      where: 'specs/reference-manager/server.yaml:75',
    });
  });

  test('of a tool are its own, and their verdict is that of the tool', () => {
    const own = EXAMPLE.changes.filter(({ target }) => target.tool === 'search_references');
    expect(own.length).toBeGreaterThan(0);
    expect(shownOf({ server: SERVER, tool: 'search_references' })).toEqual(
      own.map(({ fingerprint }) => fingerprint).toSorted(),
    );
    const none = changeCards(EXAMPLE, { server: SERVER, tool: 'no_such_tool' });
    expect(none).toMatchObject({ headline: 'No changes', tone: 'go', cards: [], folded: [], lines: [], steps: [] });
  });

  test('of a server and a skill are those of the project', () => {
    expect([...shownOf({ server: SERVER }), ...shownOf({ skill: 'literature-review' })].toSorted()).toEqual(
      drawn(whole),
    );
  });
});

test('evals show rivals with their margin, the matrix, and the cases of the tool that is asked for', () => {
  const { server, tool } = found();
  const texts: readonly [name: string, text: string, query: string][] = [
    ['find_books', 'Finds books by words of the title.', 'which books have tides in the title'],
    ['find_films', 'Finds films by words of the title.', 'films by the title of tides'],
    ['order_book', 'Orders a book from the shop.', 'order the tall ladder'],
  ];
  const tools = texts.map(([name, text, query]) => ({
    ...tool,
    name,
    description: planDescription([{ part: 'does', text }]),
    evals: [{ query, expect: referenceOf(name) }],
  }));
  const [choice] = choicesOf({ planVersion: 1, servers: [{ ...server, tools }], skills: [] });
  const [run] = runOffline(choice ? [choice] : [], []);
  if (!run) throw new Error('A choice has a run.');
  const all = choiceCards(run, {});
  expect(all.title).toBe('server library');
  expect(all.matrix?.columns.slice(0, 3).toSorted()).toEqual(['find_books', 'find_films', 'order_book']);
  expect(all.matrix?.rows.flatMap(({ fields }) => fields.flat()).reduce((sum, { count }) => sum + count, 0)).toBe(3);
  expect(all.cases.map(({ expected, chosen, state }) => [expected, chosen, state])).toEqual(
    texts.map(([name]) => [name, name, 'ahead']),
  );
  const own = choiceCards(run, { server: 'library', tool: 'find_films' });
  expect(own.cases).toMatchObject([{ request: 'films by the title of tides', expected: 'find_films' }]);
  expect(own.matrix).toEqual(all.matrix);
  for (const { margin, says } of all.rivals) expect(says).toContain(`${Math.abs(margin)} %`);
});

describe('a fix of a finding', () => {
  const finding = (fix: Finding['fix']): Finding => ({
    id: 'entry-form',
    host: 'codex',
    symptom: 'It shows no tool.',
    cause: 'The entry is wrong.',
    file: '~/.codex/config.toml',
    line: 4,
    key: 'mcp_servers.library',
    fix,
  });

  test.each<[what: string, fix: Finding['fix'], count: number]>([
    [
      'commands are run',
      {
        commands: [
          ['haft', 'compile'],
          ['haft', 'install', 'codex'],
        ],
      },
      2,
    ],
    ['a step of a person is not', { say: 'Start the application.' }, 0],
    [
      'a value that only a person knows is not',
      {
        commands: [
          ['haft', 'compile'],
          ['haft', 'install', 'codex', '--env', 'KEY=<value>'],
        ],
      },
      0,
    ],
  ])('%s', (_what, fix, count) => {
    expect(commandsOf({ fix })).toHaveLength(count);
    expect(problemRows(new Map([[7, finding(fix)]]))).toMatchObject([
      { id: 7, place: '~/.codex/config.toml:4, mcp_servers.library', canRun: count > 0 },
    ]);
  });
});
