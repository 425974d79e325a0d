/** Deprecated tools that are not listed: callers reach them, and nothing that is shown to a model has them; old names lead to the newest. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { evals } from '../compiler/emit/emitters/evals.ts';
import { serverHead } from '../compiler/emit/server/server-mjs.ts';
import { candidatesOf } from '../compiler/features/evals/offline/candidate.ts';
import { offeredTools } from '../compiler/features/evals/online/conversation.ts';
import { referenceOf } from '../compiler/check/tool-names.ts';
import type { Deprecation, ServerPlan } from '../compiler/plan/model.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { compareVersions } from '../compiler/versions/against-release.ts';
import { choicesAfter } from '../compiler/versions/bump/references.ts';
import { diff } from '../compiler/versions/diff.ts';
import { checkChoices } from '../compiler/versions/receipts/planned-choices.ts';
import { choicesOf } from '../compiler/versions/receipts/choice.ts';
import { applyEdits } from '../compiler/spec/yaml/apply-edits.ts';
import { load } from '../compiler/spec/yaml/load.ts';
import type { PrintedServer } from '../runtime/descriptor/descriptor.ts';
import { serveTools } from '../runtime/protocol/tools.ts';
import { createRedact } from '../runtime/redaction/secret-search.ts';
import { systemClock } from '../runtime/server/clock.ts';
import { createLimiter } from '../runtime/server/limits.ts';
import { readPrintedServer } from '../runtime/server/printed.ts';
import { DATES, bumped, compiled, contractOf } from './support/bumped.ts';
import { TEXT } from './support/released.ts';
import { runs } from './support/runs.ts';
import { COMMAND, serverSpec, toolItem } from './support/specs.ts';

const NAMES = ['count_sheep', 'get_time', 'list_trains'] as const;
const { plan: BASE } = compiled(
  serverSpec(
    'town',
    'Knows the town.',
    NAMES.map((name) => toolItem(name, COMMAND)),
  ),
);
const TERMS = {
  since: '2026-11-20',
  use: referenceOf('list_trains'),
  remove_after: '2027-05-20',
  reason: 'It is old.',
};

const NO_CONTEXT = { toProject: '..', carried: new Map(), hosts: [] };

/** For each tool: none, deprecated, deprecated until a day, or not listed. */
const anyListed = fc.array(fc.constantFrom(undefined, {}, { listed: '2026-12-01' }, { listed: false } as const), {
  minLength: NAMES.length,
  maxLength: NAMES.length,
});

function townWith(listed: readonly (Pick<Deprecation, 'listed'> | undefined)[]): ServerPlan {
  const [server] = BASE.servers;
  if (!server) return expect.fail('there is one');
  const tools = server.tools.map(({ deprecated: _none, ...tool }, at) => {
    const own = listed[at];
    return { ...tool, ...(own && { deprecated: { ...TERMS, ...own } }) };
  });
  return { ...server, tools };
}

function servedNames(server: ServerPlan, isPrinted: boolean): { shown: unknown; reached: unknown } {
  const text = serverHead(server, []).replace(/^#!.*\n/, '');
  const read = readPrintedServer(new Function(`${text}return HAFT_SERVER;`)() as PrintedServer);
  const { printed: _texts, ...plain } = { ...read, tools: read.tools };
  const redact = createRedact({}, {});
  const served = serveTools(
    isPrinted ? read : plain,
    ({ name }) =>
      () => ({ outcome: redact.text(name), open: { code: undefined, abort: () => {} } }),
    { redact, env: {}, log: () => {}, gate: createLimiter(read.limits, systemClock) },
  );
  const { tools } = JSON.parse(`{${served.list()}}`) as { tools: readonly { name: string }[] };
  const reached = server.tools.map(({ name }) => served.tools.get(name)?.({}, { allowance: () => 0 }).outcome);
  return { shown: tools.map(({ name }) => name), reached };
}

describe('a tool that is not listed', () => {
  test('is reached, and in nothing that a model chooses from', () => {
    fc.assert(
      fc.property(anyListed, fc.boolean(), (listed, isPrinted) => {
        const server = townWith(listed);
        const names = server.tools.map(({ name }) => name);
        const shown = names.filter((_name, at) => listed[at]?.listed !== false);
        expect(servedNames(server, isPrinted)).toEqual({ shown, reached: names });
        const together = { servers: [server], skills: [] };
        expect(candidatesOf(together).map(({ name }) => name)).toEqual(shown);
        expect(offeredTools(together).map(({ name }) => name)).toEqual(shown);
        const [choice] = choicesOf({ planVersion: 1, ...together });
        expect([...(choice?.visible.keys() ?? [])].filter((name) => name !== '')).toEqual(shown);
        expect(new Set(choice?.cases.map(({ owner }) => owner))).toEqual(new Set(shown));
        const files = evals.of === 'project' ? evals.files({ planVersion: 1, ...together }, NO_CONTEXT) : [];
        const cases = files.flatMap((file) => (file.kind === 'text' ? JSON.parse(file.text).evals : []));
        expect(cases).toHaveLength(choice?.cases.length ?? -1);
      }),
      { numRuns: runs(10_000) },
    );
  });

  test('is a change of its list for models, and its texts are none', () => {
    fc.assert(
      fc.property(anyListed, anyListed, fc.nat(NAMES.length - 1), (a, b, edited) => {
        const [before, after] = [a, b].map((listed) => {
          return { planVersion: 1 as const, servers: [townWith(listed)], skills: [] };
        });
        if (!before || !after) return;
        const [server] = after.servers;
        const tools = server?.tools.map((tool, at) => (at === edited ? { ...tool, title: 'Another' } : tool)) ?? [];
        const changes = diff(before, { ...after, servers: server ? [{ ...server, tools }] : [] });
        const about = (kind: string): unknown[] => changes.flatMap((one) => (one.kind === kind ? one.target.tool : []));
        const isShown = (listed: (typeof a)[number]): boolean => listed?.listed !== false;
        const both = tools.map(({ name }, at) => [name, isShown(a[at]), isShown(b[at])] as const);
        expect(about('tool/unlisted').sort()).toEqual(
          both.flatMap(([name, was, is]) => (was && !is ? name : [])).sort(),
        );
        expect(about('tool/listed-again').sort()).toEqual(
          both.flatMap(([name, was, is]) => (!was && is ? name : [])).sort(),
        );
        const unseen = new Set(both.flatMap(([name, was, is]) => (was || is ? [] : name)));
        for (const { axis, level, target } of changes)
          if (axis === 'model' && unseen.has((target.tool ?? '') as (typeof NAMES)[number])) expect(level).toBe('safe');
      }),
      { numRuns: runs(10_000) },
    );
  });

  test('is no answer to a case of a choice', () => {
    const text = `choices:\n  - name: all\n    servers: [town]\n    evals: [{ query: go, expect: count_sheep }, { query: go on, expect: none, never: [count_sheep] }]\n`;
    const [document] = load([{ path: 'haft.yaml', text }]).value.documents;
    const plan = { ...BASE, servers: [townWith([{ listed: false }])] };
    expect(checkChoices(plan, document).map(({ message, hint }) => `${message} ${hint}`)).toEqual([
      'Tool "count_sheep" is not listed, so no model can choose it. Write "list_trains".',
    ]);
  });
});

describe('an old name', () => {
  test('leads to the newest tool after any number of bumps', () => {
    let [text, name] = [TEXT, 'get_time'];
    const rounds = Math.max(3, runs(10));
    for (let round = 0; round < rounds; round += 1) {
      text = bumped(text, text.replace(`maxLength: ${40 - round},`, `maxLength: ${39 - round},`), name);
      name = `get_time_v${round + 2}`;
    }
    const { tools } = parse(text) as { tools: readonly { name: string; deprecated?: { use: string } }[] };
    const old = tools.flatMap(({ deprecated }) => deprecated ?? []);
    expect(old).toHaveLength(rounds);
    expect(new Set(old.map(({ use }) => use))).toEqual(new Set([name]));
  });

  test('in a choice is the name of the successor', () => {
    const own =
      'choices: # both\n  - name: all\n    servers: [clock]\n    evals:\n      - { query: now, expect: get_time }\n      - { query: go, expect: list_trains, never: [clock.get_time] }\n';
    const [document] = load([{ path: 'haft.yaml', text: own }]).value.documents;
    const { spec } = compiled(bumped(TEXT, TEXT.replace('maxLength: 40', 'maxLength: 4'), 'get_time'));
    const [old, now] = ['get_time', 'get_time_v2'].map((tool) => ({ server: 'clock', tool }));
    const edits = document && old && now ? choicesAfter(old, now, spec, document) : [];
    expect(applyEdits(own, edits)).toBe(
      own.replace('expect: get_time', 'expect: get_time_v2').replace('clock.get_time', 'clock.get_time_v2'),
    );
  });
});

describe('a date that has passed', () => {
  const old = bumped(TEXT, TEXT.replace('maxLength: 40', 'maxLength: 4'), 'get_time');
  const notes = (text: string, today: string): string[] =>
    compareVersions(contractOf(compiled(old)), compiled(text), { ...DATES, today }).diagnostics.flatMap((one) =>
      one.code === 'version/deprecation-due' ? `${one.severity} ${one.message} ${one.hint}` : [],
    );

  test('is a note', () => {
    const dated = old
      .replace('remove_after:', 'listed: 2026-12-24, remove_after:')
      .replace(/^( +)remove_after:/m, '$1listed: 2026-12-24\n$1remove_after:');
    expect(dated).not.toBe(old);
    expect(notes(dated, '2026-12-23')).toEqual([]);
    expect(notes(dated, '2026-12-24')).toEqual([
      'note Tool "get_time" should not be listed since 2026-12-24. Set `listed` to false, or to a later date.',
    ]);
    expect(notes(old, '2027-02-18')).toEqual([]);
    expect(notes(old, '2027-02-19')).toEqual([
      'note Tool "get_time" can be removed since 2027-02-19. Remove it, or set `remove_after` to a later date.',
    ]);
  });
});

test('a chain is found and shortened from everywhere', () => {
  const link = (at: number, use: number): string =>
    toolItem(
      `get_time_v${at}`,
      `${COMMAND}\n    deprecated: { since: 2026-11-20, use: get_time_v${use}, remove_after: 2027-05-20, reason: Old. }`,
      'get_time',
    ).replace(/ {4}evals:\n(?: {6}- .*\n)+/, '');
  const spec = serverSpec('clock', 'Tells the time.', [
    link(2, 3),
    link(3, 4),
    link(4, 5),
    toolItem('get_time_v5', COMMAND, 'get_time'),
  ]);
  const { diagnostics } = planSpecs([{ path: 'specs/clock.yaml', text: spec }], {});
  const found = diagnostics.filter(({ code }) => code === 'tool/deprecated-chain');
  expect(found.map(({ about, fix }) => [about.tool, fix?.edits[0]?.text])).toEqual([
    ['get_time_v2', 'get_time_v5'],
    ['get_time_v3', 'get_time_v5'],
  ]);
});
