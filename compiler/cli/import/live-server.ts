/** Asks a live MCP server for its tools; a program is started only after the user has agreed to its command line. */
import { constants } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { UpstreamDescriptor } from '@haft/runtime';
import { connectUpstreams, createRedact } from '@haft/runtime/try';
import type { McpList } from '../../import/mcp/import-mcp.ts';
import { shownCommand, variablesIn } from '../../import/mcp/recorded.ts';
import type { McpSource } from '../../import/mcp/source.ts';
import { escapeUnsafe } from '../../report/text/escape.ts';
import { Failure } from '../command-line/failure.ts';
import type { ImportJob } from './importer.ts';
import { VERSION } from '../../version.ts';

/** @throws Failure, without a secret in it, where the server does not answer. */
export async function askServer(
  source: McpSource,
  name: string,
  { mayRun = false }: Pick<ImportJob, 'mayRun'>,
): Promise<Omit<McpList, 'pins'>> {
  const { values, variables } = source;
  const env: Record<string, string> = {};
  for (const [key, value] of Object.entries({ ...process.env, ...values })) if (value !== undefined) env[key] = value;
  const missing = variablesIn(source.upstream).find((one) => (env[one] ?? '') === '');
  if (missing !== undefined)
    throw new Failure(`The environment variable ${missing} is not set.`, `Set ${missing}, and run the command again.`);
  const command = shownCommand(source);
  if (command !== undefined) await agreeTo(command, mayRun);
  const redact = createRedact(
    {},
    {},
    variables.flatMap((one) => (one.secret ? (env[one.name] ?? []) : [])),
  );
  const upstreams = connectUpstreams({
    // The keys of an upstream in a spec are those of its descriptor.
    server: {
      name: 'haft-import',
      version: VERSION,
      upstreams: { [name]: { ...source.upstream, timeout_ms: TIMEOUT_MS, on_drift: 'log' } as UpstreamDescriptor },
    },
    env,
    log: () => {},
  });
  const leave = onInterrupt(() => upstreams.close());
  try {
    const session = await upstreams.open(name);
    const tools = await session.tools(AbortSignal.timeout(TIMEOUT_MS));
    return { about: session.about, tools };
  } catch (error) {
    const reason = redact.text(error instanceof Error ? error.message : 'no connection');
    const last = redact.text(upstreams.errorLine(name)).slice(0, 300);
    throw new Failure(
      `The MCP server "${name}" cannot be read: ${reason.replace(/\.$/, '')}.`,
      last === '' ? 'Start it by hand to see what it needs.' : `It printed: ${escapeUnsafe(last)}`,
      { cause: error },
    );
  } finally {
    leave();
    await upstreams.close();
  }
}

/** Without that, a signal would leave the program behind. The function that is returned ends the watch. */
function onInterrupt(close: () => Promise<void>): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const end = (signal: NodeJS.Signals): void => void close().then(() => process.exit(128 + constants.signals[signal]));
  for (const signal of signals) process.on(signal, end);
  return () => signals.forEach((signal) => process.off(signal, end));
}

/** A first start may download a package. */
const TIMEOUT_MS = 120_000;

async function agreeTo(command: string, mayRun: boolean): Promise<void> {
  if (mayRun) {
    process.stderr.write(`Starting: ${escapeUnsafe(command)}\n`);
    return;
  }
  const hint = 'Add --run if you trust this program.';
  if (!process.stdin.isTTY) throw new Failure(`Importing would start a program: ${command}.`, hint);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const question = `Importing starts this program: ${escapeUnsafe(command)}\nStart it? [y/N] `;
  // Ctrl+C and Ctrl+D reject.
  const reply = await terminal.question(question).catch(() => '');
  terminal.close();
  if (!/^y(?:es)?$/i.test(reply.trim())) throw new Failure('Nothing was started or imported.', hint);
}
