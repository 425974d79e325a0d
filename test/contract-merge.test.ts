/** Two branches that release: what merges by itself, what is in conflict, and what is noticed afterwards. */
import { isEqual } from '../compiler/base/json.ts';
import { FILE_FORMATS, numberOf } from '../compiler/base/file-formats.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import type { PlannedSpecs } from '../compiler/plan/plan-specs.ts';
import { diff } from '../compiler/versions/diff.ts';
import { versionAdvice } from '../compiler/versions/semver.ts';
import { releasedTwice } from '../compiler/versions/policy/released-twice.ts';
import { mergeContracts } from '../compiler/versions/merge-contracts.ts';
import { load } from '../compiler/spec/yaml/load.ts';
import { contractText, readContract, releasedParts } from '../compiler/plan/contract.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { compareVersions } from '../compiler/versions/against-release.ts';
import { TEXT } from './support/released.ts';
import { costlyRuns } from './support/runs.ts';
import { COMMAND, toolItem } from './support/specs.ts';

const DATES = { today: '2026-11-21', periodDays: 90 };

function compiled(text: string): PlannedSpecs {
  const { value, diagnostics } = planSpecs([{ path: 'specs/clock.yaml', text }]);
  return value ?? expect.fail(JSON.stringify(diagnostics));
}

function read(text: string): Plan {
  const contract = readContract(text);
  return 'plan' in contract ? contract.plan : expect.fail(contract.problem);
}

/** The contract after a release of this text. */
const released = (text: string, before?: Plan): Plan => read(contractText(compiled(text).plan, before));

const raised = (text: string, version = '1.1.0'): string => text.replace('version: 1.0.0', `version: ${version}`);
const OURS = raised(TEXT).replace('how late it is,', 'how late it is or which day,');
const THEIRS = raised(TEXT).concat(toolItem('count_sheep', COMMAND));
const BOTH = OURS.concat(toolItem('count_sheep', COMMAND));
const BASE = released(TEXT);

describe('two releases from one', () => {
  test('of different tools merge into one contract that has both', () => {
    const { plan, conflicts } = mergeContracts(BASE, released(OURS, BASE), released(THEIRS, BASE));
    expect(conflicts).toEqual([]);
    const { marks: _marks, ...merged } = read(contractText(plan));
    expect(merged).toEqual(released(BOTH));
  });

  test('under one version are named, until the version is raised and released', () => {
    const { plan } = mergeContracts(BASE, released(OURS, BASE), released(THEIRS, BASE));
    const merged = read(contractText(plan));
    expect(compareVersions(merged, compiled(BOTH), DATES).diagnostics).toMatchObject([
      {
        code: 'version/released-twice',
        message:
          'Server "clock" 1.1.0 was released with other contents than it has after a merge (count_sheep, get_time).',
        hint: 'Set `version: 1.2.0` or higher, finish an open merge with `haft merge`, and run `haft release`; `haft release --raise` does the first and the last.',
      },
    ]);
    const next = BOTH.replace('version: 1.1.0', 'version: 1.2.0');
    expect(compareVersions(merged, compiled(next), DATES).diagnostics).toEqual([]);
    expect(compareVersions(released(next, merged), compiled(next), DATES).diagnostics).toEqual([]);
  });

  test('ask for the version that the changes since then ask for, as a comparison does', () => {
    const merged = read(contractText(mergeContracts(BASE, released(OURS, BASE), released(THEIRS, BASE)).plan));
    const broken = compiled(BOTH.replace('maxLength: 40', 'maxLength: 4'));
    const { diagnostics, changes } = compareVersions(merged, broken, DATES);
    const [{ suggested } = expect.fail('no advice')] = versionAdvice(merged, broken.plan, changes);
    expect(suggested).toBe('2.0.0');
    expect(diagnostics.find(({ code }) => code === 'version/released-twice')?.hint).toContain(`version: ${suggested}`);
  });

  test('of one tool are in conflict, and keep both marks when a side is taken', () => {
    const theirs = OURS.replace('or which day,', 'or which year,');
    const [left, right] = [released(OURS, BASE), released(theirs, BASE)];
    const { conflicts } = mergeContracts(BASE, left, right);
    expect(conflicts).toEqual(['server clock tool get_time']);
    const taken = mergeContracts(BASE, left, right, 'theirs');
    const merged = read(contractText(taken.plan));
    expect(merged.servers).toEqual(right.servers);
    expect(compareVersions(merged, compiled(theirs), DATES).diagnostics).toMatchObject([
      { code: 'version/released-twice', message: expect.stringContaining('(get_time)') },
    ]);
  });

  test('of which one is taken without the other below it, as by a cherry-pick, need a version of their own', () => {
    const first = released(raised(OURS, '1.0.1').replaceAll('1.1.0', '1.0.1'), BASE);
    const second = released(BOTH.replace('1.1.0', '1.0.2'), first);
    const { plan, conflicts } = mergeContracts(first, BASE, second);
    expect(conflicts).toEqual([]);
    const picked = compiled(THEIRS.replace('1.1.0', '1.0.2'));
    expect(compareVersions(read(contractText(plan)), picked, DATES).diagnostics).toMatchObject([
      { code: 'version/released-twice', hint: expect.stringContaining('`version: 1.1.0`') },
    ]);
  });

  test('with a removal on one side remove it', () => {
    const removed = raised(TEXT, '2.0.0').replace(toolItem('list_trains', COMMAND), '');
    const { plan, conflicts } = mergeContracts(BASE, released(OURS, BASE), released(removed, BASE));
    expect(conflicts).toEqual([]);
    expect(plan.servers.map(({ version, tools }) => [version, tools.map(({ name }) => name)])).toEqual([
      ['2.0.0', ['get_time']],
    ]);
  });
});

const releasedContents = (plan: Plan): unknown[] => releasedParts(plan).map(({ key, content }) => [key, content]);

/** What a branch does to each of four tools, and to one that only it has. */
const branch = fc.tuple(...Array.from({ length: 5 }, () => fc.constantFrom('keep', 'change', 'remove')));
const NAMES = ['count_sheep', 'feed_birds', 'ring_bells', 'wind_clock'];

function afterBranch(done: readonly string[], own: string, version: string): string {
  const tool = (name: string, what: string): string =>
    what === 'remove'
      ? ''
      : toolItem(name, COMMAND, 'count_sheep').replace('does: ', what === 'change' ? `does: By ${own} ` : 'does: ');
  const tools = NAMES.map((name, at) => tool(name, done[at] ?? '')).join('');
  return (
    raised(TEXT, version) + tools + (done.at(-1) === 'keep' ? '' : toolItem(`${own}_only`, COMMAND, 'count_sheep'))
  );
}

const versions = fc.constantFrom(['2.0.0', '2.0.0'], ['1.5.0', '2.0.0'], ['2.0.0', '1.5.0']);

test('a merge that has the version of a release and not its contents is told of', () => {
  const base = released(TEXT + NAMES.map((name) => toolItem(name, COMMAND, 'count_sheep')).join(''));
  const seen = new Map<string, Plan>();
  fc.assert(
    fc.property(branch, branch, versions, (left, right, [older = '', newer = '']) => {
      const texts = [afterBranch(left, 'left', older), afterBranch(right, 'right', newer)];
      const [ours, theirs] = texts.map((text) => {
        const known = seen.get(text) ?? released(text, base);
        seen.set(text, known);
        return known;
      });
      const { plan } = mergeContracts(base, ours ?? base, theirs ?? base);
      const merged = read(contractText(plan));
      const removed = NAMES.filter((_, at) => [left[at], right[at]].includes('remove') && left[at] !== 'change');
      const present = merged.servers[0]?.tools.map(({ name }) => name) ?? [];
      expect(Object.keys(merged.servers[0]?.removed ?? {})).toEqual(removed.filter((name) => !present.includes(name)));
      const did = [left, right].map((done) => done.some((one) => one !== 'keep'));
      // Under one version, a branch that changed nothing has released nothing.
      const isOther = [ours, theirs].some((side, at) => {
        const isRelease = side?.servers[0]?.version === '2.0.0' && (did[at] === true || older !== newer);
        return isRelease && !isEqual(releasedContents(side), releasedContents(merged));
      });
      const isTold = releasedTwice.judge({ before: merged, after: merged, changes: [] } as never).length > 0;
      expect(isTold).toBe(isOther);
    }),
    { numRuns: costlyRuns(10_000) },
  );
}, 600_000);

/** A contract of two servers and a skill: each may be absent, and each server may have another head and other tools. */
const state = fc.constantFrom('absent', 'one', 'two');
const contract = fc.record({
  heads: fc.tuple(state, state),
  tools: fc.array(state, { minLength: 4, maxLength: 4 }),
  skill: state,
});

const PATTERN = compiled(TEXT).plan;

function contractOf({ heads, tools, skill }: typeof contract extends fc.Arbitrary<infer T> ? T : never): Plan {
  const servers = heads.flatMap((head, at) => {
    const own = tools.slice(at * 2, at * 2 + 2);
    const items = own.map((what, index) => {
      const tool = PATTERN.servers[0]?.tools[index] ?? expect.fail('the pattern has two tools');
      return what === 'absent' ? [] : [{ ...tool, title: what }];
    });
    const server = PATTERN.servers[0] ?? expect.fail('the pattern has a server');
    return head === 'absent' ? [] : [{ ...server, name: `server_${at}`, title: head, tools: items.flat() }];
  });
  const skills = skill === 'absent' ? [] : [skillOf(skill)];
  return { planVersion: 1, servers, skills };
}

function skillOf(title: string): Plan['skills'][number] {
  const description = PATTERN.servers[0]?.tools[0]?.description ?? expect.fail('the pattern has a tool');
  const lists = { steps: [], never: [], not_for: [], references: [], servers: [], files: [], evals: [] };
  return { name: 'plan', version: '1.0.0', title, description, context: '', metadata: {}, source: '', ...lists };
}

test.each(['ours', 'theirs'] as const)(
  'each part of any three contracts is that of one side, and none that a side added or changed is lost without a conflict: %s',
  (side) => {
    fc.assert(
      fc.property(contract, contract, contract, (...states) => {
        const [base, ours, theirs] = states.map(contractOf);
        if (!base || !ours || !theirs) return;
        const { plan, conflicts } = mergeContracts(base, ours, theirs, side);
        const [before, our, their, merged] = [base, ours, theirs, plan].map(
          (one) => new Map(releasedParts(one).map(({ key, content }) => [key, JSON.stringify(content)])),
        );
        const inConflict = (key: string): boolean => {
          return conflicts.some(
            (one) => one === key || (one.includes(' (deleted') && `${key} `.startsWith(one.replace(/\(deleted.*/, ''))),
          );
        };
        for (const key of new Set([before, our, their, merged].flatMap((one) => [...(one?.keys() ?? [])]))) {
          const sides = [our?.get(key), their?.get(key)];
          expect(sides).toContain(merged?.get(key));
          if (inConflict(key)) {
            // Of a container that one side deleted, all is from the chosen one.
            expect(merged?.get(key)).toBe((side === 'ours' ? our : their)?.get(key));
            continue;
          }
          const edits = sides.filter((one) => one !== before?.get(key));
          if (edits.length > 0) expect(new Set(edits)).toEqual(new Set([merged?.get(key)]));
        }
      }),
      { numRuns: costlyRuns(20_000) },
    );
  },
);

test('a server that one side deleted and the other one changed is a conflict of the server', () => {
  const removed: Plan = { ...BASE, servers: [] };
  for (const changed of [released(OURS, BASE), released(THEIRS, BASE)]) {
    const [left, right] = [mergeContracts(BASE, removed, changed, 'theirs'), mergeContracts(BASE, changed, removed)];
    expect([left.conflicts, right.conflicts]).toEqual([
      ['server clock (deleted in ours)'],
      ['server clock (deleted in theirs)'],
    ]);
    for (const { plan } of [left, right]) expect(contractText(plan)).toBe(contractText(changed));
    expect(mergeContracts(BASE, removed, changed, 'ours').plan.servers).toEqual([]);
  }
  expect(mergeContracts(BASE, removed, BASE)).toMatchObject({ conflicts: [], plan: { servers: [] } });
});

test('a name that was removed and comes back is risky, and then it is a tool like any other', () => {
  const gone = released(raised(TEXT, '2.0.0').replace(toolItem('list_trains', COMMAND), ''), BASE);
  expect(gone.servers[0]?.removed).toEqual({ list_trains: expect.stringMatching(/^2\.0\.0 [0-9a-f]{16}$/) });
  const back = compiled(raised(TEXT, '2.1.0')).plan;
  expect(diff(gone, back).filter(({ kind }) => kind === 'tool/added')).toMatchObject([
    { level: 'risky', why: expect.stringContaining('Version 2.0.0 removed a tool with this name') },
  ]);
  expect(read(contractText(back, gone)).servers[0]).not.toHaveProperty('removed');
});

describe('a contract', () => {
  test('that is released again without a change has the same bytes', () => {
    const once = contractText(compiled(OURS).plan, BASE);
    expect(contractText(compiled(OURS).plan, read(once))).toBe(once);
  });

  test('says on the lines of a changed tool alone that it changed', () => {
    const [before, after] = [contractText(BASE), contractText(compiled(OURS).plan, BASE)].map((text) =>
      text.split('\n'),
    );
    const own = after?.findIndex((line) => line.includes('"name": "list_trains"')) ?? -1;
    expect(after?.slice(own)).toEqual(
      before?.slice(before.findIndex((line) => line.includes('"name": "list_trains"'))),
    );
  });

  test('is read with a byte order mark, and a newer one asks for a newer Haft', () => {
    expect(readContract(`\uFEFF${contractText(BASE)}`)).toHaveProperty('plan');
    const later = numberOf(FILE_FORMATS.contract) + 1;
    expect(readContract(`{"contractVersion":${later}}`)).toEqual({
      problem: `it was written by a newer Haft ("contractVersion" is ${later}, and this version reads up to ${later - 1})`,
      hint: 'Update Haft to the version that wrote it, or a later one. The file was left as it is.',
    });
  });

  test('with a key that this version does not know is refused, where an earlier form may have had others', () => {
    const text = contractText(BASE).replace('"coerce":', '"served_from": "clock", "coerce":');
    expect(readContract(text)).toEqual({
      problem: '"servers"[0] has an unknown "served_from"',
      hint: 'Update Haft to the version that wrote it, or a later one. The file was left as it is.',
    });
    expect(readContract(text.replace(/"contractVersion": \d+/, '"contractVersion": 3'))).toHaveProperty('plan');
  });

  test('of format 2 is read: `replaces` was one name', () => {
    const old = JSON.parse(contractText(released(TEXT)));
    old.contractVersion = 2;
    old.servers[0].tools[0].replaces = 'tell_time';
    expect(read(JSON.stringify(old)).servers[0]?.tools[0]?.replaces).toEqual(['tell_time']);
  });
});

test('conflict markers in a spec are named at each conflict, and nothing else is', () => {
  const conflict = '<<<<<<< HEAD\n    effects: read\n=======\n    effects: write\n>>>>>>> other\n';
  const text = TEXT.replaceAll('    effects: read\n', conflict);
  const { diagnostics } = load([{ path: 'specs/clock.yaml', text }]);
  expect(diagnostics.map(({ code, span }) => [code, text.slice(span.start, span.end)])).toEqual([
    ['file/merge-conflict', '<<<<<<<'],
    ['file/merge-conflict', '<<<<<<<'],
  ]);
});
