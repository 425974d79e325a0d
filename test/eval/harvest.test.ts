/** Cases from real use: nothing that may be somebody's is in a proposal, and what is a case already is not proposed again. */
import {
  array,
  assert,
  constant,
  constantFrom,
  emailAddress,
  integer,
  oneof,
  property,
  record,
  stringMatching,
  uuid,
  webUrl,
} from 'fast-check';
import { expect, test } from 'vitest';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import type { LEFT_OUT, ProposedCase } from '../../compiler/features/evals/harvest/proposals.ts';
import { offeredByPlan, proposalsFrom, turnsOf } from '../../compiler/features/evals/harvest/proposals.ts';
import { publicWords, withoutPersonal } from '../../compiler/features/evals/harvest/personal.ts';
import type { ConversationEvent } from '../../compiler/features/evals/online/agent.ts';
import { CLAUDE_CODE } from '../../compiler/features/evals/online/agents/claude-code.ts';
import { CODEX } from '../../compiler/features/evals/online/agents/codex.ts';
import type { Plan } from '../../compiler/plan/model.ts';
import { clockSpec } from '../support/eval-project.ts';
import { WHOLE_RUN, runs } from '../support/runs.ts';

function planOf(): Plan {
  const { value, diagnostics } = planSpecs([{ path: 'specs/clock.yaml', text: clockSpec() }]);
  return value?.plan ?? expect.fail(JSON.stringify(diagnostics));
}

/** With these in its first tool. */
function withCases(cases: readonly ProposedCase[]): Plan {
  const [server = expect.fail()] = PLAN.servers;
  const [first = expect.fail(), ...others] = server.tools;
  const evals = [...first.evals, ...cases.map((one) => ({ ...one, expect: null }))];
  return { ...PLAN, servers: [{ ...server, tools: [{ ...first, evals }, ...others] }] };
}

const PLAN = planOf();
const OFFERED = offeredByPlan(PLAN);

type Said = readonly [request: string, args?: Readonly<Record<string, string | number>>, tool?: string];

function heard(turns: readonly Said[], failed: readonly number[] = []): readonly ConversationEvent[] {
  return turns.flatMap(([text, args, tool = 'clock.get_time'], at): readonly ConversationEvent[] => [
    { kind: 'request', text },
    ...(args ? [{ kind: 'call', id: String(at), call: { name: tool, arguments: args } } as const] : []),
    ...(failed.includes(at) ? [{ kind: 'failure', id: String(at) } as const] : []),
  ]);
}

const proposed = (turns: readonly Said[], failed?: readonly number[], plan = PLAN): readonly ProposedCase[] =>
  proposalsFrom(turnsOf(heard(turns, failed)), plan, (text) => text).proposals.map(({ made }) => made);

const leftOf = (turns: readonly Said[], failed?: readonly number[]): readonly string[] =>
  proposalsFrom(turnsOf(heard(turns, failed)), PLAN, (text) => text.replaceAll('hunter', '[redacted]')).left;

test('a request that led to a call is a case, with the arguments that it states', () => {
  expect(proposed([['Is it late in Oslo?', { city: 'Oslo', limit: 5 }]])).toEqual([
    { query: 'Is it late in Oslo?', arguments: { city: 'Oslo' } },
  ]);
});

test.each<[keyof typeof LEFT_OUT, readonly Said[], number[]?]>([
  ['uncalled', [['is it late']]],
  ['uncalled', [['is it late', {}, 'clock.gone']]],
  ['failed', [['is it late in Oslo', {}]], [0]],
  ['long', [['is it late '.repeat(40), {}]]],
  ['personal', [['is it late where hunter is', {}]]],
  ['personal', [['is it late at [redacted]', {}]]],
  ['personal', [['tell Annika how late it is', {}]]],
  ['known', [['What time is it in Oslo?', {}]]],
  ['known', [['what time is it in the Oslo', {}]]],
])('%s: %j', (reason, turns, failed) => {
  expect(leftOf(turns, failed)).toEqual([reason]);
});

test('a request in the middle that its words do not explain is left out', () => {
  expect(
    leftOf([
      ['is it late at Annika', {}],
      ['and there', { city: 'Lima' }],
    ]),
  ).toEqual(['personal', 'earlier']);
});

test.each([
  ['how late is it at 3', 'how late is it at 3'],
  ['how late was it on 2019-07-04', 'how late was it on 2030-01-15'],
  ['call +49 171 555-0199 now', 'call +12 345 678-9012 now'],
  ['send it to anna.b@gmail.com', 'send it to name@example.com'],
  ['read https://bank.example.net/acc?id=7 now', 'read https://example.com/page now'],
  ['Is it late in OSLO?', undefined],
  ["what's the time in Oslo", "what's the time in Oslo"],
])('%s → %s', (request, expected) => {
  expect(withoutPersonal(request, publicWords(['what time is it late in Oslo']))).toBe(expected);
});

/** Letters that are no word of the project or the lexicons. */
const UNKNOWN = publicWords([JSON.stringify(PLAN)]);
const isUnknown = (word: string): boolean => withoutPersonal(word.toLowerCase(), UNKNOWN) === undefined;

const PRIVATE = oneof(
  stringMatching(/^[A-Z][a-z]{3,9}$/).filter(isUnknown),
  stringMatching(/^[a-z]{5,12}$/).filter(isUnknown),
  stringMatching(/^[A-ZÅØÉ][a-zåøéñ]{2,6} [A-Z]['’][A-Z][a-z]{3,6}$/),
  stringMatching(/^\+?[2-9]\d{2,3}[ /-][2-9]\d{3,6}$/),
  stringMatching(/^DE[2-9]\d( [2-9]\d{3}){4}$/),
  stringMatching(/^[2-9]\d{3}-[2-9]\d{3}-[2-9]\d{3}-[2-9]\d{3}$/),
  stringMatching(/^(sk-|ghp_|AKIA)[A-Za-z2-9]{20,30}$/),
  stringMatching(/^[\u4e00-\u4eff]{2,4}$/),
  stringMatching(/^[а-я]{4,8}$/),
  stringMatching(/^@[a-z]{4,9}_[a-z]{3}$/).filter((handle) => isUnknown(handle.slice(1))),
  stringMatching(/^[!#$%&*+?]{8,12}$/),
  stringMatching(/^[a-f2-9]{16,40}$/).filter((text) => /[a-f]/.test(text) && /[2-9]{3}/.test(text)),
  array(integer({ min: 0xe0061, max: 0xe007a }), { minLength: 4, maxLength: 9 }).map((codes) =>
    String.fromCodePoint(...codes),
  ),
  emailAddress().filter((one) => one !== 'name@example.com'),
  webUrl({ withQueryParameters: true }),
  uuid(),
);

const FRAME = constantFrom(
  'is it late',
  'tell me how late it is',
  'what time do they have',
  'will it rain',
  'Show the weather report.',
);

test(
  'whatever is planted into requests, arguments and earlier turns is in none of the proposals',
  { timeout: WHOLE_RUN },
  () => {
    const turn = record({
      before: FRAME,
      after: FRAME,
      planted: PRIVATE,
      glue: constantFrom(' ', ' "', ', ', ': ', ' – '),
      where: constantFrom('both', 'argument', 'request'),
    });
    const kept = array(turn, { minLength: 1, maxLength: 4 });
    assert(
      property(kept, constant(PLAN), (turns, plan) => {
        const said = turns.map(({ before, after, planted, glue, where }): Said => [
          where === 'argument' ? `${before} ${after}` : `${before}${glue}${planted} ${after}`,
          where === 'request' ? {} : { city: planted },
        ]);
        const text = JSON.stringify(proposed(said, [], plan)).toLowerCase();
        for (const { planted } of turns) expect(text).not.toContain(JSON.stringify(planted).slice(1, -1).toLowerCase());
      }),
      { numRuns: runs(10_000) },
    );
  },
);

test(
  'the proposals of a log, written as cases, are not proposed by any part of the same log',
  { timeout: WHOLE_RUN },
  () => {
    const city = constantFrom('Oslo', 'Lima');
    const said = record({ frame: FRAME, city, at: integer({ min: 0, max: 99 }) }).map(
      ({ frame, city: value, at }): Said => [`${frame} in ${value} at ${at}`, { city: value }],
    );
    const context = record({ frame: FRAME, city }).map(({ frame, city: value }): Said => [frame, { city: value }]);
    assert(
      property(array(oneof(said, context), { minLength: 1, maxLength: 5 }), (turns) => {
        const first = proposed(turns);
        const plan = withCases(first);
        expect(proposed(turns, [], plan)).toEqual([]);
      }),
      { numRuns: runs(10_000) },
    );
  },
);

const CLAUDE = (message: object, more: object = {}): object => ({ sessionId: 's', type: 'user', message, ...more });
const USE = { type: 'tool_use', id: 'u', name: 'mcp__clock__get_time', input: { city: 'Oslo' } };
const CALL: ConversationEvent = {
  kind: 'call',
  id: 'u',
  call: { name: 'clock.get_time', arguments: { city: 'Oslo' } },
};
const ITEM = (item: object): object => ({
  timestamp: 't',
  type: 'event_msg',
  payload: { type: 'item_completed', item },
});
const MCP = { type: 'McpToolCall', id: 'u', server: 'clock', tool: 'get_time', arguments: { city: 'Oslo' } };

/** Lines as Claude Code 2.1.197 and Codex 0.169.0 wrote them, without what is not read. */
test.each<[string, typeof CLAUDE_CODE | typeof CODEX, object, readonly ConversationEvent[] | undefined]>([
  [
    'a request',
    CLAUDE_CODE,
    CLAUDE({ role: 'user', content: 'how late\n' }),
    [{ kind: 'request', text: 'how late\n' }],
  ],
  [
    'a request in blocks',
    CLAUDE_CODE,
    CLAUDE({
      content: [
        { type: 'text', text: '<ide>x</ide>' },
        { type: 'text', text: 'hi' },
      ],
    }),
    [{ kind: 'request', text: 'hi' }],
  ],
  ['a call', CLAUDE_CODE, CLAUDE({ content: [USE] }, { type: 'assistant' }), [CALL]],
  [
    'a call of a plugin',
    CLAUDE_CODE,
    CLAUDE({ content: [{ ...USE, name: 'mcp__plugin_desk_clock__get_time' }] }, { type: 'assistant' }),
    [CALL],
  ],
  [
    'a call of another server',
    CLAUDE_CODE,
    CLAUDE({ content: [{ ...USE, name: 'mcp__o_clock__get_time' }] }, { type: 'assistant' }),
    [],
  ],
  [
    'a failure',
    CLAUDE_CODE,
    CLAUDE({ content: [{ type: 'tool_result', tool_use_id: 'u', is_error: true }] }),
    [{ kind: 'failure', id: 'u' }],
  ],
  ['an agent of its own', CLAUDE_CODE, CLAUDE({ content: 'look' }, { isSidechain: true }), []],
  ['what it says itself', CLAUDE_CODE, CLAUDE({ content: 'caveat' }, { isMeta: true }), []],
  ['another line', CLAUDE_CODE, { type: 'queue-operation', sessionId: 's', content: 'hi' }, []],
  ['no line of it', CLAUDE_CODE, { server: 'clock', tool: 'get_time', arguments: {} }, undefined],
  [
    'a request',
    CODEX,
    ITEM({ type: 'UserMessage', content: [{ type: 'text', text: 'how late\n' }] }),
    [{ kind: 'request', text: 'how late\n' }],
  ],
  ['a call', CODEX, ITEM({ ...MCP, status: 'completed', result: {} }), [CALL]],
  [
    'a failed call',
    CODEX,
    ITEM({ ...MCP, status: 'completed', result: { isError: true } }),
    [CALL, { kind: 'failure', id: 'u' }],
  ],
  ['a call that never ended well', CODEX, ITEM({ ...MCP, status: 'failed' }), [CALL, { kind: 'failure', id: 'u' }]],
  ['another line', CODEX, { timestamp: 't', type: 'session_meta', payload: {} }, []],
  ['no line of it', CODEX, { timestamp: 't', type: 'x' }, undefined],
])('%s is read from a line of $1.title', (_what, agent, line, expected) => {
  expect(agent.hear?.(JSON.parse(JSON.stringify(line)), OFFERED)).toEqual(expected);
});
