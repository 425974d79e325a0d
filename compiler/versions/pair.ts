/** Two Plans → everything in the earlier one with its counterpart in the later one; renames are recognized. */
import { compareText } from '../base/diagnostic.ts';
import { memoizeByTwo } from '../base/memo.ts';
import type { Plan, ServerPlan, SkillPlan, ToolPlan } from '../plan/model.ts';
import type { AllPairs, Pair, RenamedPair, ServerPair, SkillPair, ToolPair } from './change.ts';
import { type Sameness, areOfOneSource, bagOf, byName, releasedSource, sourceOf, withRenames } from './renames.ts';
import { isSame } from './same.ts';
import { schemaPairs } from './schema-pairs.ts';

/** Remembered for as long as both Plans are: the differences and their judgment look at the same pairs. */
export const pairUp = memoizeByTwo((before: Plan, after: Plan): AllPairs => {
  const server = withRenames(byName(before.servers, after.servers), SAME_SERVER).map((pair) =>
    pair.before && pair.after && !pair.renamed ? sameServer(pair.before, pair.after) : serverPair(pair),
  );
  const [oldServed, nowServed] = [servedBy(before), servedBy(after)];
  const skill = withRenames(byName(before.skills, after.skills), SAME_SKILL).map((pair): SkillPair => {
    return { ...pair, served: oldServed.has(pair.before?.name) && nowServed.has(pair.after?.name) };
  });
  return {
    server,
    tool: server.flatMap(({ changed }) => changed),
    schema: server.flatMap(({ schemas }) => schemas),
    skill,
  };
});

/** A server that was compared before is the same pair again. */
const sameServer = memoizeByTwo((before: ServerPlan, after: ServerPlan) =>
  serverPair({ before, after, renamed: false }),
);

function serverPair(pair: RenamedPair<ServerPlan>): ServerPair {
  const tools = toolPairs(pair);
  const changed = tools.filter((tool) => !isSame(tool));
  return { ...pair, tools, changed, schemas: changed.flatMap(schemaPairs) };
}

/** Names of the skills that hosts can read from a server. */
function servedBy({ servers }: Plan): ReadonlySet<string | undefined> {
  return new Set(servers.flatMap(({ skills = [] }) => skills));
}

const SAME_SERVER: Sameness<ServerPlan> = {
  form: ({ tools }) => (tools.length > 0 ? 'server' : undefined),
  words: ({ tools }) => [tools.map(({ name }) => name).sort(compareText)],
  // Of a server that is renamed a tool or two can be renamed as well.
  near: 0.5,
};

/** A successor next to its predecessor is a new tool and not a rename. */
const SAME_TOOL: Sameness<ToolPlan> = {
  form: ({ inputSchema, replaces }) => (replaces === undefined ? JSON.stringify(inputSchema) : undefined),
  words: ({ description }) => [bagOf(description.text)],
  sources: { before: releasedSource, after: (tool) => (tool.replaces === undefined ? sourceOf(tool) : undefined) },
  areApart: (before, after) => areOfOneSource(before, after) === false,
};

const SAME_SKILL: Sameness<SkillPlan> = {
  form: () => 'skill',
  words: ({ description, steps }) => [bagOf(description.text), bagOf(steps.join('\n'))],
};

function toolPairs({ before, after }: Pair<ServerPlan>): ToolPair[] {
  const server = (after ?? before)?.name ?? '';
  const pairs = withRenames(byName(before?.tools ?? [], after?.tools ?? []), SAME_TOOL);
  return pairs.map((pair) => ({ ...pair, server, owner: { before, after } }));
}
