/** A call of a tool whose code is in its server: it is bundled into a temporary folder and started, as a host would start it. */
import { inTemporaryFolder } from '../write/temporary-folder.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, thrownMessage } from '@haft/runtime/language';
import {
  type OneResult,
  type OnRequest,
  type OpenWire,
  type PutForm,
  WireError,
  openUpstream,
} from '@haft/runtime/try';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import { membersOf, readJsonMap } from '../../plan/read-json.ts';
import { startServer } from './start-server.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { Failure } from '../command-line/failure.ts';
import type { Project } from '../project/project.ts';
import type { Sources } from '../project/read-sources.ts';
import { contentsOf } from '../tasks/contents.ts';
import { memoizedBundler } from '../bundle/memoized-bundler.ts';
import type { PlannedTool } from '../../plan/named-tools.ts';
import type { ServerPlan } from '../../plan/model.ts';
import { invariant } from '../../base/diagnostic.ts';

export interface BuiltServer {
  readonly project: Project;
  readonly compiled: PlannedSpecs;
  readonly sources: Sources;
}

export async function callHandler(
  built: BuiltServer,
  { server, tool }: PlannedTool,
  args: unknown,
  asking?: PutForm,
): Promise<OneResult> {
  const [result] = await callTools(built, server, [{ name: tool.name, args }], { asking });
  invariant(result, 'a call has a result');
  return result;
}

/** How a server is run for requests. */
interface ServerRun {
  /** Given to it beside the variables of this process. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Shows what it asks the user; it cannot ask where absent. */
  readonly asking?: PutForm | undefined;
}

/** One after the other, in one process. */
export async function callTools(
  built: BuiltServer,
  server: ServerPlan,
  calls: readonly { readonly name: string; readonly args: unknown }[],
  run: ServerRun = {},
): Promise<readonly OneResult[]> {
  const requests = calls.map(({ name, args }) => ({ method: 'tools/call', params: { name, arguments: args } }));
  const alone = { ...built, compiled: { ...built.compiled, plan: { ...built.compiled.plan, skills: [] } } };
  const results = await askServer(alone, server, requests, run);
  return results.map((result) => {
    const envelope = result['structuredContent'];
    return { text: JSON.stringify(envelope), success: membersOf(envelope)?.['success'] === true };
  });
}

interface ServerRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The results of requests to the server, which is compiled and started for them. */
export async function askServer(
  { project, compiled, sources }: BuiltServer,
  server: ServerPlan,
  requests: readonly ServerRequest[],
  run: ServerRun = {},
): Promise<readonly JsonObject[]> {
  // It is asked over its standard input, whatever it is made to serve.
  const here: ServerPlan = { ...server, transports: ['stdio'] };
  const own = { ...compiled, plan: { ...compiled.plan, servers: [here] } };
  const contents = await contentsOf(project, own, sources, memoizedBundler().bundle);
  const built = contents.find(({ path }) => path === `servers/${server.name}/server.mjs`);
  return inTemporaryFolder('call', (folder) => {
    const file = join(folder, 'server.mjs');
    writeFileSync(file, built?.bytes() ?? '');
    return ask(file, requests, run);
  });
}

const CLIENT = { name: 'haft call', version: '1' };

/** The answer to a question of the server. */
async function answerTo({ id, params }: Parameters<OnRequest>[0], put: PutForm): Promise<JsonObject> {
  const { message, requestedSchema } = membersOf(params) ?? {};
  const schema = membersOf(requestedSchema) ?? {};
  const fields = membersOf(schema['properties']) ?? {};
  // `confirm:` has this form.
  const confirms = Object.keys(fields).join() === 'confirm' && membersOf(fields['confirm'])?.['type'] === 'boolean';
  const form = { message: String(message), requestedSchema: schema as JsonObject };
  const result = await put(form, new AbortController().signal, confirms);
  const isAnswer = result !== undefined && 'action' in result;
  const reply = isAnswer ? { result } : { error: { code: -32000, message: 'There is no answer.' } };
  return { jsonrpc: '2.0', id, ...reply } as JsonObject;
}

async function ask(
  file: string,
  requests: readonly ServerRequest[],
  { env, asking }: ServerRun,
): Promise<readonly JsonObject[]> {
  const onRequest: OnRequest = (request) =>
    request['method'] === 'elicitation/create' && asking ? answerTo(request, asking) : undefined;
  const { signal } = new AbortController();
  try {
    const client = { ...CLIENT, asks: asking !== undefined };
    const session = await openUpstream(serverWire(file, env), client, { onEnd() {}, onLog() {}, onRequest, signal });
    try {
      const results: JsonObject[] = [];
      for (const { method, params } of requests) results.push(await session.request(method, params as JsonObject, {}));
      return results;
    } finally {
      await session.close();
    }
  } catch (error) {
    if (error instanceof WireError)
      throw new Failure('The server ended without a result.', 'Its log is above; check that the handlers load.');
    if (typeof Reflect.get(Object(error), 'code') !== 'number') throw error;
    throw new Failure(
      `The server rejected the call: ${escapeUnsafe(thrownMessage(error))}`,
      'Check the name and the arguments.',
    );
  }
}

/** It exits as it does after every host. */
function serverWire(file: string, env: NodeJS.ProcessEnv | undefined): OpenWire {
  return ({ onMessage, onEnd }) => {
    let resolve = (): void => {};
    const ended = new Promise<void>((done) => (resolve = done));
    const end = (): void => (onEnd(new WireError('it has ended')), resolve());
    const server = startServer(file, (line) => onMessage(readJsonMap(line)), end, env);
    const wire = {
      answersAtOnce: false,
      send: (message: JsonObject) => Promise.resolve(server.send(JSON.stringify(message))),
      close: () => (server.end(), ended),
    };
    return Promise.resolve(wire);
  };
}
