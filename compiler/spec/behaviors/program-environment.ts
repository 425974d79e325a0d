/** `env:` of a program: names of variables that it gets from the server, and variables with a value of the author's. */
import { type Shape, byType, list, map, text } from '../shape/build.ts';
import type { NodePath } from '../yaml/spec.ts';
import { ENV_NAME } from '../shape/names.ts';

type Constants = Readonly<Record<string, string>>;

export type ProgramEnvironment = readonly (string | Constants)[];

export const environmentShape: Shape<ProgramEnvironment> = list(
  'Environment variables of the program in addition to PATH, HOME, LANG, LC_*, TZ and TMPDIR: names of variables of the server, or a map of fixed values.',
  byType<string | Constants>('Name of a variable, or fixed values such as { LC_ALL: C.UTF-8 }.', {
    string: text('Name of a variable.'),
    object: map('Fixed values by name.', text('The value.'), ENV_NAME),
  }),
);

/** With their places in the list. */
export function environmentNames(env: ProgramEnvironment = []): { readonly path: NodePath; readonly name: string }[] {
  return env.flatMap((one, at) => (typeof one === 'string' ? [{ path: ['env', at], name: one }] : []));
}

/** As the runtime has it. */
export function splitEnvironment(env: ProgramEnvironment | undefined): {
  readonly env?: readonly string[];
  readonly set_env?: Constants;
} {
  const names = environmentNames(env).map(({ name }) => name);
  const constants = constantsOf(env);
  return {
    ...(names.length > 0 && { env: names }),
    ...(Object.keys(constants).length > 0 && { set_env: constants }),
  };
}

/** The names of a tool before those of its program; a value of the tool replaces that of the program. */
export function joinEnvironments(
  shared: ProgramEnvironment | undefined,
  own: ProgramEnvironment | undefined,
): ProgramEnvironment {
  const names = [...environmentNames(own), ...environmentNames(shared)].map(({ name }) => name);
  return writtenEnvironment({ env: names, set_env: { ...constantsOf(shared), ...constantsOf(own) } });
}

/** The list that is split into these. */
export function writtenEnvironment({
  env = [],
  set_env = {},
}: ReturnType<typeof splitEnvironment>): ProgramEnvironment {
  return [...new Set(env), ...(Object.keys(set_env).length > 0 ? [set_env] : [])];
}

/** Without what the program has. */
export function ownEnvironment(
  shared: ProgramEnvironment | undefined,
  whole: ProgramEnvironment | undefined,
): ProgramEnvironment {
  const { env = [], set_env = {} } = splitEnvironment(whole);
  const base = splitEnvironment(shared);
  const different = Object.entries(set_env).filter(([name, value]) => base.set_env?.[name] !== value);
  return writtenEnvironment({
    env: env.filter((name) => !base.env?.includes(name)),
    set_env: Object.fromEntries(different),
  });
}

function constantsOf(env: ProgramEnvironment = []): Constants {
  return Object.assign({}, ...env.filter((one) => typeof one !== 'string'));
}
