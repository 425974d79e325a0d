/** Reads the environment variables that a server declares; no other variable is read. */
import type { EnvDescriptor, ServerDescriptor } from '../descriptor/descriptor.ts';
import { type ToolFailure, authoredFailure, failure } from './failure.ts';
import { ownMember } from '../language/json.ts';
import { variablesIn } from '../language/template.ts';

/** Variables that are set. Hosts pass on, for what the user left out, empty text or their own reference to the variable. */
export type SetVariables = Readonly<Record<string, string>>;

/** All variables of a process. */
export type ProcessVariables = Readonly<Record<string, string | undefined>>;

/** Picks the declared variables out of an environment. */
export function readEnvironment(declared: ServerDescriptor['env'], source: ProcessVariables): SetVariables {
  return Object.freeze(
    Object.fromEntries(
      Object.keys(declared).flatMap((name) => {
        const value = source[name];
        return value === undefined || isUnset(name, value) ? [] : [[name, value]];
      }),
    ),
  );
}

/** A reference that no host has replaced, in the forms in which hosts write them; one to another variable is a value. */
function isUnset(name: string, value: string): boolean {
  return ['', `\${${name}}`, `$${name}`, `{env:${name}}`, `\${env:${name}}`].includes(value);
}

/** In which a caller sends its token and headers to a program without HTTP: declared as those of a spec are. */
export function callerVariables({
  auth,
  connections,
  upstreams = {},
}: Pick<ServerDescriptor, 'auth' | 'connections' | 'upstreams'>): ServerDescriptor['env'] {
  if (!auth) return {};
  const isExchanged = [...Object.values(connections), ...Object.values(upstreams)].some((one) => one.auth?.exchange);
  const headers = Object.entries(auth.headers ?? {}).map(
    ([name, { secret }]) =>
      [headerVariable(name), { description: `Header ${name} of the caller.`, secret, optional: true }] as const,
  );
  const token = { description: 'Access token of the caller.', secret: true, optional: true };
  return { ...(isExchanged && { [TOKEN_VARIABLE]: token }), ...Object.fromEntries(headers) };
}

export const TOKEN_VARIABLE = 'HAFT_CALLER_TOKEN';

export function headerVariable(name: string): string {
  return `HAFT_CALLER_HEADER_${name.toUpperCase().replaceAll(/\W/g, '_')}`;
}

/** The variables without fallback that the templates in a value need, in order. */
export function neededVariables(value: unknown): readonly string[] {
  const needed = variablesIn(value).filter(({ path, fallback }) => path[0] === 'env' && fallback === undefined);
  return needed.map(({ path }) => path.slice(1).join('.'));
}

/** Of variables that are passed on by name those that are not optional. */
export function requiredAmong(names: readonly string[], declared: ServerDescriptor['env']): readonly string[] {
  return names.filter((name) => ownMember(declared, name)?.optional === false);
}

/** The failure of a call that needs a variable which is not set: the author's message, else a message with the variable's description. */
export function missingVariable(
  names: readonly string[],
  declared: ServerDescriptor['env'],
  env: SetVariables,
): ToolFailure | undefined {
  const name = names.find((needed) => !Object.hasOwn(env, needed));
  return name === undefined ? undefined : describeMissing(name, ownMember(declared, name));
}

function describeMissing(name: string, variable: EnvDescriptor | undefined): ToolFailure {
  if (variable?.on_missing !== undefined) return authoredFailure(variable.on_missing, 'env_missing');
  const purpose = variable === undefined || variable.description === '' ? '' : ` (${variable.description})`;
  return failure(
    'env_missing',
    `The environment variable ${name} is not set${purpose}.`,
    `Ask the user to set the environment variable ${name} of this server and to start it again. Do not retry before that.`,
  );
}
