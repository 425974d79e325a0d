/** `${NAME}` of a tools.yaml as `{env.NAME}`, each declared for the server. */
import type { Json } from '@haft/runtime/language';
import { type DeclaredVariables, upperName } from '../environment.ts';
import { literal } from '../literal.ts';

/** `${NAME}`, `${NAME:default}`, `${NAME:-default}`, `${NAME:?message}`. */
const VARIABLE = /\$\{(?<name>[A-Za-z_]\w*)(?:(?<mark>:[-?]?)(?<more>[^}]*))?\}/g;

interface VariableUse {
  readonly description: string;
  readonly secret?: boolean;
}

/** `escape` is for the literal parts and the defaults. */
export function template(
  value: Json | undefined,
  variables: DeclaredVariables,
  use: VariableUse,
  escape: (text: string) => string = (text) => text,
): string {
  const text = value === undefined || value === null || typeof value === 'object' ? '' : String(value);
  let at = 0;
  let made = '';
  for (const match of text.matchAll(VARIABLE)) {
    const { name = '', mark = '', more = '' } = match.groups ?? {};
    const variable = upperName(name);
    const hasDefault = mark !== '' && mark !== ':?' && !/[{}]/.test(more);
    variables.add(variable, { ...use, ...(hasDefault && { optional: true }) });
    made += `${literal(escape(text.slice(at, match.index)))}{env.${variable}${hasDefault ? `|${escape(more)}` : ''}}`;
    at = match.index + match[0].length;
  }
  return made + literal(escape(text.slice(at)));
}

export function hasVariable(value: Json | undefined): boolean {
  return typeof value === 'string' && value.search(VARIABLE) >= 0;
}
