/** The definition that every rule implements: what it requires, why, its source, and examples that are its tests and its docs. */
import type { Diagnostic, Fix, Severity, Span, TextEdit } from '../base/diagnostic.ts';
import type { PlacedProblem } from '../spec/behaviors/behavior.ts';
import type { NodePath, PairSide } from '../spec/yaml/spec.ts';
import { type Sentence, textOf, withoutNames } from '../base/sentence.ts';
import type { Profile, Settings } from './settings.ts';
import type { SpecDraft, Located, ParamPart, ServerPart, SkillFile, SkillPart, ToolPart } from './model.ts';

interface Subjects {
  readonly server: ServerPart;
  readonly tool: ToolPart;
  readonly param: ParamPart;
  /** Parameters and results, at any depth. */
  readonly schema: ParamPart;
  readonly skill: SkillPart;
}

export type RuleSubject = keyof Subjects;

/**
 * Reports a finding at `path` below the subject, or below `options.on` when another part is at fault. A text that names
 * the subject is a sentence, so that equal findings of many subjects can be printed as one.
 */
export type ReportFinding = (path: NodePath, message: string | Sentence, ...next: Next) => void;

/** Without a hint that of the rule. */
type Next =
  | readonly [hint: string | Sentence, options?: ReportOptions | undefined]
  | readonly [options?: ReportOptions | undefined];

export interface ReportOptions {
  readonly part?: PairSide | undefined;
  /** Narrows the location to this text inside the value. */
  readonly word?: string | undefined;
  readonly on?: Located<unknown> | undefined;
  /** In a file that the value at the path brings in. */
  readonly inFile?: Span;
  /** The evidence is weak, or nothing is missing: a warning, unless haft.yaml sets the severity. Of a rule of two signals the default. */
  readonly suspected?: boolean;
  /** A proposal; all edits are omitted when one of them cannot be made without losing a comment or a reference. */
  readonly fix?: Omit<Fix, 'edits' | 'grade'> & { readonly edits: readonly (TextEdit | undefined)[] };
  readonly related?: Diagnostic['related'];
}

/**
 * How sure a rule can be. `prose`: it guesses from the wording of texts, and is a warning at most. `signals`: it does so
 * as well, and what it finds by two independent signals, or proves, may be an error. Absent: its findings are facts.
 */
type Certainty =
  | { readonly evidence?: never; readonly severity: Severity | 'note' }
  | { readonly evidence: 'signals'; readonly severity: Severity | 'note' }
  | { readonly evidence: 'prose'; readonly severity: 'warning' | 'note'; readonly release?: 'warning' };

/** What every rule declares about itself. */
interface Cell<S extends RuleSubject> {
  /** What it is about, and what it says; it never changes. */
  readonly id: string;
  /** Its parts. */
  readonly subject: S;
  readonly severity: Severity | 'note';
  /** What its findings rest on, where that is the wording of texts. */
  readonly evidence?: 'signals' | 'prose' | undefined;
  /** How many of its findings on public servers were useful, of at least 30 that were judged one by one. */
  readonly measured?: { readonly useful: number; readonly judged: number };
  /** The severity while a release is recorded, in profile `ext`, unless haft.yaml sets one; `severity` where absent. */
  readonly release?: Severity;
  /** The rule itself, as one sentence. */
  readonly says: string;
  /** A locked rule: later steps rely on it, so that it has no other severity and cannot be suppressed. */
  readonly locked?: boolean;
  /** The rule depends on names that other files declare, and is skipped while one of them cannot be read. */
  readonly resolves?: boolean;
  /** The profiles to which it applies; both where absent. */
  readonly profiles?: readonly Profile[];
  /** Rules whose finding about the same part, or the same tool, is the cause of this one, which is then left out. */
  readonly follows?: readonly string[];
  /** In profile `mcp`, where MCP, JSON Schema or Agent Skills allow what EXT does not; `severity` where absent. */
  readonly imported?: Severity | 'note';
  /** One or two sentences: what goes wrong for a model or a host when the rule is broken. */
  readonly why: string;
  /** The next step, where it is the same for all findings. */
  readonly hint?: string;
  /** EXT §, or another specification. */
  readonly source: string;
  /** Keys of a spec, in YAML, laid over the example of the subject in the tests; at least two. */
  readonly good: readonly [string, string, ...string[]];
  /** At least two: the case that the rule is about, and one beside it that it finds as well. */
  readonly bad: readonly [string, string, ...string[]];
}

/** A rule that sees only its part and the settings; its findings are cached until the part changes. */
interface Rule<S extends RuleSubject> extends Cell<S> {
  check(part: Subjects[S], report: ReportFinding, draft: RuleInput): void;
  /** For a rule about tools: facts about the server. */
  checkServer?(server: ServerPart, report: ReportFinding, draft: RuleInput): void;
  /** What the rule says about files, and about other parts than its own. */
  readonly filesCheck?: Around<FilePart, readonly SkillFile[]>;
}

/** What can bring files in. */
export type FilePart = ServerPart | ToolPart | SkillPart;

type RuleInput = Pick<SpecDraft, 'settings'>;

interface Around<P, T> {
  /** While the context, or each list in it, is the same object, so are the findings. */
  around(draft: SpecDraft): Iterable<readonly [part: P, context: T]>;
  check(part: P, report: ReportFinding, context: T): void;
}

/** A rule that looks beyond its part. It runs on the parts that `around` gives, each with its context. */
interface CrossRule<S extends RuleSubject, T> extends Cell<S>, Around<Subjects[S], T> {}

/** Parts by what they are. */
export type Parts = { readonly [K in RuleSubject]: readonly Subjects[K][] };

/** A rule with its subject forgotten, so that rules of all subjects fit into one list. */
export type AnyRule = OwnRule | AnyCrossRule;

export interface OwnRule extends Cell<RuleSubject> {
  /** The parts that it looks at. */
  readonly subjects: readonly RuleSubject[];
  /** Adds what it finds among parts that it holds for. */
  run(parts: Parts, draft: RuleInput, findings: Diagnostic[]): void;
  readonly filesCheck?: AnyCrossRule;
}

export interface AnyCrossRule extends Cell<RuleSubject> {
  around(draft: SpecDraft): Iterable<readonly [part: Subjects[RuleSubject], context: unknown]>;
  run(part: Subjects[RuleSubject], context: unknown, settings: Settings): readonly Diagnostic[];
}

/** A rule whose id starts with its subject. */
type Named<S extends RuleSubject, R extends Cell<S>> = Omit<R, 'id' | 'subject'> & {
  readonly id: `${S}/${string}`;
  readonly subject?: never;
};

function subjectOf<S extends RuleSubject>({ id, subject }: Pick<Cell<S>, 'id'> & Partial<Pick<Cell<S>, 'subject'>>): S {
  return subject ?? (id.split('/', 1)[0] as S);
}

export function rule<S extends RuleSubject>(declared: Named<S, Rule<S>> & Certainty): OwnRule;
export function rule<S extends RuleSubject>(declared: Rule<S> & Certainty): OwnRule;
export function rule<S extends RuleSubject>(declared: Named<S, Rule<S>> | Rule<S>): OwnRule {
  const { check, checkServer, filesCheck, ...rest } = declared;
  const subject = subjectOf<S>(declared);
  const cell = { ...rest, subject };
  return {
    ...cell,
    ...(filesCheck && { filesCheck: runAround(cell, filesCheck) }),
    subjects: checkServer ? [subject, 'server'] : [subject],
    run(parts, draft, findings) {
      judgeParts(cell, parts[subject], check, draft, draft.settings, findings);
      if (checkServer) judgeParts(cell, parts.server, checkServer, draft, draft.settings, findings);
    },
  };
}

export function crossRule<S extends RuleSubject, T>(declared: Named<S, CrossRule<S, T>> & Certainty): AnyCrossRule;
export function crossRule<S extends RuleSubject, T>(declared: CrossRule<S, T> & Certainty): AnyCrossRule;
export function crossRule<S extends RuleSubject, T>(
  declared: Named<S, CrossRule<S, T>> | CrossRule<S, T>,
): AnyCrossRule {
  const { check, around, ...rest } = declared;
  return runAround({ ...rest, subject: subjectOf<S>(declared) }, { check, around });
}

function runAround<P extends Subjects[RuleSubject], T>(
  cell: Cell<RuleSubject>,
  { check, around }: Around<P, T>,
): AnyCrossRule {
  return {
    ...cell,
    around,
    run(part: P, context: T, settings) {
      const findings: Diagnostic[] = [];
      if (holdsIn(cell, settings.profileOf(part.file))) judgeParts(cell, [part], check, context, settings, findings);
      return findings;
    },
  };
}

export function isCrossRule(one: AnyRule): one is AnyCrossRule {
  return 'around' in one;
}

export function holdsIn({ profiles }: Cell<RuleSubject>, profile: Profile): boolean {
  return profiles === undefined || profiles.includes(profile);
}

/** Parts of one file: each rule is run on those of one server, tool or skill. */
function judgeParts<P extends Located<unknown>, T>(
  { id, locked, evidence, severity, release, imported = severity, hint: ownHint = '' }: Cell<RuleSubject>,
  parts: readonly P[],
  check: (part: P, report: ReportFinding, context: T) => void,
  context: T,
  settings: Settings,
  findings: Diagnostic[],
): void {
  const set = locked ? undefined : settings.severities[id];
  const [first] = parts;
  if (set === 'off' || !first) return;
  const isImported = settings.profileOf(first.file) === 'mcp';
  const later = set === undefined && !isImported ? release : undefined;
  const now = settings.releasing === true ? later : undefined;
  const own = now ?? set ?? (isImported ? imported : severity);
  let current = first;
  const report: ReportFinding = (path, message, ...[first, second]) => {
    const [hint, options = {}] = isText(first) ? [first, second] : [ownHint, first];
    const weak = set === undefined && (options.suspected ?? evidence === 'signals');
    const severityOf = weak && (own !== 'note' || evidence === undefined) ? 'warning' : own;
    const finding = diagnostic({ code: id, severity: severityOf }, current, path, { message, hint }, options);
    findings.push(!weak && later === 'error' ? { ...finding, stopsRelease: true } : finding);
  };
  for (const part of parts) {
    current = part;
    check(part, report, context);
  }
}

function isText(next: Next[number]): next is string | Sentence {
  return typeof next === 'string' || (next !== undefined && 'wording' in next);
}

function diagnostic(
  rule: Pick<Diagnostic, 'code' | 'severity'>,
  part: Located<unknown>,
  path: NodePath,
  { message, hint }: Readonly<Record<'message' | 'hint', string | Sentence>>,
  { part: side, word, on = part, inFile, related, fix }: ReportOptions,
): Diagnostic {
  const own = on.at(path, side, word);
  const place = inFile ? { span: inFile, broughtBy: own } : { span: own };
  const about = on.about(path);
  const unnamed = withoutNames(message, hint, about);
  return {
    ...rule,
    message: textOf(message),
    hint: textOf(hint),
    ...(unnamed && { unnamed }),
    ...place,
    about,
    ...(related && { related }),
    ...proposal(fix),
  };
}

/** What is reported with a repetition. */
export function firstUse(part: Located<unknown>, path: NodePath): Pick<ReportOptions, 'related'> {
  return { related: [{ message: 'First use.', span: part.at(path) }] };
}

/** Reports what an analysis has told of a part: paths are below `base`. */
export function reportProblems(
  problems: Iterable<PlacedProblem>,
  report: ReportFinding,
  base: NodePath = [],
  on?: Located<unknown>,
): void {
  for (const { path, message, hint, word, part } of problems)
    report([...base, ...path], message, hint, { word, part, on });
}

function proposal(fix: ReportOptions['fix']): { readonly fix?: Fix } {
  const edits = fix?.edits.filter((edit) => edit !== undefined) ?? [];
  return fix && edits.length === fix.edits.length ? { fix: { ...fix, edits } } : {};
}
