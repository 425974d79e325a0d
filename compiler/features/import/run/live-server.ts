/** Asks a live MCP server for its tools; a program is started only after the user has agreed to its command line. */
import { constants } from 'node:os';
import type { UpstreamDescriptor } from '@haft/runtime';
import { ENDING_SIGNALS, type JsonObject } from '@haft/runtime/language';
import { authorityOf, connectUpstreams, createRedact, proveClient } from '@haft/runtime/try';
import type { McpList } from '../mcp/import-mcp.ts';
import { shownCommand, variablesIn } from '../mcp/recorded.ts';
import type { McpSource } from '../mcp/source.ts';
import { cut, escapeUnsafe } from '../../../base/text/escape.ts';
import { authorizeByUser, canAskUser } from '../../../edge/login/source.ts';
import { confirm } from '../../../edge/command-line/confirm.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { withProgress } from '../../../edge/command-line/progress.ts';
import type { ImportJob } from './importer.ts';
import { VERSION } from '../../../base/version.ts';

/** Why a program is started, and what a user can do who trusts it. */
interface Purpose {
  /** "Importing" */
  readonly who: string;
  /** A sentence. */
  readonly agree: string;
}

interface Asking extends Pick<ImportJob, 'mayRun'> {
  /** Of the redirect address of a login. */
  readonly port?: number;
  readonly purpose?: Purpose;
  /** In place of those of this process. */
  readonly variables?: Readonly<Record<string, string>>;
}

const IMPORTING: Purpose = { who: 'Importing', agree: 'Add --run if you trust this program.' };

/** @throws Failure, without a secret in it, where the server does not answer. */
export async function askServer(
  source: McpSource,
  name: string,
  { mayRun = false, purpose = IMPORTING, variables = {}, port = 0 }: Asking,
): Promise<Omit<McpList, 'pins'> & { readonly hasLogin: boolean }> {
  const env = { ...environmentFor(source), ...variables };
  const command = shownCommand(source);
  if (command !== undefined) await agreeTo(command, mayRun, purpose);
  const secrets = source.variables.flatMap((one) => (one.secret ? (env[one.name] ?? []) : []));
  const redact = createRedact({}, {}, secrets);
  const { upstreams, hasLogin, patience } = connectTo(name, source, env, port);
  const leave = onInterrupt(() => upstreams.close());
  try {
    return await withProgress(async ({ show }) => {
      show('waiting for the server and its tools');
      const session = await upstreams.open(name);
      const tools = await session.tools(AbortSignal.timeout(patience));
      const faults = tools.flatMap((tool) => {
        const fault = session.whyNot(tool);
        return fault === undefined ? [] : [[String(tool['name']), fault] as const];
      });
      const unusable = faults.length > 0 && { unusable: Object.fromEntries(faults) };
      return { about: session.about, tools, hasLogin: hasLogin(), ...unusable };
    });
  } catch (error) {
    throw unreadable(source, error, upstreams.errorLine(name), redact.text);
  } finally {
    leave();
    await upstreams.close();
  }
}

/** The server, and whether it was a login that opened it. */
function connectTo(name: string, { upstream }: McpSource, env: Readonly<Record<string, string>>, port: number) {
  let hasLogin = false;
  const options = canAskUser() ? { scopes: [], port, browser: true } : undefined;
  const patience = options ? LOGIN_MS : TIMEOUT_MS;
  const upstreams = connectUpstreams({
    discoverTokens: authorityOf,
    proveClient,
    authorizeUpstream: authorizeByUser({ options, mayReuse: true, used: () => (hasLogin = true) }),
    // The keys of an upstream in a spec are those of its descriptor.
    server: {
      name: 'haft-import',
      version: VERSION,
      upstreams: { [name]: { ...withLogin(upstream), timeout_ms: patience, on_drift: 'log' } as UpstreamDescriptor },
    },
    env,
    log: () => {},
  });
  return { upstreams, patience, hasLogin: () => hasLogin };
}

/** An address without credentials may ask for a login. */
function withLogin(upstream: JsonObject): JsonObject {
  const { url, headers, auth } = upstream;
  const hasOwn = Object.keys(headers ?? {}).some((header) => header.toLowerCase() === 'authorization');
  return url === undefined || auth !== undefined || hasOwn ? upstream : { ...upstream, auth: { login: {} } };
}

function unreadable(source: McpSource, error: unknown, printed: string, redact: (text: string) => string): Failure {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Failure) return cause;
  const reason = redact(error instanceof Error ? error.message : 'no connection');
  const last = redact(printed).slice(0, 300);
  const command = shownCommand(source);
  const server = cut(redact(command ?? String(source.upstream['url'])), 200);
  const next =
    command === undefined ? 'Check the address, and that the server runs.' : 'Start it by hand to see what it needs.';
  return new Failure(
    `The MCP server ${escapeUnsafe(server)} cannot be read: ${reason.replace(/\.$/, '')}.`,
    last === '' ? next : `It printed: ${escapeUnsafe(last)}`,
    { cause: error },
  );
}

/** The variables of this process and the values of the source. @throws Failure where one that is needed is not set. */
function environmentFor({ upstream, values }: McpSource): Readonly<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const [key, value] of Object.entries({ ...process.env, ...values })) if (value !== undefined) env[key] = value;
  const missing = variablesIn(upstream).find((one) => (env[one] ?? '') === '');
  if (missing === undefined) return env;
  throw new Failure(`The environment variable ${missing} is not set.`, `Set ${missing}, and run the command again.`);
}

/** Without that, a signal would leave the program behind. The function that is returned ends the watch. */
export function onInterrupt(close: () => Promise<void>): () => void {
  const end = (signal: NodeJS.Signals): void => void close().then(() => process.exit(128 + constants.signals[signal]));
  for (const signal of ENDING_SIGNALS) process.on(signal, end);
  return () => ENDING_SIGNALS.forEach((signal) => process.off(signal, end));
}

/** A user takes longer than a server. */
const LOGIN_MS = 330_000;

/** A first start may download a package. */
const TIMEOUT_MS = 120_000;

/** @throws Failure where the user does not, or cannot be asked. */
export async function agreeTo(command: string, mayRun: boolean, { who, agree }: Purpose): Promise<void> {
  if (mayRun) {
    process.stderr.write(`Starting: ${escapeUnsafe(command)}\n`);
    return;
  }
  const hint =
    who === IMPORTING.who && /^\S+\.json$/.test(command)
      ? `If this is a saved list of tools, write \`--list ${command}\`; if it is a program that you trust, add --run.`
      : agree;
  const isAgreed = await confirm(`${who} starts this program: ${escapeUnsafe(command)}\nStart it?`);
  if (isAgreed === undefined) throw new Failure(`${who} would start a program: ${command}.`, hint);
  if (!isAgreed) throw new Failure('Nothing was started.', hint);
}
