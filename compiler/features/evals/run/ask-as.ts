/** `--as <host>`: a model is sent what the program of a host sends it. The program is started once for each choice, before a recorder. */
import { createServer } from 'node:http';
import { listenLocally } from '../../../edge/local-server.ts';
import type { Json } from '@haft/runtime';
import { text as textOfStream } from 'node:stream/consumers';
import { pluralize } from '../../../base/text/pluralize.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { readJson, readJsonMap } from '../../../plan/read-json.ts';
import type { Choice } from '../../../versions/receipts/choice.ts';
import type { Agent } from '../online/agent.ts';
import { AGENTS } from '../online/agents/index.ts';
import { offeredCall, offeredTools } from '../online/conversation.ts';
import { type EngineAnswer, withCalls } from '../online/engine.ts';
import { type Question, questionsOf } from '../online/questions.ts';
import { versionOf } from './agent-process.ts';
import { inAgentHome, offeredBy, shownHash } from './ask-agent.ts';
import type { OnlineTier } from './online-tier.ts';

/** The request in what is recorded; that of each case takes its place. */
export const PLACEHOLDER = 'This sentence is replaced by the request of an eval.';

type Sending = Agent & Required<Pick<Agent, 'sends'>>;

const SENDING = AGENTS.filter((one): one is (typeof AGENTS)[number] & Sending => 'sends' in one);

export const HOSTS = SENDING.map(({ id }) => id);

/** The interface that a host speaks. @throws Failure for an unknown host. */
export function apiOf(host: string): string {
  return sendingAgent(host).sends.api;
}

function sendingAgent(host: string): Sending {
  const agent = SENDING.find(({ id }) => id === host);
  if (agent) return agent;
  throw new Failure(`Unknown host "${host}".`, `Hosts: ${HOSTS.join(', ')}.`);
}

interface HostOptions {
  readonly host: string;
  /** The name by which the program knows the model, which it can tell it. */
  readonly model: string;
  readonly timeoutMs: number;
}

/** `base`: the model. @throws Failure where the program is not installed. */
export async function asHost(base: OnlineTier, { host, model, timeoutMs }: HostOptions): Promise<OnlineTier> {
  const agent = sendingAgent(host);
  const version = await versionOf(agent);
  const requests = new Map<Choice, Promise<Recorded>>();
  const recordedFor = (choice: Choice, signal: AbortSignal): Promise<Recorded> => {
    const current = requests.get(choice) ?? recordRequest(choice, { agent, model, timeoutMs }, signal);
    requests.set(choice, current);
    return current;
  };
  const { body: _body, ...rest } = base;
  return {
    ...rest,
    id: [...base.id, agent.id, version],
    recorded: { ...base.recorded, model: `${agent.id}/${base.recorded.model}`, tier: 'agent' },
    heading: `Model ${base.recorded.model} as ${agent.title} (${version}) asks it, ${pluralize(base.seeds.length, 'trial')} of each case`,
    questions: (sides, seeds) =>
      questionsOf(
        sides,
        ({ after, request }, choice, _seed, { test }) =>
          after.length > 0 || test.via ? undefined : { request, shown: shownHash(choice) },
        seeds,
      ),
    forecast: (questions) =>
      `${base.forecast(questions, 'of-host')}, with the text of ${agent.title} (${version}) in each`,
    async respond(question, signal, meter) {
      const recorded = await recordedFor(question.choice, signal);
      const body = { ...base.body?.(question.conversation, question.seed), ...withRequest(recorded, question) };
      return asCases(await base.respond({ ...question, body }, signal, meter), question.choice, agent);
    },
  };
}

/** The members of a request that a model reads, as JSON. */
type Recorded = Readonly<Record<string, string | undefined>>;

/** Whatever characters the request has. */
export function withRequest(
  recorded: Recorded,
  { conversation }: { readonly conversation: Pick<Question['conversation'], 'request'> },
): object {
  const request = JSON.stringify(conversation.request).slice(1, -1);
  const filled = Object.entries(recorded).map(([member, json]): [string, unknown] => {
    const read = json === undefined ? undefined : readJson(json.replaceAll(PLACEHOLDER, () => request));
    return [member, read && 'value' in read ? read.value : undefined];
  });
  return Object.fromEntries(filled);
}

/** With calls of the choice as it offers them; a tool of the program itself keeps its name. */
function asCases(answer: EngineAnswer, choice: Choice, { sends }: Sending): EngineAnswer {
  const tools = offeredTools(choice);
  return withCalls(answer, (call) => {
    const [own] = sends.called(call.name, call.arguments ?? {}, offeredBy(choice));
    return own ? offeredCall({ ...call, name: own.name }, tools) : { ...call, isForeign: true };
  });
}

/** @throws Failure where the program sends no request with the tools of the choice. */
async function recordRequest(
  choice: Choice,
  { agent, model, timeoutMs }: Omit<HostOptions, 'host'> & { readonly agent: Sending },
  signal: AbortSignal,
): Promise<Recorded> {
  const recorder = await openRecorder(({ tools }) => hasTools(tools, choice, agent));
  const endpoint = `${recorder.url}${agent.sends.base}`;
  try {
    await inAgentHome(choice, { agent, model, endpoint }, async ({ run }) => {
      const ended = AbortSignal.any([signal, recorder.isDone]);
      await run({ env: {}, input: PLACEHOLDER, timeoutMs, signal: ended }).catch((error: unknown) => {
        if (!recorder.isDone.aborted) throw error;
      });
    });
  } finally {
    recorder.close();
  }
  const last = recorder.last();
  if (last && recorder.isDone.aborted)
    return Object.fromEntries(
      agent.sends.members.map((member) => [member, JSON.stringify(withoutSignature(last[member], agent))]),
    );
  throw new Failure(
    last
      ? `${agent.title} sent a request without the tools of ${choice.kind} "${choice.name}": this version shows them after a search.`
      : `${agent.title} sent no request to a model.`,
    `Start the program for each case instead: --agent ${agent.id}.`,
  );
}

function withoutSignature(value: unknown, { sends: { isSignature } }: Sending): unknown {
  return Array.isArray(value) && isSignature ? value.filter((part: Json) => !isSignature(part)) : value;
}

/**
 * In place of the interface of a model; it answers nothing. `last`: the members of the last request with the placeholder
 * and tools; `isDone` is aborted by the one that is wanted.
 */
async function openRecorder(isWanted: (members: Readonly<Record<string, unknown>>) => boolean) {
  const done = new AbortController();
  let last: Readonly<Record<string, unknown>> | undefined;
  const take = (body: string): void => {
    const members = body.includes(PLACEHOLDER) ? readJsonMap(body) : undefined;
    if (!members || !('tools' in members) || done.signal.aborted) return;
    last = members;
    if (isWanted(members)) done.abort();
  };
  const server = createServer(async (request, response) => {
    take(await textOfStream(request));
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  return {
    url: `http://127.0.0.1:${await listenLocally(server)}`,
    isDone: done.signal,
    last: () => last,
    close: () => server.close().closeAllConnections(),
  };
}

/** A skill alone is in no tool. */
function hasTools(tools: unknown, choice: Choice, { sends }: Sending): boolean {
  const offered = offeredBy(choice);
  return choice.servers.length === 0 || namesIn(tools).some((name) => sends.called(name, {}, offered).length > 0);
}

/** Also those in a namespace. */
function namesIn(tools: unknown): readonly string[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: Readonly<Record<string, unknown>>) => [
    ...(typeof tool['name'] === 'string' ? [tool['name']] : []),
    ...namesIn(tool['tools']),
  ]);
}
