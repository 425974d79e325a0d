/** Help pages, printed from the commands themselves. */
import type { Command, Flag } from './command.ts';

export function overview(commands: readonly Command[]): string {
  return `Haft compiles YAML specs into Agent Skills and MCP tool servers.

Usage: haft <command> [flags]

Commands:
${table(commands.map(({ name, summary }) => [name, summary]))}

Flags:
${table([
  ['--help', 'Show help for haft or a command.'],
  ['--version', 'Show the version.'],
])}

Get started: haft init, then haft compile.
`;
}

export function helpPage({ name, summary, positional, flags, examples }: Command): string {
  return `${summary}

Usage: haft ${name}${positional ? ` ${positional}` : ''} [flags]

Flags:
${table([...Object.entries(flags).map(flagRow), ['--help', 'Show this help.']])}

Examples:
${examples.map(([line, help]) => `  ${line}\n      ${help}`).join('\n')}

Exit codes: 0 success · 1 problems in the specs · 2 usage or environment error · 70 internal error · 141 output closed early
`;
}

function flagRow([name, { type, value, help }]: [string, Flag]): [string, string] {
  return [type === 'string' ? `--${name} <${value ?? 'value'}>` : `--${name}`, help];
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
