/** A call of a tool whose code is in its server: it is bundled into a temporary folder and started, as a host would start it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OneResult } from '@haft/runtime/try';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import { membersOf, readJsonMap } from '../../plan/read-json.ts';
import { startServer } from './start-server.ts';
import { Failure } from '../command-line/failure.ts';
import type { Project } from '../project/project.ts';
import type { Sources } from '../project/read-sources.ts';
import { contentsOf } from '../tasks/contents.ts';
import { memoizedBundler } from '../bundle/memoized-bundler.ts';
import type { PlannedTool } from '../../plan/named-tools.ts';

export interface BuiltServer {
  readonly project: Project;
  readonly compiled: PlannedSpecs;
  readonly sources: Sources;
}

export async function callHandler(
  { project, compiled, sources }: BuiltServer,
  { server, tool }: PlannedTool,
  args: unknown,
  env: NodeJS.ProcessEnv = {},
): Promise<OneResult> {
  const own = { ...compiled, plan: { ...compiled.plan, servers: [server], skills: [] } };
  const contents = await contentsOf(project, own, sources, memoizedBundler().bundle);
  const built = contents.find(({ path }) => path === `servers/${server.name}/server.mjs`);
  const folder = mkdtempSync(join(tmpdir(), 'haft-call-'));
  try {
    const file = join(folder, 'server.mjs');
    writeFileSync(file, built?.bytes() ?? '');
    return await ask({ file, name: tool.name, args, env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'haft call', version: '1' },
};

interface Asked {
  readonly file: string;
  readonly name: string;
  readonly args: unknown;
  /** Beside the variables of this process. */
  readonly env: NodeJS.ProcessEnv;
}

function ask({ file, name, args, env }: Asked): Promise<OneResult> {
  return new Promise((resolve, reject) => {
    let result: OneResult | undefined;
    const take = (line: string): void => {
      try {
        result = resultIn(readJsonMap(line)) ?? result;
      } catch (error) {
        reject(error);
        server.end();
      }
      if (result) server.end();
    };
    const ended = (): void => {
      if (result) return resolve(result);
      reject(new Failure('The server ended without a result.', 'Its log is above; check that the handlers load.'));
    };
    const server = startServer(file, take, ended, env);
    const say = (message: object): void => server.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    say({ id: 0, method: 'initialize', params: HELLO });
    say({ method: 'notifications/initialized' });
    say({ id: 1, method: 'tools/call', params: { name, arguments: args } });
  });
}

function resultIn(message: Readonly<Record<string, unknown>> | undefined): OneResult | undefined {
  if (message?.['id'] !== 1) return undefined;
  const result = membersOf(message['result']);
  if (!result) throw new Failure(`The server rejected the call: ${JSON.stringify(message)}`, 'Check the arguments.');
  const envelope = result['structuredContent'];
  return { text: JSON.stringify(envelope), success: membersOf(envelope)?.['success'] === true };
}
