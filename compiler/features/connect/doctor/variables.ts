/** What a host makes of the variables of an entry, and what its server gets of the host's environment. */
import type { Host } from '../../../spec/hosts/host.ts';
import type { HostSystem } from '../../../spec/hosts/config-file.ts';

/** PATH of an application that was not started in a shell. */
const DESKTOP_PATH = '/usr/bin:/bin:/usr/sbin:/sbin';

const ALWAYS = ['HOME', 'PATH', 'SYSTEMROOT', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PATHEXT'];
const OF_DESKTOP = ['HOME', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR', 'LANG'];

type Variables = Readonly<Record<string, string>>;

/** Before what the entry adds. */
export function hostEnvironment(
  { environment }: Host,
  { env, platform }: HostSystem,
  names: readonly string[],
): Variables {
  const all = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const chosen = (allowed: readonly string[]): Variables =>
    Object.fromEntries(all.filter(([name]) => allowed.includes(platform === 'windows' ? name.toUpperCase() : name)));
  if (environment === 'named') return chosen([...ALWAYS, ...names]);
  if (environment === 'whole' || platform === 'windows') return Object.fromEntries(all);
  return { ...chosen([...OF_DESKTOP, ...names]), PATH: DESKTOP_PATH };
}

/** With the references replaced that the host replaces; what has no value stays. */
export function expand(text: string, host: Host, system: HostSystem, root: string): string {
  const { variable, projectFolder } = host;
  const inProject = projectFolder === undefined ? text : text.replaceAll(projectFolder, () => root);
  if (!variable) return inProject;
  const [before = '', after = ''] = variable('\0').split('\0').map(escapePattern);
  const pattern = new RegExp(`${before}(\\w+)(?::-([^}]*))?${after}`, 'g');
  return inProject.replaceAll(pattern, (whole: string, name: string, fallback?: string) => {
    return system.env[name] || (fallback ?? whole);
  });
}

function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** References of any host that are still in a text, without their defaults, which may be secrets. */
export function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(/(\$\{(?:env:)?\w+|\{env:\w+)(?:[^\w{}$][^{}$]{0,200})?\}/g)].map(
    ([, start = '']) => `${start}}`,
  );
}

/** A value that is nothing but a reference: hosts hand over that or an empty text for a variable without a value. */
export function isUnset(value: string | undefined): boolean {
  return value === undefined || value === '' || /^(?:\$\{(?:env:)?\w+\}|\{env:\w+\})$/.test(value);
}
