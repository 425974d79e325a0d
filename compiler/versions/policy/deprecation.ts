/** A tool is deprecated before it is removed, and stays until the announced date. */
import { addDays, daysBetween } from '../../base/calendar.ts';
import { isEqual } from '../../base/json.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { memoizeBy } from '../../base/memo.ts';
import { qualifiedName, writtenText } from '../../check/tool-names.ts';
import type { Deprecation, Plan, ServerPlan, ToolPlan } from '../../plan/model.ts';
import { commandName, namesOfPlan } from '../../plan/named-tools.ts';
import type { ToolPair } from '../change.ts';
import { toolWords } from '../compare/tool-words.ts';
import { areOfOneSource, likeness } from '../renames.ts';
import { type PolicyRule, type Violation, releasedName } from './policy.ts';

/** A deprecation names an existing successor, and leaves time to migrate. */
export const deprecationComplete: PolicyRule = {
  id: 'version/deprecation-complete',
  says: 'A deprecation must name an existing successor and leave enough time to migrate.',
  why: 'The tool that the deprecation names must exist, and people need the deprecation period of the project.',
  next: 'Set `use` to an existing tool and `remove_after` to a later date.',
  source: 'EXT §9 rule 2',
  judge({ after, dates: { periodDays } }) {
    return after.servers.flatMap((server) =>
      deprecatedOf(server).flatMap((tool) => problems(tool, server.name, after, periodDays)),
    );
  },
};

interface DeprecatedTool extends ToolPlan {
  readonly deprecated: Deprecation;
}

const deprecatedOf = memoizeBy(({ tools }: ServerPlan) => {
  return tools.filter((tool): tool is DeprecatedTool => tool.deprecated !== undefined);
});

function problems(tool: DeprecatedTool, server: string, plan: Plan, periodDays: number): Violation[] {
  const { deprecated, name } = tool;
  const ids = namesOfPlan(plan).resolve(deprecated.use, [server]);
  const others = ids.filter((one) => one.server !== server || one.tool !== name);
  const earliest = addDays(deprecated.since, periodDays);
  const violations: Violation[] = [];
  if (others.length !== 1)
    violations.push({
      target: termOf(tool, server, 'use'),
      says: `Tool "${name}" is deprecated in favor of "${deprecated.use}", which ${others.length === 0 ? 'does not exist' : 'is the name of several tools'}.`,
      ...(others.length > 1 && { next: `Set \`use\` to ${others.map(qualifiedName).join(' or ')}.` }),
    });
  if (deprecated.remove_after < earliest)
    violations.push({
      target: termOf(tool, server, 'remove_after'),
      says: `Tool "${name}" has the removal date ${deprecated.remove_after}, which is before the end of the ${periodDays}-day deprecation period.`,
      next: `Set \`remove_after\` to ${earliest} or later.`,
    });
  return violations;
}

function termOf({ name }: ToolPlan, server: string, key: keyof Deprecation): Violation['target'] {
  return { server, tool: name, path: ['deprecated', key] };
}

/** The dates of a deprecation that have passed. */
export const deprecationDue: PolicyRule = {
  id: 'version/deprecation-due',
  says: 'A deprecation whose date has passed has a next step.',
  why: 'A date changes no file: the same specs compile to the same bytes on every day, so the step is an edit.',
  next: 'Remove the tool, or choose a later date.',
  source: 'EXT §9 rule 2',
  severity: 'note',
  when: 'check',
  judge({ after, dates: { today } }) {
    return after.servers.flatMap((server) => deprecatedOf(server).flatMap((tool) => dueOf(tool, server, after, today)));
  },
};

function dueOf(tool: DeprecatedTool, server: ServerPlan, plan: Plan, today: string): Violation | [] {
  const { remove_after: removeAfter, listed } = tool.deprecated;
  if (removeAfter <= today) {
    const users = usersOf(tool, server, plan);
    return {
      target: termOf(tool, server.name, 'remove_after'),
      says: `Tool "${tool.name}" can be removed since ${removeAfter}.`,
      next: `${users.length === 0 ? 'Remove' : `First change what still uses it: ${listText(users)}. Then remove`} it, or set \`remove_after\` to a later date.`,
    };
  }
  if (typeof listed !== 'string' || listed > today) return [];
  const says = `Tool "${tool.name}" should not be listed since ${listed}.`;
  return { target: termOf(tool, server.name, 'listed'), says, next: 'Set `listed` to false, or to a later date.' };
}

/** What stops working, or names a tool that is gone, when it is removed. */
function usersOf({ name }: ToolPlan, { name: server, tools, resources = [], prompts = [] }: ServerPlan, plan: Plan) {
  const id = { server, tool: name };
  const names = namesOfPlan(plan);
  const isNamedIn = (texts: readonly unknown[], near: readonly string[]): boolean =>
    texts.some((text) => toolWords(String(text ?? '')).some(({ word }) => names.means(word, id, near)));
  const adapters = tools.filter(({ behavior }) => behavior.kind === 'via' && behavior.tool === name);
  const readers = resources.filter(({ tool }) => tool === name);
  const named = prompts.filter(({ messages }) => messages.some(({ text }) => isNamedIn([text], [server])));
  const skills = plan.skills.filter(({ context, steps, example, text, allowed_tools: allowed = [], servers }) =>
    isNamedIn([context, ...steps, example, text, ...allowed], servers),
  );
  return [
    ...readers.map(({ uri }) => `resource "${uri}"`),
    ...named.map((one) => `prompt "${one.name}"`),
    ...adapters.map((one) => `tool "${one.name}"`),
    ...skills.map((one) => `skill "${one.name}"`),
  ];
}

const MAX_LISTED = 12;

function listText(names: readonly string[]): string {
  return [...names.slice(0, MAX_LISTED), ...(names.length > MAX_LISTED ? ['…'] : [])].join(', ');
}

/** A deprecated tool remains until its removal date. */
export const removedTooEarly: PolicyRule = {
  id: 'version/removed-too-early',
  says: 'A deprecated tool must remain until its removal date.',
  why: 'Callers plan by the announced date.',
  next: 'Run `haft bump --restore <tool>`, and remove it on that date or later.',
  source: 'EXT §9 rule 2',
  locked: true,
  judge({ before: released, pairs, dates: { today } }) {
    return pairs.tool.flatMap((pair) => {
      const { before, after, renamed, server } = pair;
      const isThere = after !== undefined && renamed === false;
      if (!before?.deprecated || isThere || today >= before.deprecated.remove_after) return [];
      const days = daysBetween(today, before.deprecated.remove_after);
      const command = `haft bump --restore ${releasedName(pair, released)}`;
      const run = { command, next: `Run \`${command}\`, and remove it on ${before.deprecated.remove_after} or later.` };
      return {
        target: { server, tool: after?.name ?? before.name, path: [] },
        says: `Tool "${before.name}" must remain until ${before.deprecated.remove_after} (${pluralize(days, 'day')} left).`,
        ...(byHand(pair, removedTooEarly.id) ?? run),
      };
    });
  },
};

/** A released tool is deprecated before it is removed. */
export const removedWithoutDeprecation: PolicyRule = {
  id: 'version/removed-without-deprecation',
  says: 'A released tool must be deprecated before it is removed.',
  why: 'Without a deprecation, callers learn of the removal from a failing call.',
  next: 'Run `haft bump --restore <tool>`, or `haft bump --renamed <old>=<new>` if another tool took its place.',
  source: 'EXT §9 rule 2',
  locked: true,
  judge({ before: released, after: current, pairs }) {
    return pairs.tool.flatMap((pair) => {
      const { before, after, server, renamed, owner } = pair;
      if (!before || (after && !renamed) || before.deprecated) return [];
      const how = renamed && after ? `was renamed to "${after.name}"` : 'was removed';
      const withIts = owner.after ? '' : ` with its server "${server}"`;
      return {
        target: { server, tool: after?.name ?? before.name, path: [] },
        says: `Released tool "${before.name}" ${how}${withIts} without a deprecation.`,
        ...(byHand(pair, removedWithoutDeprecation.id) ??
          stepOf(releasedName(pair, released), successorOf(pair, pairs.tool, current))),
      };
    });
  },
};

type Step = Pick<Violation, 'next' | 'command'>;

/** What no command does: there is no tool next to which the released one could come back. */
function byHand({ before, server, owner }: ToolPair, rule: string): Step | undefined {
  if (owner.after && owner.after.tools.length > 0) return undefined;
  const restore = owner.after
    ? `Restore tool "${before?.name ?? ''}" from version control: server "${server}" has no tool left.`
    : `Restore the spec of server "${server}" from version control, or set that name again if it was renamed.`;
  return { next: `${restore} If it has no callers, add above this line: \`# haft-ignore ${rule}: <reason>\`.` };
}

interface Successor {
  readonly how: 'renamed' | 'moved' | 'likely';
  /** As a command names it. */
  readonly name: string;
}

function successorOf(pair: ToolPair, pairs: readonly ToolPair[], current: Plan): Successor | undefined {
  const { before: old, after, server, renamed } = pair;
  if (!old) return undefined;
  const nameOf = (tool: ToolPlan): string => commandName({ server, tool: tool.name }, current);
  if (renamed && after) return { how: 'renamed', name: nameOf(after) };
  const likely = likelySuccessor(old, server, pairs);
  if (likely) return { how: 'likely', name: nameOf(likely) };
  const [moved, ...others] = pairs.filter(({ before, after: added }) => !before && added?.name === old.name);
  return moved && others.length === 0
    ? { how: 'moved', name: qualifiedName({ server: moved.server, tool: old.name }) }
    : undefined;
}

/** From here on two descriptions may well be of one tool. */
const ALIKE = 0.5;

/** A new tool of the server that names it, does the same call, or reads alike. */
function likelySuccessor(old: ToolPlan, server: string, pairs: readonly ToolPair[]): ToolPlan | undefined {
  const added = pairs.flatMap(({ before, after, server: owner }) =>
    !before && after && owner === server ? [after] : [],
  );
  const scored = added.map((tool) => ({ tool, score: scoreOf(old, tool) })).filter(({ score }) => score >= ALIKE);
  return scored.sort((a, b) => b.score - a.score)[0]?.tool;
}

function scoreOf(old: ToolPlan, tool: ToolPlan): number {
  // In its own server a plain name means this tool.
  if (tool.replaces?.some((one) => writtenText(one) === old.name)) return 2;
  const isOfOneSource = areOfOneSource(old, tool);
  if (isOfOneSource !== undefined) return isOfOneSource ? 2 : 0;
  if (old.behavior.kind !== 'handler' && isEqual(old.behavior, tool.behavior)) return 1;
  return likeness(old.description.text, tool.description.text);
}

function stepOf(old: string, successor: Successor | undefined): Step {
  const restore = `haft bump --restore ${old} --use`;
  if (successor === undefined)
    return {
      next: `Run \`${restore} <tool>\`: it restores the released version as deprecated, and <tool> is what callers use instead.`,
    };
  const { how, name } = successor;
  if (how === 'moved') {
    const command = `${restore} ${name}`;
    return {
      command,
      next: `Run \`${command}\`: it restores "${old}" as deprecated, and callers use "${name}" instead.`,
    };
  }
  const command = `haft bump --renamed ${old}=${name}`;
  const next = `Run \`${command}\`: "${old}" is restored as deprecated, and "${name}" replaces it.`;
  return how === 'renamed' ? { command, next } : { next: `${next} If it is not the same tool: \`${restore} <tool>\`.` };
}
