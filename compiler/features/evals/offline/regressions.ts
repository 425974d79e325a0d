/** Cases that lost their tool through a change, by the offline reader: a note at the request in the author's file. */
import type { CheckedSpec } from '../../../check/model.ts';
import { LOST_BY_CHANGE } from '../../../check/notes.ts';
import { suppress } from '../../../check/suppress.ts';
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { allChoices, type Choice, choiceKey } from '../../../versions/receipts/choice.ts';
import type { SpecDocument } from '../../../spec/yaml/spec.ts';
import { isSameList, memoizeByParts, memoizeByTwo } from '../../../base/memo.ts';
import { partOfTool } from '../../../check/analysis/names/tool-references.ts';
import type { Plan, PlannedChoice, SkillPlan } from '../../../plan/model.ts';
import { plannedId, shownPart, shownTools } from '../../../plan/named-tools.ts';
import { decidingTrial } from '../figures/confusions.ts';
import { wantedNames } from '../judge/judge.ts';
import { type Calibration, calibrationText, withCalibrations } from '../records/calibration.ts';
import { placeOfCase } from '../judge/findings.ts';
import { type Sides, sidesOf } from '../figures/compare.ts';
import { type CaseRun, type ChoiceRun, runOffline } from '../figures/suite.ts';
import { plannedChoices } from '../../../versions/receipts/planned-choices.ts';

interface Current {
  readonly plan: Plan;
  readonly spec: CheckedSpec;
  /** haft.yaml. */
  readonly config: SpecDocument | undefined;
  /** YYYY-MM-DD, for suppressions that expire. */
  readonly today: string;
  /** What models called, as far as it was measured. */
  readonly calibrations?: readonly Calibration[];
}

/** `before`: the texts that the current ones are compared with. Only choices whose texts changed are read. */
export function lostByChange(
  before: Plan,
  { plan, spec, config, today, calibrations = [] }: Current,
): readonly Diagnostic[] {
  const { severities, choices: written } = spec.settings;
  const severity = severities[LOST_BY_CHANGE.id] ?? 'note';
  if (severity === 'off') return [];
  const sides = changedSides(before, plan, plannedChoices(written));
  const findings = sides.flatMap((one) =>
    lostIn(readBoth({ sides: one, skills: [before.skills, plan.skills] }), { spec, config, calibrations }),
  );
  return suppress(
    findings.map((one) => ({ ...one, severity })),
    { ...spec.spec, rules: new Set([LOST_BY_CHANGE.id]), locked: new Set(), today, onlyThese: true },
  );
}

/** Choices with cases, of whose texts one is another than before; of a new choice nothing was lost. */
export function changedSides(before: Plan, plan: Plan, together: readonly PlannedChoice[]): readonly Sides[] {
  const earlier = allChoices(before, together);
  const byKey = new Map(earlier.map((choice) => [choiceKey(choice), choice]));
  const hasSkillChange = !isSameList(before.skills.map(textOf), plan.skills.map(textOf));
  const changed = allChoices(plan, together).filter((choice) => {
    const old = byKey.get(choiceKey(choice));
    if (!old || choice.cases.length === 0) return false;
    return choice.kind === 'skill' ? hasSkillChange : !hasSameTexts(old, choice);
  });
  return sidesOf(changed, earlier);
}

function textOf({ name, description }: Plan['skills'][number]): string {
  return `${name} ${description.text}`;
}

const hasSameTexts = memoizeByTwo(
  ({ visible: a }: Choice, { visible: b }: Choice) =>
    isSameList([...a.keys()], [...b.keys()]) && isSameList([...a.values()], [...b.values()]),
);

type Places = Pick<Current, 'spec' | 'config'> & Required<Pick<Current, 'calibrations'>>;

interface Texts {
  readonly sides: Sides;
  /** All of the project, before and after: a skill is shown beside them. */
  readonly skills: readonly [before: readonly SkillPlan[], after: readonly SkillPlan[]];
}

/** With what each case of both led to; a choice is read again only when it or what it is compared with changes. */
export const readBoth = memoizeByParts(
  ({ sides, skills }: Texts) => [sides, ...(sides.after.kind === 'skill' ? skills : [])],
  ({ sides, skills: [before, after] }) => {
    const earlier = runOffline(sides.before ? [sides.before] : [], before);
    const current = runOffline([sides.after], after);
    const byId = new Map(earlier.flatMap(({ cases }) => cases).map((run) => [run.one.id, run]));
    const pairs = current
      .flatMap(({ cases }) => cases)
      .flatMap((run) => {
        const other = byId.get(run.one.id);
        return other ? [{ run, old: decidingTrial(other), now: decidingTrial(run) }] : [];
      });
    return { sides, runs: [...current, ...earlier], pairs };
  },
);

function lostIn(
  { sides, runs, pairs }: ReturnType<typeof readBoth>,
  places: Places,
): readonly Omit<Diagnostic, 'severity'>[] {
  return pairs.flatMap(({ run, old, now }) => {
    const place = placeOfCase(run.one, places.spec, places.config);
    if (!place || old?.right !== true || now?.right !== false) return [];
    const related = changedDescriptions([...wantedNames(run.one.test.expect), now.called], sides, places.spec);
    const hint = [LOST_BY_CHANGE.next, ...calibrationTexts(runs, places)].join(' ');
    return [
      {
        code: LOST_BY_CHANGE.id,
        message: messageOf(run, old.called, now.called, sides.after),
        hint,
        ...place,
        related,
      },
    ];
  });
}

/** Of the texts with which a model was asked: the current ones, or else those before the change. */
function calibrationTexts(runs: readonly ChoiceRun[], { calibrations }: Places): readonly string[] {
  const lists = runs.map((one) => withCalibrations(one, calibrations).calibrated ?? []);
  const [first = []] = lists;
  return first.map((one, at) => {
    const measured = lists.map((list) => list[at]).find((list) => list?.measured !== undefined);
    return calibrationText(measured ?? one);
  });
}

function messageOf({ one }: CaseRun, old: string | undefined, now: string | undefined, { kind, name }: Choice): string {
  const scope = kind === 'choice' ? `In choice "${name}": ` : '';
  const to = now === undefined ? 'no call' : `"${now}"`;
  return `${scope}The request ${JSON.stringify(one.request)} led to "${old ?? ''}" before the change, and to ${to} now.`;
}

function changedDescriptions(names: readonly (string | undefined)[], { before, after }: Sides, spec: CheckedSpec) {
  return names.flatMap((name) => {
    if (name === undefined) return [];
    const tool = shownTools(after.servers).get(name);
    const part = tool ? partOfTool(spec, plannedId(tool)) : spec.skills.find((one) => one.spec.name === name);
    if (!part || (before && shownPart(before, name)?.description.text) === shownPart(after, name)?.description.text)
      return [];
    return [{ message: `The description of "${name}" changed.`, span: part.at(['description'], 'key') }];
  });
}
