/** The agent tier: the program of a host gets every request, in an empty home, with servers that deny every call. */
import { AGENTS } from '../online/agents/index.ts';
import { answerOf } from '../online/agent.ts';
import type { Agent, Offered } from '../online/agent.ts';
import type { EngineAnswer } from '../online/engine.ts';
import { questionsOf } from '../online/questions.ts';
import type { Question } from '../online/questions.ts';
import { toolDescriptor } from '../../../emit/server/descriptor.ts';
import { skillMd } from '../../../emit/skill/skill-md.ts';
import type { Choice } from '../../../versions/receipts/choice.ts';
import { memoizeBy } from '../../../base/memo.ts';
import { textHash } from '../../../plan/hash.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { choice, textFlag } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { inAgentHome } from './agent-home.ts';
import { runProgram, versionOf } from './agent-process.ts';
import { addressOf, seedsOf } from './model-entry.ts';
import type { OnlineTier, TierCell } from './online-tier.ts';
import { withoutKeys } from './without-keys.ts';

interface AgentEntry {
  readonly agent: Agent;
  readonly model: string | undefined;
  readonly endpoint: string | undefined;
  readonly seeds: readonly number[];
}

const IDS = AGENTS.map(({ id }) => id);

/** Every program of a host takes some hundred megabytes. */
const LANES = 2;

export const agent: TierCell = {
  help: 'starts the program of a host',
  flags: { agent: choice(IDS, 'The host whose program is started.') },
  lanes: LANES,
  online(invocation, _settings, timeoutMs) {
    const [name, endpoint] = [textFlag(invocation, 'agent'), textFlag(invocation, 'endpoint')];
    const found = AGENTS.find(({ id }) => id === name);
    if (!found) throw new Failure('No agent was named.', `Name one: --agent ${IDS.join(', --agent ')}.`);
    const entry = {
      agent: found,
      model: textFlag(invocation, 'model'),
      endpoint: endpoint === undefined ? undefined : addressOf(endpoint),
      seeds: seedsOf([1], invocation),
    };
    return onlineAgent(entry, timeoutMs);
  },
};

/** Runs without any answer at the start: the next ones would fail in the same way, each after a minute or two. */
const MOST_FAILED_STARTS = 3;

/** @throws Failure where the program is not installed, or has no key. */
async function onlineAgent(entry: AgentEntry, timeoutMs: number): Promise<OnlineTier> {
  const { agent, model, endpoint, seeds } = entry;
  const version = await versionOf(agent);
  const env = keysOf(agent, endpoint);
  const respond = withoutKeys<Question>(Object.values(env), ({ choice, one: { request } }, signal) =>
    answerTo(choice, request, { ...entry, env, timeoutMs }, signal),
  );
  let [failed, answered] = [0, 0];
  return {
    id: [agent.id, version, model ?? '', endpoint ?? ''],
    recorded: { model: model === undefined ? agent.id : `${agent.id}/${model}`, tier: 'agent', engine: version },
    heading: `${agent.title} (${version}), ${pluralize(seeds.length, 'trial')} of each case`,
    seeds,
    prices: undefined,
    questions: (sides, used) =>
      questionsOf(
        sides,
        ({ after, request }, choice) => (after.length > 0 ? undefined : { request, shown: shownHash(choice) }),
        used,
      ),
    forecast: (questions) => `${pluralize(questions.length, 'run')} of ${agent.title} (${version})`,
    async respond(question, signal) {
      const answer = await respond(question, signal);
      if (answer.kind !== 'error') answered += 1;
      else if (answered === 0 && (failed += 1) === MOST_FAILED_STARTS)
        throw new Failure(
          `${agent.title} did not answer ${failed} times: ${answer.message}`,
          `Run \`${agent.program}\` in a terminal to see whether it works.`,
        );
      return answer;
    },
  };
}

interface AgentSetup extends AgentEntry {
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

function answerTo(choice: Choice, request: string, setup: AgentSetup, signal: AbortSignal): Promise<EngineAnswer> {
  const { agent, env, timeoutMs } = setup;
  return inAgentHome(choice, setup, async ({ home, folder, start, journal }) => {
    const output = await runProgram(agent.program, start.args, {
      cwd: folder,
      env: { ...start.env, ...env, HOME: home, USERPROFILE: home },
      input: request,
      timeoutMs,
      signal,
    });
    const offered = offeredBy(choice);
    return answerOf(agent.read(output.lines, offered), output, journal(), offered);
  });
}

function offeredBy({ servers, skills }: Choice): Offered {
  return {
    servers: servers.map(({ name, tools }) => ({ name, tools: tools.map((tool) => tool.name) })),
    skills: skills.map(({ name }) => name),
  };
}

/** A hash of everything that the program shows its model. */
const shownHash = memoizeBy(({ servers, skills }: Choice): string => {
  const listed = servers.map(({ name, summary, instructions = summary, tools }) => {
    return [name, instructions, tools.map((tool) => ({ ...toolDescriptor(tool), behavior: undefined }))];
  });
  return textHash(JSON.stringify([listed, skills.map(skillMd)]));
});

/** A key goes to its own service only. */
function keysOf({ title, keys }: Agent, endpoint: string | undefined): Readonly<Record<string, string>> {
  if (endpoint !== undefined) return {};
  const set = keys.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : []));
  if (set.length > 0) return Object.fromEntries(set);
  throw new Failure(
    `${title} runs in an empty home folder, where it is not logged in, and none of ${keys.join(', ')} is set.`,
    `Set ${keys[0]} and run again, or name another interface: --endpoint <url>.`,
  );
}
