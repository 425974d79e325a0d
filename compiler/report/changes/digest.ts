/** The summary at the top of a report: what breaks for callers, what models see differently, what is not allowed, and the next steps. */
import type { Change } from '../../versions/change.ts';
import type { Usage } from '../../versions/usage.ts';
import { subjectOf } from '../../versions/target.ts';
import type { VersionAdvice } from '../../versions/semver.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { cut, listNames, capital } from '../../base/text/escape.ts';
import { gatherBy, verdictOf } from './group.ts';
import { type ChangeReport, type Summary, summarize } from './report.ts';

export interface Digest {
  /** stop: do not merge yet · look: review first · go: safe. */
  readonly tone: 'stop' | 'look' | 'go';
  readonly headline: string;
  readonly says: string;
  readonly summary: Summary;
  readonly breaks: readonly Affected[];
  /** Callers may break: the two forms cannot be compared. */
  readonly undecided: readonly Affected[];
  /** Requests, programs or results may differ; callers and models see the same interface. */
  readonly differs: readonly Affected[];
  readonly sees: readonly Affected[];
  readonly notAllowed: readonly Affected[];
  readonly steps: readonly NextStep[];
}

/** A tool, or a server or skill itself, with its changes of one sort. */
export interface Affected {
  readonly kind: 'tool' | 'skill' | 'server';
  readonly name: string;
  readonly server?: string;
  readonly changes: readonly Change[];
}

export interface NextStep {
  readonly says: string;
  /** Subjects that it is for; empty where the step names them itself. */
  readonly about: readonly string[];
}

export function digest(report: ChangeReport): Digest {
  const { changes } = report;
  const wire = (level: Change['level']): Affected[] =>
    affectedTools(changes.filter((change) => change.axis === 'wire' && change.level === level));
  const lists = {
    breaks: wire('breaking'),
    undecided: wire('unknown'),
    differs: wire('risky'),
    sees: affectedTools(changes.filter(({ axis }) => axis === 'model')),
    notAllowed: affectedTools(changes.filter((change) => verdictOf(change) === 'not allowed')),
  };
  const summary = summarize(report);
  return { ...headline(lists, summary, report), summary, ...lists, steps: steps(report) };
}

type Lists = Pick<Digest, 'breaks' | 'undecided' | 'differs' | 'sees' | 'notAllowed'>;

function headline(lists: Lists, summary: Summary, report: ChangeReport): Pick<Digest, 'tone' | 'headline' | 'says'> {
  const says = inShort(lists, summary, report);
  if (lists.notAllowed.length > 0) return { tone: 'stop', headline: 'Changes that are not allowed', says };
  if (lists.breaks.length > 0) return { tone: 'stop', headline: 'Breaking changes', says };
  if (lists.undecided.length > 0) return { tone: 'look', headline: 'Possibly breaking changes', says };
  const differing = [
    lists.differs.length > 0 && 'results may differ',
    (summary.staleEvals > 0 || lists.sees.some(hasWeight)) && 'model behavior may change',
    summary.undecidedTexts > 0 && 'meaning to decide',
    summary.warnings > 0 && 'versioning warnings',
  ].filter((fact) => fact !== false);
  if (differing.length > 0) return { tone: 'look', headline: `No breaking changes; ${differing.join('; ')}`, says };
  if (report.changes.length > 0) return { tone: 'go', headline: 'Safe', says };
  return { tone: 'go', headline: 'No changes', says: 'The specs match the baseline of the comparison.' };
}

function hasWeight({ changes }: Affected): boolean {
  return changes.some(({ level }) => level !== 'safe');
}

function inShort(
  { breaks, undecided, differs, sees, notAllowed }: Lists,
  { warnings, safe, undecidedTexts }: Summary,
  { staleEvals: stale, usage }: ChangeReport,
): string {
  const forbidden = notAllowed.reduce((sum, { changes }) => sum + changes.length, 0);
  const facts = [
    notAllowed.length > 0 && `${pluralize(forbidden, 'change')} not allowed by the versioning rules`,
    breaks.length > 0 && `breaking changes in ${sorts(breaks)}`,
    undecided.length > 0 && `possibly breaking changes in ${sorts(undecided)}`,
    differs.length > 0 && `results may differ in ${sorts(differs)}`,
    sees.length > 0 && `changes visible to models in ${sorts(sees)}`,
    undecidedTexts > 0 && `${pluralize(undecidedTexts, 'changed text')} without a decision on the meaning`,
    stale.length > 0 && `stale evals of ${sorts(stale)}`,
    warnings > 0 && pluralize(warnings, 'versioning warning'),
    usage !== undefined && usageText(usage),
  ].filter((fact) => fact !== false);
  return facts.length > 0 ? `${capital(facts.join('; '))}.` : `${pluralize(safe, 'change')}, none breaking.`;
}

function usageText({ broken, valid, unknown, bad }: Usage): string {
  const calls = `${broken.toLocaleString('en')} of ${pluralize(valid, 'recorded call')} would be rejected`;
  const others = unknown > 0 ? `, ${pluralize(unknown, 'call')} of unknown tools` : '';
  const lines = bad.count > bad.lines.length ? `${bad.lines.join(', ')}, …` : bad.lines.join(', ');
  return `${calls}${others}${bad.count > 0 ? `, ${pluralize(bad.count, 'bad line')} (${lines})` : ''}`;
}

/** `2 tools, 1 server and 1 skill`. */
function sorts(list: readonly { readonly kind: Affected['kind'] | 'choice' }[]): string {
  const counts = (['tool', 'server', 'skill', 'choice'] as const)
    .map((kind) => ({ kind, count: list.filter((one) => one.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => pluralize(count, kind));
  return [counts.slice(0, -1).join(', '), ...counts.slice(-1)].filter((part) => part !== '').join(' and ');
}

/** The most changes first. */
export function affectedTools(changes: readonly Change[]): Affected[] {
  const lists = gatherBy(changes, ({ target: { server, tool, skill } }) => JSON.stringify([server, tool, skill]));
  return lists
    .flatMap((own): Affected[] => {
      const { server, tool, skill } = own[0]?.target ?? {};
      if (tool !== undefined)
        return [{ kind: 'tool', name: tool, ...(server !== undefined && { server }), changes: own }];
      if (skill !== undefined) return [{ kind: 'skill', name: skill, changes: own }];
      return [{ kind: 'server', name: server ?? '', changes: own }];
    })
    .sort((a, b) => b.changes.length - a.changes.length);
}

/** First what is not allowed, then what breaks callers, then what to review, run and write. */
function steps({ changes, staleEvals, texts, versions }: ChangeReport): NextStep[] {
  const judged = changes.flatMap((change) => (change.axis === 'policy' ? [change] : forbiddenOf(change)));
  const settled = new Set(judged.map(({ target }) => target.tool));
  const open = changes.filter(
    ({ axis, level, target }) =>
      axis === 'wire' && (level === 'unknown' || (level === 'breaking' && !settled.has(target.tool ?? ''))),
  );
  const asked = gatherBy([...judged, ...open], ({ next }) => next).map((own) => ({
    says: own[0]?.next ?? '',
    about: [...new Set(own.map(({ subject }) => subject))],
  }));
  const evals = listNames(
    staleEvals.map(({ kind, name }) => `${kind} ${cut(name, 80)}`),
    4,
  );
  const run = {
    says: `Run the evals of ${evals}, and record the results with \`haft eval --tier model --record\`.`,
    about: [],
  };
  return [
    ...asked,
    ...decideSteps(texts),
    ...(staleEvals.length > 0 ? [run] : []),
    ...versions.filter(({ enough }) => !enough).map(raise),
  ];
}

/** One step for all: whether a text means the same is for its author to say. */
function decideSteps(texts: ChangeReport['texts']): NextStep[] {
  const open = texts.filter(({ decision }) => !decision);
  if (open.length === 0) return [];
  const about = [...new Set(open.map(({ server, tool, path }) => subjectOf({ server, tool, path })))];
  const says =
    'Decide on the changed texts: `haft release --same-meaning "<reason>"`, or `haft bump <tool>` where the meaning changed.';
  return [{ says, about }];
}

function forbiddenOf({ violations = [] }: Change): readonly Change[] {
  return violations.filter(({ level }) => level === 'breaking');
}

function raise({ kind, name, written, suggested }: VersionAdvice): NextStep {
  return { says: `Raise the version of ${kind} "${name}" from ${written} to ${suggested}.`, about: [] };
}
