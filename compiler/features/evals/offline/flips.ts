/** Requests that lead to another tool or skill after a change: by what a model called before and now, or else by words. */
import { memoizeBy } from '../../../base/memo.ts';
import type { AllPairs } from '../../../versions/change.ts';
import type { Plan, PlannedChoice } from '../../../plan/model.ts';
import { plannedId, shownTools } from '../../../plan/named-tools.ts';
import { qualifiedName } from '../../../check/tool-names.ts';
import type { ChangeReport, PlacedChange, RequestFlip } from '../../../report/changes/report.ts';
import { type Choice, choiceKey } from '../../../versions/receipts/choice.ts';
import { pairUp } from '../../../versions/pair.ts';
import { wantedNames } from '../judge/judge.ts';
import type { CaseRun } from '../figures/suite.ts';
import type { Sides } from '../figures/compare.ts';
import type { Calibration } from '../records/calibration.ts';
import { changedSides, readBoth } from './regressions.ts';

export interface ComparedTexts {
  readonly before: Plan;
  readonly after: Plan;
  readonly together: readonly PlannedChoice[];
  /** What models called with either text, as far as it was recorded. */
  readonly calls: readonly Calibration[];
}

/** A flip with what the request led to on each side. */
interface Found {
  readonly flip: RequestFlip;
  /** Names of the later Plan where both have the thing: `server/tool`, or a skill. */
  readonly about: readonly string[];
  readonly isLost: boolean;
}

/** The report with one request beside the first change that models see of each tool or skill that gains or loses one. */
export function withFlips(report: ChangeReport, compared: ComparedTexts): ChangeReport {
  const { before, after, together } = compared;
  const sides = changedSides(before, after, together);
  const flips = sides.flatMap((one) => flipsIn(one, compared)).toSorted((a, b) => rankOf(a) - rankOf(b));
  const attachedFlips = new Set<Found>();
  const changes = report.changes.map((change) => {
    const own =
      change.axis === 'model' && change.level !== 'safe'
        ? flips.find((one) => !attachedFlips.has(one) && isAbout(change, one))
        : undefined;
    if (!own) return change;
    for (const one of flips) if (isAbout(change, one)) attachedFlips.add(one);
    return { ...change, flip: own.flip };
  });
  return { ...report, changes };
}

/** A model that was asked before words, and a lost request before one that is won. */
function rankOf({ flip, isLost }: Found): number {
  return (flip.model === undefined ? 2 : 0) + (isLost ? 0 : 1);
}

/** A change of the tool or skill itself, or one of its server that names it among its values. */
function isAbout({ target: { server = '', tool, skill }, before, after }: PlacedChange, { about }: Found): boolean {
  if (skill !== undefined) return about.includes(skill);
  const names = tool === undefined ? [before, after].flat().map(String) : [tool];
  return names.some((name) => about.includes(qualifiedName({ server, tool: name })));
}

/** Cases that both texts can be asked; what was recorded of a model takes the place of words. */
function flipsIn(sides: Sides, compared: ComparedTexts): readonly Found[] {
  const recorded = recordedPairs(sides, compared.calls);
  const { pairs } = readBoth({ sides, skills: [compared.before.skills, compared.after.skills] });
  return pairs.flatMap(({ run, old, now }) => {
    const own = recorded.flatMap((one) => flipOf(one.calls(run), run, sides, compared, one.by));
    const isAsked = recorded.some((one) => one.calls(run) !== undefined);
    return isAsked ? own : flipOf(old && now && [old.called, now.called], run, sides, compared);
  });
}

/** What a request led to on each side; undefined: no call. */
type Calls = readonly [before: string | undefined, now: string | undefined];

/** Of each model that was asked with the very texts of both sides. */
function recordedPairs({ before, after }: Sides, calls: readonly Calibration[]) {
  const own = calls.filter(({ choice }) => choice === choiceKey(after));
  const models = [...new Set(own.map(({ model }) => model))];
  return models.flatMap((model) => {
    const [old, now] = [before, after].map((side) => own.find((one) => one.model === model && one.hash === side?.hash));
    if (!old || !now) return [];
    const both = ({ one: { mark } }: CaseRun): Calls | undefined => {
      const [was, is] = [old.calls[mark], now.calls[mark]];
      return was === undefined || is === undefined ? undefined : [was || undefined, is || undefined];
    };
    return [{ by: { model, date: now.date }, calls: both }];
  });
}

function flipOf(
  calls: Calls | undefined,
  { one }: CaseRun,
  { before, after }: Sides,
  compared: ComparedTexts,
  by: Pick<RequestFlip, 'model' | 'date'> = {},
): Found[] {
  if (!calls || !before) return [];
  const [old, now] = calls;
  const names = [laterName(identityOf(before, old), compared), identityOf(after, now)];
  if (names[0] === names[1]) return [];
  const flip = {
    request: one.request,
    ...(old !== undefined && { before: old }),
    ...(now !== undefined && { now }),
    ...by,
  };
  const isLost = old !== undefined && wantedNames(one.test.expect).includes(old);
  return [{ flip, about: names.flatMap((name) => name ?? []).toReversed(), isLost }];
}

/** `server/tool`, or the name of a skill. */
function identityOf({ servers }: Choice, name: string | undefined): string | undefined {
  const tool = name === undefined ? undefined : shownTools(servers).get(name);
  return tool ? qualifiedName(plannedId(tool)) : name;
}

/** A tool that was renamed is the same one. */
function laterName(name: string | undefined, { before, after }: Pick<ComparedTexts, 'before' | 'after'>) {
  return name === undefined ? undefined : (renamesOf(pairUp(before, after)).get(name) ?? name);
}

const renamesOf = memoizeBy(({ server: servers }: AllPairs): ReadonlyMap<string, string> => {
  const pairs = servers.flatMap((server) => server.tools.map((tool) => ({ server, tool })));
  return new Map(
    pairs.flatMap(({ server: { before, after }, tool }) => {
      if (!before || !after || !tool.before || !tool.after) return [];
      const old = qualifiedName({ server: before.name, tool: tool.before.name });
      const now = qualifiedName({ server: after.name, tool: tool.after.name });
      return old === now ? [] : [[old, now] as const];
    }),
  );
});
