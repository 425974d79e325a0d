/** Checks a spec: first its shape, then every rule on every part with a valid shape; reports all findings in one run. */
import { type Diagnostic, type Result, WHOLE_FILE, hasErrors, inFileOrder, stopsPlan } from '../base/diagnostic.ts';
import type { Spec } from '../spec/yaml/spec.ts';
import { assemble } from './analysis/assemble/assemble.ts';
import type { CheckedSpec, SpecDraft, RefusedFile, SkillFile, SkillPart } from './model.ts';
import { type KnownFindings, judge } from './judge.ts';
import { resultFindings } from './analysis/imported/skill.ts';
import { type RecordedUpstream, passFindings, upstreamFindings } from './analysis/recorded-upstreams.ts';
import { NOTES } from './notes.ts';
import type { RuleSubject } from './rule.ts';
import { RULES } from './rules/index.ts';
import { type Settings, settingsOf } from './settings.ts';
import type { OnStep } from '../base/progress.ts';
import { suppress } from './suppress.ts';
import { HANDLER_RULES, handlerPath } from './handlers.ts';
import { isFileOf, replacedEvals } from './analysis/skill-files.ts';

/** The input of a check other than the specs. */
export interface Surroundings {
  readonly files?: readonly SkillFile[];
  /** Paths in the spec folder that must not be read. */
  readonly refused?: readonly RefusedFile[];
  readonly settings?: Settings;
  /** What imports recorded of other MCP servers. */
  readonly recorded?: readonly RecordedUpstream[];
  /** Findings about files of skills that are not copied. */
  readonly fileFindings?: readonly Diagnostic[];
  /** Files that could not be read; names that they may declare are not reported as missing. */
  readonly unread?: boolean;
  /** YYYY-MM-DD, for suppressions that expire; without it none does. */
  readonly today?: string;
  /** These exact texts were checked before without an error, so no rule is run again. */
  readonly sound?: boolean;
  /** Findings that follow from others are not left out: what a fix of the cause shows is not new. */
  readonly consequences?: boolean;
  /** Findings of an earlier process about the same texts. */
  readonly memo?: KnownFindings;
  /** Gets reports on how far each step is. */
  readonly onStep?: OnStep;
  /** Leaves out what the project has recorded as known; it is asked only about rules that nothing later relies on. */
  readonly onlyNew?: (findings: readonly Diagnostic[]) => readonly Diagnostic[];
}

/** `unjudged`: every part has its shape and what the compiler relies on; names may lead nowhere. */
interface CheckResult extends Result<CheckedSpec> {
  readonly unjudged?: CheckedSpec;
}

/** A value only when there are no errors. */
export function check(
  spec: Spec,
  {
    files = [],
    refused = [],
    fileFindings = [],
    recorded = [],
    settings = DEFAULTS,
    unread = false,
    today,
    sound = false,
    onlyNew = (findings) => findings,
    consequences = false,
    onStep,
    memo,
  }: Surroundings = {},
): CheckResult {
  const { draft, diagnostics } = assemble(spec, files, settings, onStep);
  if (sound && diagnostics.length + fileFindings.length === 0) return { value: brand(draft), diagnostics };
  const shape = [
    ...diagnostics,
    ...refusedFiles(draft, refused),
    ...draft.toolLists.flatMap(resultFindings),
    ...passFindings(draft.servers),
    ...upstreamFindings(draft.tools, recorded),
    ...replacedEvals(draft).concat(fileFindings),
  ];
  const judged = onceEach(judge(draft, unread, onStep, memo));
  const findings = consequences ? judged : withoutConsequences(judged);
  const places = new Set(shape.map(({ span }) => `${span.file} ${span.start}`));
  // A rule would only repeat what an error of the shape at the same place has reported.
  const reported = findings.filter(({ span }) => !places.has(`${span.file} ${span.start}`));
  const remaining = suppress(reported, { ...spec, ...SUPPRESSIBLE, today });
  const reliedOn = [
    ...shape.filter(({ code }) => !(unread && code === 'tool/server-known')),
    ...remaining.filter(({ code }) => !OPEN_RULES.has(code)),
  ];
  const all = inFileOrder([...reliedOn, ...onlyNew(inFileOrder(remaining.filter(({ code }) => OPEN_RULES.has(code))))]);
  if (!stopsPlan(all)) return { value: brand(draft), diagnostics: all };
  return hasErrors(reliedOn) ? { diagnostics: all } : { diagnostics: all, unjudged: brand(draft) };
}

/** A definition is checked in each tool that uses it, and reported once. */
function onceEach(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const reported = new Set<string>();
  return findings.filter(({ code, span, about }) => {
    if (about?.path[0] !== 'definitions' || about.tool !== undefined) return true;
    const key = `${code} ${span.file} ${span.start} ${span.end}`;
    const isFirst = !reported.has(key);
    reported.add(key);
    return isFirst;
  });
}

const FOLLOWING = new Map(RULES.flatMap((rule) => (rule.follows ? [[rule.id, rule] as const] : [])));

/** One cause is one finding. */
function withoutConsequences(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const causes = new Set([...FOLLOWING.values()].flatMap(({ follows = [] }) => follows));
  const causeFindings = findings.filter(({ code }) => causes.has(code));
  return findings.filter((finding) => {
    const rule = FOLLOWING.get(finding.code);
    return !causeFindings.some(
      (cause) => rule?.follows?.includes(cause.code) && isWithin(cause, finding, rule.subject),
    );
  });
}

/** Of a rule about tools all that is about the tool; else what is at the part or below it. */
function isWithin(one: Diagnostic, other: Diagnostic, subject: RuleSubject): boolean {
  const [cause, about] = [one.about, other.about];
  if (cause.server !== about.server || cause.tool !== about.tool) return false;
  // A tool in its own document may not name its server, and another server can have one of its name.
  if (cause.server === undefined && fileOf(one) !== fileOf(other)) return false;
  return subject === 'tool' || about.path.every((step, at) => step === cause.path[at]);
}

function fileOf({ span, broughtBy = span }: Diagnostic): string {
  return broughtBy.file;
}

/** Judged against the released contract and the handler files, when the specs are in order. */
export const LATER_RULES: readonly string[] = [
  ...HANDLER_RULES,
  'version/parameter-default',
  'version/breaking-in-place',
  'version/meaning-undecided',
  'version/successor',
  'version/deprecation-complete',
  'version/deprecation-period',
  'version/deprecation-due',
  'version/adapter-proved',
  'version/removed-without-deprecation',
  'version/removed-too-early',
  'version/released-twice',
  'version/undecided',
  'version/not-raised',
  'version/evals-stale',
  'version/evals-fewer',
  'version/evals-missing',
];

/** Rules about promises to callers: only single findings of them can be suppressed, with a reason. */
export const LATER_LOCKED: ReadonlySet<string> = new Set([
  'version/adapter-proved',
  'version/breaking-in-place',
  'version/deprecation-period',
  'version/meaning-undecided',
  'version/removed-without-deprecation',
  'version/removed-too-early',
  'version/undecided',
]);

/** Rules that nothing later relies on: a suppression or a baseline may hide their findings. */
export const OPEN_RULES: ReadonlySet<string> = new Set(RULES.filter((rule) => !rule.locked).map((rule) => rule.id));

const DEFAULTS = settingsOf({});

const SUPPRESSIBLE = {
  later: new Set([...LATER_RULES, ...NOTES.map(({ id }) => id)]),
  rules: OPEN_RULES,
  locked: new Set(RULES.filter((rule) => rule.locked).map((rule) => rule.id)),
};

/** What a comment can suppress. */
export const SUPPRESSIBLE_RULES: ReadonlySet<string> = new Set([...OPEN_RULES, ...SUPPRESSIBLE.later]);

function brand(draft: SpecDraft): CheckedSpec {
  return draft as CheckedSpec;
}

function refusedFiles(draft: Pick<SpecDraft, 'skills' | 'tools'>, refused: readonly RefusedFile[]): Diagnostic[] {
  return refused.flatMap(({ path, refusal }) => {
    const places = placesOf(path, draft);
    const own: Place = { span: { file: path, start: 0, end: 0 }, about: WHOLE_FILE };
    return (places.length > 0 ? places : [own]).map((place) => ({ ...refusal, severity: 'error' as const, ...place }));
  });
}

type Place = Pick<Diagnostic, 'span' | 'about'>;

/** Every skill that would include it, or the first tool that would run it. */
function placesOf(path: string, { skills, tools }: Pick<SpecDraft, 'skills' | 'tools'>): Place[] {
  const folders = skills.map(({ folder }) => folder);
  const carrying = skills.filter((skill) => isFileOf(path, skill, folders));
  if (carrying.length > 0) return carrying.map((skill) => placeIn(skill, path));
  const tool = tools.find((one) => isAtOrBelow(handlerPath(one) ?? '', path));
  return tool ? [{ span: tool.at(['handler']), about: tool.about(['handler']) }] : [];
}

function placeIn({ spec, folder, at, about }: SkillPart, path: string): Place {
  const index = (spec.references ?? []).findIndex(({ file }) => isAtOrBelow(folder + file, path));
  const place = index < 0 ? ['name'] : ['references', index, 'file'];
  return { span: at(place), about: about(place) };
}

function isAtOrBelow(path: string, refused: string): boolean {
  return path === refused || path.startsWith(`${refused}/`);
}
