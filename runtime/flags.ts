/** The flags of a server: what to print, how and where to serve. */
import type { ServerDescriptor, Transport } from './descriptor.ts';
import { clip } from './language/describe.ts';
import type { Redact } from './redact.ts';
import type { Redacted } from './redacted.ts';

/** Where nothing else is said. */
export const PORT = 8765;

/** The text that a flag requests instead of serving. */
export function textFor(flags: readonly string[], server: ServerDescriptor, redact: Redact): Redacted | undefined {
  if (flags.includes('--help')) return redact.text(help(server));
  if (flags.includes('--version')) return redact.text(server.version);
  return flags.includes('--list') ? redact.json(server.tools, 2) : undefined;
}

const ALONE = ['--help', '--version', '--list', '--stdio', '--http', '--sse'];
const WITH_VALUE = ['--host', '--port'];

/** Throws for an unknown flag. */
function refuseUnknown(flags: readonly string[]): void {
  const known = [...ALONE, ...WITH_VALUE];
  const unknown = flags.find((flag, n) => !known.includes(flag) && !WITH_VALUE.includes(flags[n - 1] ?? ''));
  if (unknown !== undefined) throw new Error(`Unknown flag "${clip(unknown)}". Known flags: ${known.join(', ')}.`);
}

/** The transport that a flag names, else the first of the spec. Throws for an unknown flag, and for a transport that the spec does not list. */
export function chosenTransport(flags: readonly string[], { name, transports }: ServerDescriptor): Transport {
  refuseUnknown(flags);
  const asked = (['stdio', 'http', 'sse'] as const).find((transport) => flags.includes(`--${transport}`));
  if (asked !== undefined && !transports.includes(asked)) {
    throw new Error(
      `The server ${name} does not have the transport ${asked}. Known transports: ${transports.join(', ')}.`,
    );
  }
  return asked ?? transports[0] ?? 'stdio';
}

function help({ name, title, version, instructions, transports, env, tools }: ServerDescriptor): string {
  const variables = Object.entries(env).map(([variable, { description }]) => `  ${variable}  ${description}`);
  return [
    `${title} (${name} ${version}): an MCP tool server over ${transports.join(', ')}, started by an MCP host.`,
    ...(instructions === '' ? [] : [instructions]),
    '',
    `Options: --${transports.join(', --')} choose the transport; --host and --port (${PORT}) set the HTTP address. To listen beyond localhost, set`,
    'HAFT_TOKEN or HAFT_TOKEN_FILE. --list prints the tools as JSON, --version the version.',
    `Tools: ${tools.map((tool) => tool.name).join(', ')}`,
    ...(variables.length === 0 ? [] : ['Environment:', ...variables]),
  ].join('\n');
}
