/** The paths of a host on one machine. */
import type { HostPath } from './config-file.ts';

/** What paths depend on; the edge reads it once. */
export interface Machine {
  readonly platform: 'linux' | 'macos' | 'windows';
  /** Absolute. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Of a path of the user: absolute, in the form of the machine. */
export function userPath(path: HostPath, machine: Machine): string {
  const written = typeof path === 'string' ? path : path[machine.platform];
  const [, name, fallback = ''] = /^\$\{(\w+):-([^}]*)\}/.exec(written) ?? [];
  const set = name === undefined ? undefined : machine.env[name];
  const start = name === undefined ? '' : set || fallback;
  const whole = name === undefined ? written : start + written.slice(written.indexOf('}') + 1);
  const full = whole.startsWith('~') ? machine.home + whole.slice(1) : whole;
  return machine.platform === 'windows' ? full.replaceAll('/', '\\') : full;
}

/** For people, on one system or all of them. */
export function describePath(path: HostPath): string {
  if (typeof path === 'string') return `\`${path}\``;
  return `\`${path.linux}\` (Linux), \`${path.macos}\` (macOS), \`${path.windows}\` (Windows)`;
}
