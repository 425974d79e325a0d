/** A call of a tool whose code is in its server: it is bundled into a temporary folder and started, as a host would start it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@haft/runtime/language';
import type { OneResult, PutForm } from '@haft/runtime/try';
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

interface ToolCall {
  readonly name: string;
  readonly args: unknown;
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
  calls: readonly ToolCall[],
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

type Result = Readonly<Record<string, unknown>>;

/** The results of requests to the server, which is compiled and started for them. */
export async function askServer(
  { project, compiled, sources }: BuiltServer,
  server: ServerPlan,
  requests: readonly ServerRequest[],
  run: ServerRun = {},
): Promise<readonly Result[]> {
  const own = { ...compiled, plan: { ...compiled.plan, servers: [server] } };
  const contents = await contentsOf(project, own, sources, memoizedBundler().bundle);
  const built = contents.find(({ path }) => path === `servers/${server.name}/server.mjs`);
  const folder = mkdtempSync(join(tmpdir(), 'haft-call-'));
  try {
    const file = join(folder, 'server.mjs');
    writeFileSync(file, built?.bytes() ?? '');
    return await ask(file, requests, run);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const HELLO = { protocolVersion: '2025-11-25', clientInfo: { name: 'haft call', version: '1' } };

type Message = Readonly<Record<string, unknown>>;

/** The answer to a question of the server. */
async function answerTo({ id, params }: Message, put: PutForm): Promise<Message> {
  const { message, requestedSchema } = membersOf(params) ?? {};
  const schema = membersOf(requestedSchema) ?? {};
  const fields = membersOf(schema['properties']) ?? {};
  // `confirm:` has this form.
  const confirms = Object.keys(fields).join() === 'confirm' && membersOf(fields['confirm'])?.['type'] === 'boolean';
  const form = { message: String(message), requestedSchema: schema as JsonObject };
  const result = await put(form, new AbortController().signal, confirms);
  const isAnswer = result !== undefined && 'action' in result;
  return { id, ...(isAnswer ? { result } : { error: { code: -32000, message: 'There is no answer.' } }) };
}

function ask(
  file: string,
  requests: readonly ServerRequest[],
  { env = {}, asking }: ServerRun,
): Promise<readonly Result[]> {
  return new Promise((resolve, reject) => {
    const results: Result[] = [];
    const take = (line: string): void => {
      try {
        const message = readJsonMap(line);
        if (message?.['method'] === 'elicitation/create' && asking)
          return void answerTo(message, asking).then(say, reject);
        const result = resultIn(message, results.length + 1);
        if (!result) return;
        results.push(result);
        next();
      } catch (error) {
        reject(error);
        server.end();
      }
    };
    const ended = (): void => {
      if (results.length === requests.length) return resolve(results);
      reject(new Failure('The server ended without a result.', 'Its log is above; check that the handlers load.'));
    };
    const server = startServer(file, take, ended, env);
    const say = (message: object): void => server.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const next = (): void => {
      const request = requests[results.length];
      if (!request) return server.end();
      say({ id: results.length + 1, ...request });
    };
    const capabilities = asking ? { elicitation: {} } : {};
    say({ id: 0, method: 'initialize', params: { ...HELLO, capabilities } });
    say({ method: 'notifications/initialized' });
    next();
  });
}

function resultIn(message: Message | undefined, id: number): Result | undefined {
  if (message?.['id'] !== id) return undefined;
  const result = membersOf(message['result']);
  if (result) return result;
  const text = membersOf(message['error'])?.['message'];
  throw new Failure(`The server rejected the call: ${escapeUnsafe(String(text))}`, 'Check the name and the arguments.');
}
