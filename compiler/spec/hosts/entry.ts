/** The parts that the entries of several hosts have in common. */
import type { HostEntry, StdioServer } from './host.ts';

type Variable = ((name: string) => string) | undefined;

export const dollarBraces = (name: string): string => `\${${name}}`;
export const dollarEnv = (name: string): string => `\${env:${name}}`;

/** Each of the assignments behind a flag of its own, with a blank after it. */
export function assignments(flag: string, set: readonly string[]): string {
  return set.map((one) => `${flag} ${one} `).join('');
}

/** Every variable with its value or, where the host has a form for it, its reference. */
function environmentOf({ references, values }: StdioServer, variable: Variable): Readonly<Record<string, string>> {
  const referred = variable ? references.map((name) => [name, variable(name)] as const) : [];
  return Object.fromEntries([...referred, ...Object.entries(values)]);
}

/** The member `env`, under its name in the host; none where it would be empty. */
export function environmentMember(server: StdioServer, variable: Variable, key = 'env'): HostEntry {
  const env = environmentOf(server, variable);
  return Object.keys(env).length > 0 ? { [key]: env } : {};
}

/** The entry of EXT §2.5, with the variables. */
export function stdioEntry(server: StdioServer, variable?: Variable): HostEntry {
  const { command, args } = server;
  return { command, args, ...environmentMember(server, variable) };
}
