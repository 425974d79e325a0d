/** The environment of a program that a server starts. */
import type { Environment } from '../environment.ts';
import { ownMember } from '../language/json.ts';

/** Always passed on: without them few programs start. On Windows, those by which programs find the system, the user and each other. */
const PASSED_ON = ['PATH', 'HOME'];
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

/** The named variables of the spec, and those without which few programs start. */
export function environmentFor(names: readonly string[], env: Environment): Record<string, string> {
  const always = process.platform === 'win32' ? [...PASSED_ON, ...PASSED_ON_WINDOWS] : PASSED_ON;
  return Object.fromEntries(
    [...always, ...names].flatMap((name) => {
      const value = ownMember(env, name) ?? process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
