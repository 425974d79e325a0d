/** One curl command as a server with one tool, or as one more tool of a server: what changes becomes parameters, secrets the environment. */
import type { JsonObject } from '@haft/runtime/language';
import { createEnvironment, upperName, serverName } from '../literal.ts';
import type { ImportResult, Unreadable } from '../imported.ts';
import { impliedEffects } from '../effects.ts';
import { withoutEmpty, loss, methodEffects, serverDocument, todo, toolDocument, unreadable } from '../builders.ts';
import { nameTools } from '../tool-names.ts';
import { type CurlRequest, readCurl } from './options.ts';
import { type CurlParts, requestParts } from './request.ts';
import { CommandProblem } from './tokens.ts';

interface CurlOptions {
  /** Name of the new server; of the host where absent. */
  readonly name?: string;
  /** Name of the tool; of the method and the path where absent. */
  readonly tool?: string;
  /** A server of the project that gets the tool; then there is no document of a server, and `connection` names its connection. */
  readonly server?: string;
  readonly connection?: string;
}

export function importCurl(
  line: string,
  options: CurlOptions = {},
): (ImportResult & { readonly kind: 'imported' }) | Unreadable {
  try {
    return { kind: 'imported', ...importRequest(readCurl(line), options) };
  } catch (error) {
    if (error instanceof CommandProblem) return unreadable(error.message, error.hint);
    throw error;
  }
}

function importRequest(request: CurlRequest, options: CurlOptions): ImportResult {
  const name = options.server ?? options.name ?? serverName(hostOf(request.url));
  const environment = createEnvironment();
  const parts = requestParts(request, upperName(name), environment);
  const { tool, doubts } = toolOf(request, parts, name, options);
  const server = options.server === undefined ? [serverOf(name, parts, environment.all(), options)] : [];
  const losses = lossesOf(request, parts, tool.value.from, options);
  return { documents: [...server, tool], files: [], losses: [...losses, ...doubts.map((one) => one.loss)] };
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

const FIRST_CONNECTION = 'api';

function serverOf(
  name: string,
  { base, connectionHeaders: headers, auth }: CurlParts,
  env: JsonObject,
  { connection = FIRST_CONNECTION }: CurlOptions,
) {
  const summary = `Tools for ${base.replace(/^\w+:\/\//, '').split(/[{}|]/)[0] || name}.`;
  const connections = { [connection]: withoutEmpty({ base_url: base, headers, auth }) };
  const note = { path: ['summary'], text: 'TODO Describe what the service is for.' };
  return serverDocument('curl', name, { summary, env, connections }, [note]);
}

function toolOf(
  { method, timeoutSeconds }: CurlRequest,
  { path, parameters, required, query, headers, body }: CurlParts,
  serverOrNew: string,
  { connection = FIRST_CONNECTION, tool, server }: CurlOptions,
) {
  const from = `${method} ${path}`;
  const names = nameTools([{ from, method, path }], serverOrNew, () => path.endsWith('s'));
  const name = tool ?? names.get(from) ?? 'call_service';
  const description = `Sends ${method} ${path.replaceAll(/[{}]/g, '')}.`;
  const implied = { from: `curl:${from}`, name, description, effects: methodEffects(method), request: from };
  const { effects, doubt } = impliedEffects(implied);
  const doubts = doubt ? [todo(...doubt)] : [];
  const keys = {
    server,
    description,
    effects,
    parameters,
    required,
    timeout_ms: timeoutSeconds === undefined ? undefined : Math.min(3_600_000, Math.ceil(timeoutSeconds * 1000)),
    http: { ...withoutEmpty({ connection, request: from, query, headers }), ...body },
  };
  const note = { path: ['description'], text: 'TODO Describe what the tool does and when to use it.' };
  const notes = [note, ...doubts.map((one) => one.note)];
  return { tool: toolDocument(`curl:${from}`, name, keys, notes), doubts };
}

function lossesOf(
  { ignored }: CurlRequest,
  { variables, moved, changes }: CurlParts,
  from: string,
  { server }: CurlOptions,
) {
  const flags = ignored.map((what) => {
    const message = `The command has ${what}, which is left out: the tool sends the request without it.`;
    return loss('lossy', from, 'flags of curl', message, 'Nothing to do.');
  });
  const changed = changes.map(({ message, hint }) => loss('lossy', from, 'parts of the request', message, hint));
  const secrets = moved.map((what) => {
    const message = `${what} is a secret; it is read from the environment and is not in the specs.`;
    const hint = 'Set the variable, and revoke the secret if others have seen the line.';
    return loss('todo', from, 'secrets', message, hint);
  });
  if (server === undefined || variables.size === 0) return [...flags, ...changed, ...secrets];
  const reads = `The tool reads ${[...variables].join(', ')}.`;
  const hint = `Declare them under \`env:\` of server "${server}".`;
  return [...flags, ...changed, ...secrets, loss('todo', from, 'variables', reads, hint)];
}
