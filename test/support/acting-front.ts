/** A compiled server that acts for its callers, in front of a service and an MCP server behind a login. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { type HttpServerProcess, legacy, startHttp } from '../runtime/support/http-client.ts';
import { type Signer, newSigner, openIssuer } from '../runtime/support/issuer.ts';
import { temporaryFolder } from './folder.ts';
import { type Guarded, guardedServer } from './guarded.ts';
import { haft } from './haft.ts';

const about = (does: string): string =>
  `description: { does: ${does}, when: the user asks for it, examples: [show it] }`;

export const EXCHANGE = `exchange: { token_url: "{env.BEHIND}/token", client_id: front, client_secret: "{env.SECRET}", audience: notes }`;

export const SPEC = `kind: server
name: front
version: 1.0.0
summary: Reads what belongs to the user.
transports: [http, stdio]
env:
  ISSUER: { description: Authorization server. }
  BEHIND: { description: Address of the service. }
  SECRET: { description: Secret of this server there., secret: true }
auth:
  issuer: "{env.ISSUER}"
  headers: { X-Notes-Key: { description: Key of the notes. } }
connections:
  notes: { base_url: "{env.BEHIND}", auth: { ${EXCHANGE} } }
  keyed: { base_url: "{env.BEHIND}", headers: { X-Notes-Key: "{caller.header.X-Notes-Key}" }, auth: { ${EXCHANGE} } }
upstreams:
  tracker: { url: "{env.BEHIND}/mcp", auth: { ${EXCHANGE} } }
tools:
  - { name: read_notes, ${about('Reads all notes of the user.')}, effects: read, http: { connection: notes, request: GET /notes } }
  - { name: read_locked_notes, ${about('Reads the locked notes of the user.')}, effects: read, http: { connection: keyed, request: GET /notes } }
  - { name: show_access, ${about('Shows what the tracker knows about the user.')}, effects: read, mcp: { upstream: tracker, tool: show_access } }
  - { name: show_all, ${about('Shows everything that the tracker says.')}, effects: read, results: raw, mcp: { upstream: tracker, tool: show_access } }
  - { name: ask_notes, ${about('Asks the service about the notes of the user.')}, effects: read, handler: front.ts }
`;

export const MCP_PROFILE = 'profiles: { specs: mcp }\n';

export const HANDLERS = `export const askNotes = async (args: object, call) => {
  const answer = await call.request('keyed', { path: '/notes' });
  if ('retry_hint' in answer) return answer;
  const { text, failure } = answer;
  call.log(\`heard \${text}\`);
  return failure ?? { text, user: JSON.stringify(call.user), call: JSON.stringify(Object.keys(call)) };
};
`;

/** The folder of the project, compiled. */
export function compiledFront(atEnd: (end: () => void) => void): string {
  const files = { 'haft.yaml': `outputs: [cli]\n${MCP_PROFILE}`, 'specs/front.yaml': SPEC, 'specs/front.ts': HANDLERS };
  const folder = temporaryFolder(files, atEnd);
  const { code, stdout, stderr } = haft(folder, 'compile', '--no-types');
  expect(code, stdout + stderr).toBe(0);
  return folder;
}

export const outputIn = (folder: string, name = 'server.mjs'): string =>
  join(folder, `generated/servers/front/${name}`);

export interface Front extends HttpServerProcess {
  readonly behind: Guarded;
  /** A token of a user for the front. */
  readonly token: (sub: string, more?: object) => Promise<string>;
  readonly call: (tool: string, token: string, headers?: object) => Promise<Envelope>;
}

interface Envelope {
  readonly success: boolean;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly code?: string;
  readonly error?: string;
  readonly retry_hint?: string;
}

let signer: Signer | undefined;

export async function startFront(folder: string, own: Readonly<Record<string, string>> = {}): Promise<Front> {
  signer ??= await newSigner('ES256', 'one');
  const behind = await guardedServer({ SHOW: 'yes' });
  const signed = signer;
  const issuer = await openIssuer([signed.jwk]);
  const env = { ISSUER: issuer.url, BEHIND: behind.issuer, SECRET: 'secret-of-front', HAFT_LOG: 'debug' };
  const server = await startHttp(outputIn(folder), ['--http'], {
    ...env,
    ...own,
    HAFT_TOKEN: 'a-token-of-the-server-itself',
  });
  return {
    ...server,
    behind,
    token: (sub, more = {}) =>
      signed.sign({ iss: issuer.url, aud: server.url, sub, exp: Math.floor(Date.now() / 1000) + 300, ...more }),
    call: async (name, token, headers = {}) => {
      const all = { Authorization: `Bearer ${token}`, ...headers };
      return (await legacy(server.url, 'tools/call', { name, arguments: {} }, all)).json.result.structuredContent;
    },
  };
}

interface Shown {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the service was sent since the last look. */
export async function requestsOf({ behind }: Front, line = 'break'): Promise<readonly Shown[]> {
  const lines = await behind.command(line);
  return lines.flatMap((one) => (one.startsWith('request ') ? [JSON.parse(one.slice(8)) as Shown] : []));
}

export const exchangesIn = (shown: readonly Shown[]): readonly Readonly<Record<string, string>>[] =>
  shown.flatMap(({ path, body }) => (path === '/token' ? [Object.fromEntries(new URLSearchParams(body))] : []));
