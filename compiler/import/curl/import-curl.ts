/** One curl command as a server with one tool, or as one more tool of a server: what changes becomes parameters, secrets the environment. */
import type { Json, JsonObject, Schema } from '@haft/runtime/language';
import type { Note } from '../../load/print-document.ts';
import type { Imported, Loss } from '../imported.ts';
import { createEnvironment, upperName } from '../openapi/environment.ts';
import { nameTools } from '../openapi/names.ts';
import type { Operation } from '../openapi/operations.ts';
import { serverName } from '../openapi/server.ts';
import { readCurl } from './options.ts';
import type { CurlProblem, CurlRequest } from './options.ts';
import { requestParts } from './request.ts';
import type { RequestParts } from './request.ts';

export interface CurlOptions {
  /** Name of the new server; of the host where absent. */
  readonly name?: string;
  /** Name of the tool; of the method and the path where absent. */
  readonly tool?: string;
  /** A server of the project that gets the tool; then there is no document of a server, and `connection` names its connection. */
  readonly server?: string;
  readonly connection?: string;
}

type CurlImport = (Imported & { readonly kind: 'imported' }) | CurlProblem;

export function importCurl(line: string, options: CurlOptions = {}): CurlImport {
  const request = readCurl(line);
  if ('message' in request) return request;
  const name = options.server ?? options.name ?? serverName(hostOf(request.url));
  const environment = createEnvironment();
  const parts = requestParts(request, upperName(name), environment);
  if ('message' in parts) return parts;
  const connection = options.connection ?? 'api';
  const tool = toolDocument(request, parts, { name, connection, tool: options.tool, server: options.server });
  const documents =
    options.server === undefined ? [serverDocument(name, connection, parts, environment.all()), tool] : [tool];
  return { kind: 'imported', documents, files: [], losses: lossesOf(request, parts, tool.value.from, options) };
}

/** `api.shop.example` → shop; names of machines and endings say nothing. */
function hostOf(url: string): string {
  const [, host = ''] = /^(?:[a-z]+:\/\/)?(?:[^/@]*@)?([^/:?#]+)/i.exec(url) ?? [];
  const labels = host
    .replaceAll(/[^A-Za-z0-9.-]/g, '')
    .split('.')
    .filter((label) => !/^(?:www|api|apis|rest|\d+)$/.test(label));
  return labels.at(-2) ?? labels[0] ?? 'service';
}

function serverDocument(
  name: string,
  connection: string,
  { base, connectionHeaders, auth }: RequestParts,
  env: object,
) {
  const spec = {
    base_url: base,
    ...(Object.keys(connectionHeaders).length > 0 && { headers: connectionHeaders }),
    ...(auth && { auth }),
  };
  const value = {
    kind: 'server',
    from: 'curl',
    name,
    version: '1.0.0',
    summary: `Tools for ${base.replace(/^\w+:\/\//, '').split(/[{}|]/)[0] || name}.`,
    ...(Object.keys(env).length > 0 && { env: env as JsonObject }),
    connections: { [connection]: spec },
  };
  const notes: Note[] = [{ path: ['summary'], text: 'TODO Describe what the service is for.' }];
  return { file: 'server.yaml', value, notes };
}

interface ToolNames {
  readonly name: string;
  readonly connection: string;
  readonly tool: string | undefined;
  readonly server: string | undefined;
}

function toolDocument(request: CurlRequest, parts: RequestParts, { name, connection, tool, server }: ToolNames) {
  const { method, timeoutSeconds } = request;
  const { path, parameters, required, query, headers, body } = parts;
  const from = `${method} ${path}`;
  const own = tool ?? nameFor(from, method, path, name);
  const timeout = timeoutSeconds === undefined ? undefined : Math.min(3_600_000, Math.ceil(timeoutSeconds * 1000));
  const http = {
    connection,
    request: from,
    ...(Object.keys(query).length > 0 && { query }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...body,
  };
  const value = {
    kind: 'tool',
    from: `curl:${from}`,
    name: own,
    ...(server !== undefined && { server }),
    description: `Sends ${method} ${path.replaceAll(/[{}]/g, '')}.`,
    effects:
      method === 'GET' || method === 'HEAD' ? 'read' : method === 'PUT' || method === 'DELETE' ? 'destroy' : 'write',
    ...(Object.keys(parameters).length > 0 && {
      parameters: parameters as Readonly<Record<string, Schema>> as unknown as Json,
    }),
    ...(required.length > 0 && { required }),
    ...(timeout !== undefined && { timeout_ms: timeout }),
    http: http as unknown as Json,
  } as JsonObject & { readonly from: string };
  const notes: Note[] = [{ path: ['description'], text: 'TODO Describe what the tool does and when to use it.' }];
  return { file: 'tools.yaml', value, notes };
}

function nameFor(from: string, method: string, path: string, server: string): string {
  const operation: Operation = {
    from,
    method,
    path,
    tags: [],
    node: {},
    pathNode: {},
    parameters: [],
    servers: [],
    deprecated: false,
    hidden: false,
    scopes: [],
  };
  const isList = (): boolean => path.endsWith('s');
  return nameTools([operation], { server, isList }).get(from) ?? 'call_service';
}

function lossesOf(
  { ignored }: CurlRequest,
  { variables, moved }: RequestParts,
  from: string,
  { server }: CurlOptions,
): Loss[] {
  const left = ignored.map((what): Loss => {
    return {
      kind: 'lossy',
      subject: 'flags of curl',
      from,
      message: `The command has ${what}, which is left out: the tool sends the request without it.`,
      hint: 'Nothing to do.',
    };
  });
  const secrets = moved.map((what): Loss => {
    return {
      kind: 'todo',
      subject: 'secrets',
      from,
      message: `${what} is a secret; it is read from the environment and is not in the specs.`,
      hint: 'Set the variable, and revoke the secret if others have seen the line.',
    };
  });
  const undeclared: Loss[] =
    server !== undefined && variables.length > 0
      ? [
          {
            kind: 'todo',
            subject: 'variables',
            from,
            message: `The tool reads ${variables.join(', ')}.`,
            hint: `Declare them under \`env:\` of server "${server}".`,
          },
        ]
      : [];
  return [...left, ...secrets, ...undeclared];
}
