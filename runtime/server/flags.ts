/** The flags of a server: what to print, how and where to serve. */
import type { ServerDescriptor, Transport } from '../descriptor/descriptor.ts';
import { clip } from '../language/describe.ts';
import type { Redact } from '../redaction/redact.ts';
import type { Redacted } from '../redaction/redacted.ts';

/** The text that a flag requests instead of serving; `more` is about further options. */
export function textFor(
  flags: readonly string[],
  server: ServerDescriptor,
  redact: Redact,
  more?: string,
): Redacted | undefined {
  if (flags.includes('--help')) return redact.text(help(server, more));
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

function help(
  { name, title, version, instructions, transports, env, tools }: ServerDescriptor,
  more: string | undefined,
): string {
  const variables = Object.entries(env).map(([variable, { description }]) => `  ${variable}  ${description}`);
  return [
    `${title} (${name} ${version}): an MCP tool server over ${transports.join(', ')}, started by an MCP host.`,
    ...(instructions === '' ? [] : [instructions]),
    '',
    `Options: --${transports.join(', --')} choose the transport, --list prints the tools as JSON, --version the version.`,
    ...(more ? [more] : []),
    `Tools: ${tools.map((tool) => tool.name).join(', ')}`,
    ...(variables.length === 0 ? [] : ['Environment:', ...variables]),
  ].join('\n');
}
