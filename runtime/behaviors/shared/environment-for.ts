/** The environment of a program that a server starts. */
import type { SetVariables, ProcessVariables } from '../../server/environment.ts';
import { ownMember } from '../../language/json.ts';

/** Always passed on: without them few programs start, read text that is not ASCII, or write the dates of the user. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR'];

/** On Windows, those by which programs find the system, the user and each other. */
const PASSED_ON_WINDOWS = [
  'SystemRoot',
  'ComSpec',
  'PATHEXT',
  'ProgramData',
  'ProgramFiles',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'TEMP',
  'TMP',
];

interface ProcessFacts {
  readonly variables: ProcessVariables;
  readonly platform: NodeJS.Platform;
}

/** The named variables of the spec, and those without which few programs work. */
export function environmentFor(
  names: readonly string[],
  env: SetVariables,
  { variables, platform }: ProcessFacts = { variables: process.env, platform: process.platform },
): Record<string, string> {
  const locale = Object.keys(variables).filter((name) => name.startsWith('LC_'));
  const always = [...PASSED_ON, ...locale, ...(platform === 'win32' ? PASSED_ON_WINDOWS : [])];
  const passed = Object.fromEntries(
    [...always, ...names].flatMap((name) => {
      const value = ownMember(env, name) ?? variables[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  // Hosts often start servers without a locale, and then many programs reject every character that is not ASCII.
  const hasLocale = ['LC_ALL', 'LC_CTYPE', 'LANG'].some((name) => (passed[name] ?? '') !== '');
  if (hasLocale || platform === 'win32') return passed;
  return { ...passed, LC_CTYPE: platform === 'darwin' ? 'UTF-8' : 'C.UTF-8' };
}
