/** Collects what a request is built from: parameters of the tool, variables of the environment, and no secret; pairs of a query or a form, and which of them cannot be sent. */
import { isSecretParameter, type Schema } from '@haft/runtime/language';
import { literalSecret } from '../../../check/analysis/secrets/literal-secret.ts';
import { type DeclaredVariables, upperName, freeName, isTakenBy, literal } from '../literal.ts';
import { hasVariable, withVariables } from './tokens.ts';

export interface RequestBuilder {
  readonly prefix: string;
  readonly environment: DeclaredVariables;
  readonly parameters: Record<string, Schema>;
  readonly required: string[];
  /** Names of variables that the tool and its connection read. */
  readonly variables: Set<string>;
  /** What was taken out of the line: `The header X-Api-Key`. */
  readonly moved: string[];
  /** What the tool sends differently. */
  readonly changes: { readonly message: string; readonly hint: string }[];
}

export function splitOnce(text: string, by: string): readonly string[] {
  const at = text.indexOf(by);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Variables of the line are variables of the environment. */
export function toTemplate(text: string, { environment, variables }: RequestBuilder, secret = false): string {
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

/** A parameter of the tool, named like `wanted`, as a template. */
export function parameter(
  wanted: string,
  schema: Schema,
  { parameters, required }: RequestBuilder,
  isRequired = true,
): string {
  const name = freeName(wanted, isTakenBy(parameters));
  parameters[name] = schema;
  if (isRequired) required.push(name);
  return `{${name}}`;
}

export function isSecret(name: string, value: string): boolean {
  if (value === '') return false;
  return isSecretParameter(name) || literalSecret(value.replaceAll(/[{}]/g, ''), name) !== undefined;
}

/** Of what is written next to variables, such as one of several cookies. */
function hasLiteralSecret(value: string, name: string): boolean {
  const texts = withVariables(value, () => ' ', String).split(/[;,\s]+/);
  return texts.some((text) => {
    const [before = '', after] = splitOnce(text, '=');
    return after === undefined ? literalSecret(text, name) !== undefined : isSecret(before, after);
  });
}

/** A variable of the environment for a value of the line; a variable of the line stays the one that it is. */
export function fromEnvironment(
  value: string,
  name: string,
  what: string,
  builder: RequestBuilder,
  isSecretValue = true,
): string {
  if (hasVariable(value) && !hasLiteralSecret(value, name)) return toTemplate(value, builder, isSecretValue);
  const { environment, variables, moved, prefix } = builder;
  const variable = `${prefix}_${name}`;
  environment.add(variable, { description: `${what} of the curl command.`, ...(isSecretValue && { secret: true }) });
  variables.add(variable);
  if (isSecretValue) moved.push(what);
  return `{env.${variable}}`;
}

/** The same, named by the field or header that has the secret. */
export function secret(name: string, value: string, what: string, builder: RequestBuilder): string {
  return fromEnvironment(value, upperName(name).replace(/^X_/, ''), what, builder);
}

/** Values by their decoded names, in order; no pair has a problem. */
export function valuesByName(pairs: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const pair of pairs) {
    const [name = '', value = ''] = splitOnce(pair, '=').map(decode);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}

/** What cannot be sent of it. */
export function pairProblem(pair: string): string | undefined {
  const [name = '', value] = splitOnce(pair, '=');
  if (hasVariable(name)) return 'a variable in the place of a name';
  if (value === undefined) return 'a text without "="';
  if (name === '') return 'a value without a name';
  if (!isDecodable(pair)) return 'percent-encoding that is not UTF-8';
  return decode(name) === '__proto__' ? 'the name "__proto__"' : undefined;
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function isDecodable(text: string): boolean {
  try {
    decode(text);
    return true;
  } catch {
    return false;
  }
}
