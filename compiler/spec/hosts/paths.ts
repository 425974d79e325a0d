/** The paths of a host on one machine. */
import type { HostPath } from './config-file.ts';

/** What paths depend on; the edge reads it once. */
export interface HostSystem {
  readonly platform: 'linux' | 'macos' | 'windows';
  /** Absolute. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A path of the user as an absolute path of the machine. */
export function userPath(path: HostPath, system: HostSystem): string {
  const written = typeof path === 'string' ? path : path[system.platform];
  const [, name, fallback = ''] = /^\$\{(\w+):-([^}]*)\}/.exec(written) ?? [];
  const set = name === undefined ? undefined : system.env[name];
  const start = name === undefined ? '' : set || fallback;
  const whole = name === undefined ? written : start + written.slice(written.indexOf('}') + 1);
  const full = whole.startsWith('~') ? system.home + whole.slice(1) : whole;
  return system.platform === 'windows' ? full.replaceAll('/', '\\') : full;
}

/** For people, on one system or all of them. */
export function describePath(path: HostPath): string {
  if (typeof path === 'string') return `\`${path}\``;
  return `\`${path.linux}\` (Linux), \`${path.macos}\` (macOS), \`${path.windows}\` (Windows)`;
}
