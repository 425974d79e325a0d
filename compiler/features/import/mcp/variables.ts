/** The variables of an imported server: what a host's file fills in, and secrets that are written out there. */
import { isSecretVariable } from '@haft/runtime/language';
import { literalSecret } from '../../../check/analysis/secrets/literal-secret.ts';
import { literal } from '../literal.ts';

export interface KnownVariable {
  readonly name: string;
  readonly secret: boolean;
}

/** What is known of the variables of a source so far. */
export interface SourceVariables {
  /** Names of new ones start with it. */
  readonly prefix: string;
  /** By name: whether it is a secret. */
  readonly secret: Map<string, boolean>;
  readonly values: Map<string, string>;
  /** Those that the program gets under their own names. */
  readonly passed: Set<string>;
  /** References of a host that are no variables. */
  readonly unknown: Set<string>;
}

/** `name` is that of the import. */
export function createVariables(name: string): SourceVariables {
  return { prefix: upper(name), secret: new Map(), values: new Map(), passed: new Set(), unknown: new Set() };
}

/** References of hosts: `${NAME}`, `${env:NAME}`, `${NAME:-fallback}`, `{env:NAME}`, `${input:id}`. */
const REFERENCE = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-[^{}]*)?\}|\{env:([A-Za-z_]\w*)\}|\$\{input:([^{}]+)\}/g;

/** A variable of the program; `value` is undefined where only its name is known. */
export function declare(variables: SourceVariables, name: string, value: string | undefined): void {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) {
    variables.unknown.add(name);
    return;
  }
  variables.passed.add(name);
  named(variables, name, value === undefined || isReference(value) ? undefined : value);
}

/** References become variables; literal secrets become variables that are named by `label`. */
export function template(variables: SourceVariables, text: string, label: string, key = ''): string {
  const parts = split(text).map((part) => {
    return typeof part === 'string' ? withoutValues(variables, part) : referred(variables, part);
  });
  let result = parts.join('');
  for (let found = literalSecret(result, key); found; found = literalSecret(result, key)) {
    const before = result;
    result = result.replace(found.word, () => `{env.${newName(variables, label, found?.word ?? '')}}`);
    if (result === before) return `{env.${newName(variables, label, text)}}`;
  }
  return result;
}

/** The whole text is a secret where it is not a reference; `prefixed`: its name starts with that of the import. */
export function hidden(variables: SourceVariables, text: string, label: string, prefixed = true): string {
  if (text === '') return '';
  if (split(text).some((part) => typeof part !== 'string')) return template(variables, text, label);
  return `{env.${prefixed ? newName(variables, label, text) : named(variables, upper(label), text)}}`;
}

function referred(variables: SourceVariables, { env, input, whole }: Reference): string {
  if (input !== undefined) return `{env.${named(variables, `${variables.prefix}_${upper(input)}`, undefined)}}`;
  if (env !== undefined && /^[A-Z][A-Z0-9_]*$/.test(env)) return `{env.${named(variables, env, undefined)}}`;
  variables.unknown.add(whole);
  return literal(whole);
}

/** The name of a new variable for a value, or of the one that has it. */
function newName({ prefix, secret, values }: SourceVariables, label: string, value: string): string {
  const [known] = [...values].find(([, own]) => own === value) ?? [];
  if (known !== undefined) return known;
  const wanted = `${prefix}_${upper(label)}`;
  const name = values.has(wanted) ? `${wanted}_${values.size + 1}` : wanted;
  secret.set(name, true);
  values.set(name, value);
  return name;
}

function named({ secret, values }: SourceVariables, name: string, value: string | undefined): string {
  const looks = value !== undefined && literalSecret(value, name) !== undefined;
  secret.set(name, secret.get(name) === true || looks || isSecretVariable(name));
  if (value !== undefined) values.set(name, value);
  return name;
}

/** A value of a variable that is written out again elsewhere is that variable. */
function withoutValues(variables: SourceVariables, text: string): string {
  const found = [...variables.values].find(([, value]) => value.length >= SHORTEST && text.includes(value));
  if (found === undefined) return literal(text);
  const [name, value] = found;
  const at = text.indexOf(value);
  const rest = withoutValues(variables, text.slice(at + value.length));
  return `${withoutValues(variables, text.slice(0, at))}{env.${name}}${rest}`;
}

/** Shorter values occur everywhere. */
const SHORTEST = 6;

interface Reference {
  readonly env: string | undefined;
  readonly input: string | undefined;
  readonly whole: string;
}

function split(text: string): (string | Reference)[] {
  const parts: (string | Reference)[] = [];
  let end = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const [whole, braced, bare, input] = match;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ env: braced ?? bare, input, whole });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function isReference(value: string): boolean {
  return /^\$[A-Za-z_]\w*$/.test(value) || split(value).some((part) => typeof part !== 'string');
}

function upper(text: string): string {
  const name = text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .toUpperCase();
  return /^[A-Z]/.test(name) ? name : `X_${name}`;
}
