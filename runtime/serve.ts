/** Starts a server: the one function that a generated entry calls. */
import type { Handler, Handlers } from './behaviours/run.ts';
import { prepareTool } from './call.ts';
import type { ServerDescriptor } from './descriptor.ts';
import { readEnvironment } from './environment.ts';
import { ownMember } from './language/json.ts';
import { openSession } from './protocol/session.ts';
import { serveTools } from './protocol/tools.ts';
import { createRedact } from './redact.ts';
import { serveStdio } from './stdio.ts';
import { guardStdout } from './stdout.ts';

const DESCRIPTOR_FORMAT = 1;

/**
 * Serves the tools over stdio until the host closes the input. `handlers` has one function for each tool whose
 * behaviour is a handler; a missing one fails only its own tool. Answers `--help`, `--version` and `--list` instead.
 */
export function serve<Table extends Record<keyof Table, Handler<never>>>(
  server: ServerDescriptor,
  handlers: Table,
): void {
  const writeOut = guardStdout();
  if (server.format !== DESCRIPTOR_FORMAT) {
    throw new Error(`${String(server.name)}: descriptor format ${String(server.format)} needs another runtime.`);
  }
  const text = answerFlags(process.argv.slice(2), server);
  if (text !== undefined) {
    writeOut(`${text}\n`, () => process.exit(0));
    return;
  }
  start(server, { ...handlers }, writeOut);
}

function start(server: ServerDescriptor, handlers: Handlers, writeOut: ReturnType<typeof guardStdout>): void {
  const env = readEnvironment(server.env, process.env);
  const redact = createRedact(server.env, env);
  const log = (line: string): void => void process.stderr.write(`${server.name}: ${redact(line)}\n`);
  noteMissingHandlers(server, handlers, log);
  const surroundings = { server, handlers, env, redact, log };
  const served = serveTools(server, (tool) => prepareTool(tool, surroundings));
  serveStdio((send) => openSession(served, send), writeOut, log);
  if (process.stdin.isTTY)
    log('an MCP tool server, waiting for a host on standard input (--help tells more, Ctrl+C ends it).');
}

function noteMissingHandlers({ tools }: ServerDescriptor, handlers: Handlers, log: (line: string) => void): void {
  for (const { name, behaviour } of tools) {
    if (behaviour.kind !== 'handler' || typeof ownMember(handlers, behaviour.export) === 'function') continue;
    log(`the tool ${name} has no handler "${behaviour.export}"; calls of it will fail.`);
  }
}

function answerFlags(flags: readonly string[], server: ServerDescriptor): string | undefined {
  if (flags.includes('--help')) return help(server);
  if (flags.includes('--version')) return server.version;
  return flags.includes('--list') ? JSON.stringify(server.tools, null, 2) : undefined;
}

function help({ name, title, version, instructions, env, tools }: ServerDescriptor): string {
  const variables = Object.entries(env).map(([variable, { description }]) => `  ${variable}  ${description}`);
  return [
    `${title} (${name} ${version}), an MCP tool server. A host starts it and talks to it over standard input and output.`,
    ...(instructions === '' ? [] : [instructions]),
    '',
    'Options: --list prints the tools as JSON, --version the version.',
    `Tools: ${tools.map((tool) => tool.name).join(', ')}`,
    ...(variables.length === 0 ? [] : ['Environment:', ...variables]),
  ].join('\n');
}
