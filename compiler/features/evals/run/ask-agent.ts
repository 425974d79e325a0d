/** The agent tier: the program of a host gets every request, in an empty home, with servers that deny every call but those on the way of a journey. */
import { inTemporaryFolder } from '../../../edge/write/temporary-folder.ts';
import { AGENTS } from '../online/agents/index.ts';
import { type Agent, type Journal, type AgentOffer, answerOf } from '../online/agent.ts';
import { offeredCall, offeredTools } from '../online/conversation.ts';
import { withCalls } from '../online/engine.ts';
import { type Question, questionsOf } from '../online/questions.ts';
import { toolDescriptor } from '../../../emit/server/descriptor.ts';
import { skillMd } from '../../../emit/skill/skill-md.ts';
import type { EvalStep, ServerPlan } from '../../../plan/model.ts';
import type { Choice } from '../../../versions/receipts/choice.ts';
import { shownName } from '../../../plan/named-tools.ts';
import { memoizeBy } from '../../../base/memo.ts';
import { textHash } from '../../../plan/hash.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { choice, textFlag } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { type ProgramRun, runProgram, versionOf } from './agent-process.ts';
import { addressOf, seedsOf } from './model-entry.ts';
import { withoutKeys } from './without-keys.ts';
import { type OnlineTier, type TierCell } from './online-tier.ts';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { JOURNAL, JOURNEY, denyServer } from '../../../emit/server/deny-mjs.ts';
import { readJsonMap } from '../../../plan/read-json.ts';

const textOf = memoizeBy(denyServer);

interface AgentEntry {
  readonly agent: Agent;
  readonly model: string | undefined;
  readonly endpoint: string | undefined;
  readonly seeds: readonly number[];
}

const IDS = AGENTS.map(({ id }) => id);

export const agent: TierCell = {
  help: 'starts the program of a host',
  flags: { agent: choice(IDS, 'The host whose program is started.') },
  // Every program of a host takes some hundred megabytes.
  lanes: 2,
  online(invocation, _settings, timeoutMs) {
    const [name, endpoint] = [textFlag(invocation, 'agent'), textFlag(invocation, 'endpoint')];
    const match = AGENTS.find(({ id }) => id === name);
    if (!match) throw new Failure('No agent was named.', `Name one: --agent ${IDS.join(', --agent ')}.`);
    const entry = {
      agent: match,
      model: textFlag(invocation, 'model'),
      endpoint: endpoint === undefined ? undefined : addressOf(endpoint),
      seeds: seedsOf([1], invocation),
    };
    return onlineAgent(entry, timeoutMs);
  },
};

/** Runs without any answer at the start: the next ones would fail in the same way, each after a minute or two. */
const MAX_FAILED_STARTS = 3;

/** @throws Failure where the program is not installed, or has no key. */
async function onlineAgent(entry: AgentEntry, timeoutMs: number): Promise<OnlineTier> {
  const { agent, model, endpoint, seeds } = entry;
  const version = await versionOf(agent);
  const env = keysOf(agent, endpoint);
  const respond = withoutKeys<Question>(Object.values(env), ({ choice, conversation: { request }, steps }, signal) =>
    inAgentHome(choice, { ...entry, steps }, async ({ run, journal }) => {
      const output = await run({ env, input: request, timeoutMs, signal });
      const offered = offeredBy(choice);
      const answer = answerOf(agent.read(output.lines, offered), output, journal(), offered);
      return withCalls(answer, (call) => offeredCall(call, offeredTools(choice)));
    }),
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
        ({ after, request }, choice, _seed, { test: { via } }) =>
          after.length > 0 ? undefined : { request, shown: shownHash(choice), ...(via && { via: [...via] }) },
        used,
      ),
    forecast: (questions) => `${pluralize(questions.length, 'run')} of ${agent.title} (${version})`,
    async respond(question, signal, meter) {
      meter.send();
      const answer = await respond(question, signal);
      if (answer.kind !== 'error') answered += 1;
      else if (answered === 0 && (failed += 1) === MAX_FAILED_STARTS)
        throw new Failure(
          `${agent.title} did not answer ${failed} times: ${answer.message}`,
          `Run \`${agent.program}\` in a terminal to see whether it works.`,
        );
      return answer;
    },
  };
}

export function offeredBy({ servers, skills }: Choice): AgentOffer {
  return {
    servers: servers.map(({ name, tools }) => ({ name, tools: tools.map((tool) => tool.name) })),
    skills: skills.map(({ name }) => name),
    shownAs: (server, tool) => shownName(servers, tool, [server]),
  };
}

/** A hash of everything that the program shows its model. */
export const shownHash = memoizeBy(({ servers, skills }: Choice): string => {
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

/** The home of one run of an agent: empty but for its settings, the servers and the skills of the choice. */
interface AgentHome {
  /** Runs the program there, in an empty folder. */
  readonly run: (task: Omit<ProgramRun, 'cwd'>) => ReturnType<typeof runProgram>;
  /** What the servers noted so far. */
  readonly journal: () => Journal;
}

interface Wanted extends Omit<AgentEntry, 'seeds'> {
  /** Calls that return something. */
  readonly steps?: readonly EvalStep[];
}

/** Removes everything when the work is over, whatever its end. */
export function inAgentHome<T>(choice: Choice, wanted: Wanted, work: (home: AgentHome) => Promise<T>): Promise<T> {
  return inTemporaryFolder('eval', (root) => work(furnish(root, choice, wanted)));
}

function furnish(root: string, { servers, skills }: Choice, { agent, model, endpoint, steps = [] }: Wanted): AgentHome {
  const [home, folder] = [join(root, 'home'), join(root, 'work')];
  const scriptOf = (name: string): string => join(root, 'servers', name, 'server.mjs');
  const start = agent.start({
    home,
    servers: servers.map(({ name }) => ({ name, command: process.execPath, args: [scriptOf(name)] })),
    model,
    endpoint,
  });
  mkdirSync(folder);
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const [path, text] of Object.entries(start.files)) put(join(home, path), text);
  for (const server of servers) {
    put(scriptOf(server.name), textOf(server));
    put(join(dirname(scriptOf(server.name)), JOURNEY), JSON.stringify(stepsOf(server, servers, steps)));
  }
  for (const skill of skills) put(join(home, agent.skills, skill.name, 'SKILL.md'), skillMd(skill));
  const notesOf = (name: string): readonly string[] => {
    const path = join(dirname(scriptOf(name)), JOURNAL);
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  };
  return {
    run: ({ env, ...task }) =>
      runProgram(agent.program, start.args, {
        ...task,
        cwd: folder,
        env: { ...start.env, ...env, HOME: home, USERPROFILE: home },
      }),
    journal: () => ({
      started: servers.flatMap(({ name }) => (notesOf(name).length > 0 ? [name] : [])),
      called: servers.flatMap(({ name }) =>
        notesOf(name).flatMap((line) => toolIn(line).map((tool) => shownName(servers, tool, [name]))),
      ),
      via: steps.map(({ call }) => call),
    }),
  };
}

/** By tool, first to last. */
function stepsOf({ name: own, tools }: ServerPlan, servers: readonly ServerPlan[], steps: readonly EvalStep[]) {
  const named = tools.map(({ name }) => [name, shownName(servers, name, [own])] as const);
  return Object.fromEntries(named.map(([name, shownAs]) => [name, steps.filter(({ call }) => call === shownAs)]));
}

function toolIn(line: string): string[] {
  const tool = readJsonMap(line)?.['tool'];
  return typeof tool === 'string' ? [tool] : [];
}
