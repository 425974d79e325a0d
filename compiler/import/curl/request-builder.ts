/** Collects what a request is built from: parameters of the tool, variables of the environment, and no secret. */
import { RESERVED } from '../reserved-names.ts';
import type { Schema } from '@haft/runtime/language';
import { literalSecret } from '../../check/secrets/literal-secret.ts';
import { upperName } from '../openapi/environment.ts';
import type { Environment } from '../openapi/environment.ts';
import { literal } from '../openapi/text.ts';
import { variablesIn, withVariables } from './tokens.ts';

export interface RequestBuilder {
  readonly prefix: string;
  readonly environment: Environment;
  readonly parameters: Record<string, Schema>;
  readonly required: string[];
  readonly variables: Set<string>;
  readonly moved: string[];
}

export function splitOnce(text: string, by: string): readonly string[] {
  const at = text.indexOf(by);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Variables of the line are variables of the environment. */
export function templated(text: string, { environment, variables }: RequestBuilder, secret = false): string {
  return withVariables(
    text,
    (name) => {
      const upper = upperName(name);
      environment.add(upper, { description: `The variable $${name} of the curl command.`, ...(secret && { secret }) });
      variables.add(upper);
      return `{env.${upper}}`;
    },
    literal,
  );
}

/** Values of a query or form by their decoded names, in order. */
export function valuesByName(pairs: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const pair of pairs) {
    const [name = '', value = ''] = splitOnce(pair, '=').map(decoded);
    if (name === '' || name === '__proto__') continue;
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}

export function freeName(wanted: string, { parameters }: RequestBuilder): string {
  const isFree = (name: string): boolean => !Object.hasOwn(parameters, name) && !RESERVED.has(name);
  if (isFree(wanted)) return wanted;
  for (let count = 2; ; count += 1) if (isFree(`${wanted}_${count}`)) return `${wanted}_${count}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

export const SECRET_NAME =
  /(?:^|[-_.])(?:key|api-?key|token|secret|password|passwd|pwd|auth|signature|sig|session|credential)s?$|^(?:apikey|appid|app_id|access_?token|authorization|cookie)$/i;

export function isSecret(name: string, value: string): boolean {
  if (value === '') return false;
  return SECRET_NAME.test(name) || literalSecret(value.replaceAll(/[{}]/g, ''), name) !== undefined;
}

/** In the environment; a variable of the line stays the one that it is. */
export function secret(name: string, value: string, what: string, builder: RequestBuilder): string {
  if (variablesIn(value).length > 0) return templated(value, builder, true);
  return moved(`${builder.prefix}_${upperName(name).replace(/^X_/, '')}`, what, builder);
}

export function moved(
  variable: string,
  what: string,
  { environment, variables, moved: all }: RequestBuilder,
  isSecretValue = true,
): string {
  environment.add(variable, { description: `${what} of the curl command.`, ...(isSecretValue && { secret: true }) });
  variables.add(variable);
  if (isSecretValue) all.push(what);
  return `{env.${variable}}`;
}
