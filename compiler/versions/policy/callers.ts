/** Callers of a released tool keep working, or its author decides, and the version tells. */
import { sameJson } from '@haft/runtime/language';
import { addDays } from '../../base/calendar.ts';
import { filterMemo } from '../../base/memo.ts';
import type { ToolReference } from '../../check/tool-names.ts';
import type { Plan, ServerPlan, ToolPlan } from '../../plan/model.ts';
import { type PlannedTool, commandName, plannedId, plannedTool } from '../../plan/named-tools.ts';
import { capital } from '../../base/text/escape.ts';
import { type Change, useOf } from '../change.ts';
import { doubtOf } from '../adapters/prove.ts';
import { type PolicyCase, type PolicyRule, type Violation, releasedName } from './policy.ts';
import { versionAdvice } from '../semver.ts';
import { type ChangedText, judgedTexts } from '../meaning/changed-texts.ts';
import { subjectOf } from '../target.ts';

/** Kinds of new parameters without a default. */
const KINDS: ReadonlySet<string> = new Set(['param/added-required', 'param/added-optional']);

export const parameterDefault: PolicyRule = {
  id: 'version/parameter-default',
  says: 'A new parameter of a released tool must have a default.',
  why: 'Existing callers do not send it: with a default their calls keep their meaning, without one they fail or change.',
  next: 'Add a default that keeps the previous behavior, or publish a successor.',
  source: 'EXT §9 rule 1',
  judge({ before, changes, dates, pairs }) {
    const uses = deprecatedIn(pairs);
    return changes.flatMap(({ kind, level, target, fingerprint }) => {
      if (!KINDS.has(kind) || target.path.length !== 2) return [];
      const isRequired = kind === 'param/added-required';
      // One that rejects what calls send breaks them with a default, too.
      if (!isRequired && level !== 'risky') return [];
      // Where absent means "no filter", the custom of imported tools, no call changes its meaning.
      const isWarning = dates.imported?.has(`${target.server ?? ''}.${target.tool ?? ''}`) === true && !isRequired;
      const what = isRequired ? 'is required' : 'has no default';
      const says = `The new parameter "${target.path[1]}" ${what}.`;
      const { server = '', tool = '' } = target;
      const use = uses.get(keyOf(server, tool));
      const step = use === undefined ? {} : bumpStep(commandName({ server, tool }, before), use);
      return { target, judges: fingerprint, isWarning, says, ...step };
    });
  },
};

/** A deprecated tool that calls another one still accepts and returns what it did. */
export const adapterProved: PolicyRule = {
  id: 'version/adapter-proved',
  says: 'Every call of a deprecated tool with `via` must become a valid call of the other tool, and every result one of its own.',
  why: 'Callers of the deprecated tool keep its schema; a call that it accepts must not fail because of the tool behind it.',
  next: 'Correct `via`, or write a behavior instead.',
  source: 'EXT §9 rule 2',
  locked: true,
  judge({ before, after }) {
    return after.servers.flatMap((server) =>
      adapters(server.tools).flatMap((tool) => violationOf(tool, server, before) ?? []),
    );
  },
};

const adapters = filterMemo(({ behavior }: ToolPlan) => behavior.kind === 'via');

/** A tool that leads nowhere is found by rule tool/via-complete. */
function violationOf(tool: ToolPlan, { name: server, tools }: ServerPlan, before: Plan): Violation | undefined {
  const { behavior } = tool;
  const target = behavior.kind === 'via' ? tools.find(({ name }) => name === behavior.tool) : undefined;
  const doubt = behavior.kind === 'via' && target ? doubtOf(tool, target, behavior) : undefined;
  if (!doubt) return undefined;
  const next = correctionOf(tool, target, (name) => {
    const released = plannedTool(before, { server, tool: name });
    return released && { ...released, name: commandName(plannedId(released), before) };
  });
  const place = { server, tool: tool.name, path: ['deprecated', 'via'] };
  return { target: place, says: doubt.says, next, isWarning: !doubt.isWrong };
}

/** With the name that a command has for it. */
type FindReleased = (name: string) => (Pick<PlannedTool, 'tool'> & { readonly name: string }) | undefined;

function correctionOf({ name }: ToolPlan, target: ToolPlan | undefined, releasedOf: FindReleased): string {
  const [own, other] = [releasedOf(name), target && releasedOf(target.name)];
  if (target && other && !sameJson(other.tool.inputSchema, target.inputSchema))
    return target.deprecated
      ? bumpStep(other.name, target.deprecated.use).next
      : `Run \`haft bump ${other.name}\`: its released version, which "${name}" calls, stays.`;
  return own && own.tool.behavior.kind !== 'via'
    ? `Correct \`via\`, or run \`haft bump --restore ${own.name}\`, which puts the released version back.`
    : 'Correct `via`, or write a behavior instead.';
}

interface CallerChange {
  readonly change: Change;
  /** How a command names the released tool. */
  readonly name: string;
  /** Of a deprecated tool. */
  readonly use: ToolReference | undefined;
}

/** What callers of released tools meet, of one level. */
function callerChanges({ before, pairs, changes }: PolicyCase, wanted: Change['level']): readonly CallerChange[] {
  const uses = deprecatedIn(pairs);
  const byName = new Map(
    pairs.tool.flatMap((pair) => {
      const { before: released, after, server, renamed } = pair;
      const isThere = released && after && renamed === false;
      return isThere ? [[keyOf(server, after.name), releasedName(pair, before)] as const] : [];
    }),
  );
  return changes.flatMap((change) => {
    const { axis, level, target } = change;
    const name = byName.get(keyOf(target.server, target.tool));
    if (axis !== 'wire' || level !== wanted || name === undefined) return [];
    return { change, name, use: uses.get(keyOf(target.server, target.tool)) };
  });
}

/** What each deprecated tool names in its place: it gets no other successor, whether the deprecation was released or is new. */
function deprecatedIn(pairs: PolicyCase['pairs']): ReadonlyMap<string, ToolReference> {
  return new Map(
    pairs.tool.flatMap((pair) => {
      const use = useOf(pair);
      return use !== undefined && pair.after ? [[keyOf(pair.server, pair.after.name), use] as const] : [];
    }),
  );
}

function keyOf(server: string | undefined, tool: string | undefined): string {
  return JSON.stringify([server, tool]);
}

function bumpStep(tool: string, successor: ToolReference | undefined): Required<Pick<Violation, 'next' | 'command'>> {
  const command = `haft bump ${successor === undefined ? '' : '--restore '}${tool}`;
  const next =
    successor === undefined
      ? `Run \`${command}\`: it restores the released version and publishes this one as its successor.`
      : `It is deprecated, so change "${successor}" instead. \`${command}\` puts the released version back.`;
  return { command, next };
}

/** A breaking change to a released tool needs a successor. */
export const breakingInPlace: PolicyRule = {
  id: 'version/breaking-in-place',
  says: 'A breaking change to a released tool must be published as a new tool.',
  why: 'Callers and saved prompts rely on the released version; a breaking change under the same name fails without notice.',
  next: 'Run `haft bump <tool>`: it restores the released version and publishes this one as its successor.',
  source: 'EXT §9 rule 2',
  locked: true,
  yieldsTo: parameterDefault.id,
  judge(policyCase) {
    return callerChanges(policyCase, 'breaking').map(({ change, name, use }) => ({
      target: change.target,
      judges: change.fingerprint,
      says: `Breaking change to ${change.subject} (${change.kind}).`,
      ...bumpStep(name, use),
    }));
  },
};

/** A release with changes has a higher version. */
export const notRaised: PolicyRule = {
  id: 'version/not-raised',
  says: 'A changed server or skill must be released with a higher version.',
  why: 'Hosts, installers and people use the version to see what changed; a change under a known version goes unnoticed.',
  next: 'Run `haft release --raise`, or set the version that `haft diff` suggests: major for breaking changes, minor for visible ones, patch otherwise.',
  source: 'Semantic Versioning 2.0.0; EXT §9 (existing callers stay valid, or are notified)',
  when: 'release',
  judge({ before, after, changes }) {
    return versionAdvice(before, after, changes).flatMap(({ kind, name, released, written, suggested, enough }) => {
      if (enough) return [];
      const is = written === released ? 'has not changed' : `is now ${written}`;
      const says = `${capital(kind)} "${name}" was released as ${released} and its version ${is}; the changes require ${suggested}.`;
      const next = `Set \`version: ${suggested}\` or higher, or run \`haft release --raise\`.`;
      return { target: { [kind]: name, path: ['version'] }, says, next };
    });
  },
};

/** Long enough for a review and a release. */
const DAYS = 30;

/** A change that may break callers is acknowledged before it is released. */
export const undecided: PolicyRule = {
  id: 'version/undecided',
  says: 'A change that may break callers must be acknowledged before it is released.',
  why: 'Haft found neither a proof that every call still works nor a call that fails, so its author must decide.',
  next: 'Compare both versions. If callers break, run `haft bump <tool>`; if none does, add above the line: `# haft-ignore version/undecided until <date>: <reason>`.',
  source: 'EXT §9 rule 2',
  locked: true,
  dated: true,
  when: 'review',
  judge(policyCase) {
    const ignore = `# haft-ignore version/undecided until ${addDays(policyCase.dates.today, DAYS)}: <reason>`;
    return callerChanges(policyCase, 'unknown').map(({ change, name, use }) => {
      const bump = use === undefined ? `run \`haft bump ${name}\`` : `change "${use}" instead`;
      return {
        target: change.target,
        judges: change.fingerprint,
        says: `Possibly breaking change to ${change.subject} (${change.kind}) without an acknowledgement.`,
        next: `If a call or a consumer breaks, ${bump}. If none does, add above this line, with the reason: \`${ignore}\`.`,
      };
    });
  },
};

/** A changed text of a released tool is released once its author decided that it means the same. */
export const meaningUndecided: PolicyRule = {
  id: 'version/meaning-undecided',
  says: 'A changed text of a released tool must keep its meaning, and its author must state so.',
  why: 'Callers and saved prompts rely on what the text promised: a tool that does something else under the same name fails without notice.',
  next: 'If the meaning changed, run `haft bump <tool>`. If it is the same, run `haft release --same-meaning "<reason>"`.',
  source: 'EXT §9 rule 2',
  locked: true,
  when: 'release',
  isDecided: true,
  judge({ before, after, pairs, dates: { decisions = [] } }) {
    const uses = deprecatedIn(pairs);
    return judgedTexts(before, after, decisions).flatMap((text) => {
      const { server, tool, path, decision } = text;
      if (decision) return [];
      const says = `The text of ${subjectOf({ server, tool, path })} ${change(text)}. It is not decided whether the meaning is the same.`;
      const next = nextOf(commandName({ server, tool }, before, after), uses.get(keyOf(server, tool)));
      return { target: { server, tool, path }, says, next };
    });
  },
};

function change({ before, after }: ChangedText): string {
  if (before === '') return `was added: ${JSON.stringify(after)}`;
  if (after === '') return `was removed: ${JSON.stringify(before)}`;
  const [old, now] = whereTheyDiffer(before, after).map((text) => JSON.stringify(text));
  return `changed from ${old} to ${now}`;
}

function nextOf(tool: string, successor: ToolReference | undefined): string {
  const same = `If the meaning is the same, run \`haft release --same-meaning "<reason>" --tool ${tool}\`.`;
  if (successor === undefined) return `${same} If it changed, run \`haft bump ${tool}\`.`;
  return `${same} If it changed, change "${successor}" instead: \`haft bump --restore ${tool}\` puts the released version back.`;
}

const MAX_SHOWN = 100;
/** Characters of what both have, before the difference. */
const SHARED = 30;

/** Short texts as they are; of long ones the part in which they differ. */
function whereTheyDiffer(before: string, after: string): readonly [string, string] {
  if (Math.max(before.length, after.length) <= MAX_SHOWN) return [before, after];
  const [old, now] = [[...before], [...after]];
  const first = old.findIndex((character, index) => character !== now[index]);
  const from = Math.max(0, (first < 0 ? old.length : first) - SHARED);
  return [partFrom(old, from), partFrom(now, from)];
}

function partFrom(characters: readonly string[], from: number): string {
  const end = from + MAX_SHOWN < characters.length ? '…' : '';
  return `${from > 0 ? '…' : ''}${characters.slice(from, from + MAX_SHOWN).join('')}${end}`;
}
