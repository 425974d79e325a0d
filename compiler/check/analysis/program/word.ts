/** One element of an argument list, with what is known of it before a call. */
import { templateOf } from '../../../spec/behaviors/variables.ts';
import type { TranslateTable } from '@haft/runtime';
import { type Schema, type TemplateVariable, mainType, ownMember } from '@haft/runtime/language';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { isOrNull } from '../schemas/inner-schemas.ts';
import { RUNNERS, RUNNING_OPTIONS, RUNNING_REST, VALUED_LETTERS } from './runners.ts';

const MEANT: Readonly<Record<string, string>> = { shell: 'sh', comspec: 'cmd', interpreter: 'sh' };

export interface ArgvWord {
  readonly path: NodePath;
  /** Its literals and the fallbacks of the environment; a variable without one is the empty text. */
  readonly text: string;
  /** The literal text before the first parameter. */
  readonly lead: string;
  /** Names of environment variables without a fallback, which may reveal the program. */
  readonly env: readonly string[];
  /** The first parameter in it. */
  readonly parameter?: Variable;
  /** The first parameter whose value the model writes freely. */
  readonly free?: Variable;
  /** What the model writes freely in it has no letter: a pattern allows digits and points alone. */
  readonly isNumeral?: boolean;
  /** A call may leave it out: what follows moves up. */
  readonly mayVanish: boolean;
  /** A list: it may become several elements. */
  readonly many: boolean;
  /** It holds a list, alone or with other text. */
  readonly holdsList?: boolean;
  /** No check of a leading "-" protects it. */
  readonly unprotected?: boolean;
}

interface Variable {
  readonly name: string;
  /** With its braces, to point at it. */
  readonly word: string;
}

type Parameters = Pick<ToolSpec, 'parameters' | 'required'>;

export function wordOf(text: string, path: NodePath, tool: Parameters): ArgvWord {
  const { parts } = templateOf(text);
  const variables = parts.filter((part) => typeof part === 'object').filter(isParameter);
  const named = (one: TemplateVariable | undefined): Variable | undefined =>
    one && { name: one.path[0] ?? '', word: text.slice(one.offset, one.offset + one.length) };
  const written = variables.filter((one) => !isClosed(schemaOf(one, tool)));
  const [parameter, free] = [named(variables[0]), named(written[0])];
  const first = parts.findIndex((part) => typeof part === 'object' && isParameter(part));
  return {
    path,
    text: literalOf(parts),
    lead: literalOf(first < 0 ? parts : parts.slice(0, first)),
    env: parts.flatMap((part) =>
      typeof part === 'object' && !isParameter(part) && part.fallback === undefined ? part.path.slice(1) : [],
    ),
    ...(parameter && { parameter }),
    ...(free && { free }),
    isNumeral: written.every((one) => NUMERAL.test(schemaOf(one, tool)?.pattern ?? '')),
    mayVanish: variables.some((one) => mayBeAbsent(one, tool)),
    many: parts.length === 1 && variables.some((one) => isList(schemaOf(one, tool))),
    holdsList: variables.some((one) => isList(schemaOf(one, tool))),
  };
}

/** A word that the author wrote. */
export function literalWord(text: string, path: NodePath): ArgvWord {
  return { path, text, lead: text, env: [], mayVanish: false, many: false };
}

/**
 * The texts of the author that a template with one parameter can become: what its values are translated to, and the
 * values of a closed set inside other text. A value of the set alone is rejected when it starts with "-".
 */
export function textsOf(text: string, tool: Parameters, table: TranslateTable): readonly string[] {
  const { parts } = templateOf(text);
  const [variable, ...more] = parts.filter((part) => typeof part === 'object').filter(isParameter);
  if (!variable || more.length > 0 || variable.path.length > 1) return [];
  const translations = ownMember(table, variable.name) ?? {};
  const schema = schemaOf(variable, tool);
  const values = parts.length > 1 ? ((isList(schema) ? schema?.items : schema)?.enum ?? []) : [];
  const closed = values.map(String).filter((value) => !Object.hasOwn(translations, value));
  const filled = [...new Set([...Object.values(translations), ...closed])];
  return filled.map((value) => parts.map((part) => (part === variable ? value : literalOf([part]))).join(''));
}

/** Also one that may be null. */
function isList(schema: Schema | undefined): boolean {
  return schema !== undefined && mainType(schema) === 'array';
}

function isParameter({ path }: TemplateVariable): boolean {
  return path[0] !== 'env';
}

function literalOf(parts: readonly (string | TemplateVariable)[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : (part.fallback ?? ''))).join('');
}

/** `{filter.note}` is a property of the parameter. */
export function schemaOf(
  { path }: Pick<TemplateVariable, 'path'>,
  { parameters = {} }: Parameters,
): Schema | undefined {
  let properties: Readonly<Record<string, Schema>> = parameters;
  let schema: Schema | undefined;
  for (const name of path) {
    schema = ownMember(properties, name);
    properties = schema?.properties ?? {};
  }
  return schema;
}

const CLOSED_TYPES: ReadonlySet<unknown> = new Set(['boolean', 'integer', 'number', 'null']);

/** Whether every value is a number or written by the author, so that no text of the model is in it. */
function isClosed(schema: Schema | undefined): boolean {
  if (!schema) return false;
  if (schema.enum !== undefined || schema.const !== undefined) return true;
  if (isList(schema)) return isClosed(schema.items) && schema.prefixItems === undefined;
  return schema.type !== undefined && [schema.type].flat().every((type) => CLOSED_TYPES.has(type));
}

/** A pattern by which a value starts with a digit and has no letter: ^\d{4}-\d{2}$. */
const NUMERAL =
  /^\^(?:\\d|\[0-9\])(?:\+|\{\d+(?:,\d*)?\})?(?:(?:\\d|\[0-9\]|\\\.|[-:,])(?:[*+?]|\{\d+(?:,\d*)?\})?)*\$$/;

function mayBeAbsent(variable: TemplateVariable, tool: Parameters): boolean {
  const [root = '', ...rest] = variable.path;
  const schema = schemaOf(variable, tool);
  const hasValue = tool.required?.includes(root) === true || tool.parameters?.[root]?.default !== undefined;
  const empty = isList(schema) && (schema?.minItems ?? 0) < 1;
  // Optional members of an object are not followed: they count as left out.
  return !hasValue || rest.length > 0 || empty || isOrNull(schema);
}

/** A name in the tables, or the plain name of a program that is not listed. */
export function programName({ text, env }: ArgvWord): string {
  if (text === '.') return text;
  const base = (text.split(/[/\\]/).at(-1) ?? '').toLowerCase().replace(/(?<![\s.])[\s.]+$/, '');
  if (base === 'command.com') return 'cmd';
  if (base === '') return namedByVariable(env);
  const name = base.replace(/\.(?:exe|com|cmd|bat|ps1)$/, '');
  // "python3.11" is python, "pwsh-preview" is pwsh, "gtar" is tar.
  const plain = name.replace(/[-_]?(?:(?<!\d)\d[\w.]*|preview|lts)$/, '');
  return [name, plain, name.replace(/^g/, ''), plain.replace(/^g/, '')].find(isKnown) ?? name;
}

/** The names of {env.SHELL} and {env.PYTHON_BIN} tell what they hold. */
function namedByVariable(names: readonly string[]): string {
  const pieces = names.flatMap((name) => name.toLowerCase().split('_'));
  return pieces.map((piece) => MEANT[piece] ?? piece).find(isKnown) ?? '';
}

function isKnown(name: string): boolean {
  return (
    RUNNERS.has(name) || [RUNNING_OPTIONS, RUNNING_REST, VALUED_LETTERS].some((table) => Object.hasOwn(table, name))
  );
}
