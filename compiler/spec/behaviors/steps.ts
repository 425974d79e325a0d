/** A behavior as its steps: the work itself, and the checks around it, each with its place below the behavior. */
import { type Json, type Schema, isMapping, ownMember, parseTemplate, wholeVariable } from '@haft/runtime/language';
import type { NodePath } from '../yaml/spec.ts';
import { ANY_JSON } from './output-shape.ts';
import type { PlacedName, PlacedProblem, PlacedStep, StepParts, TemplateUse, ToolContext } from './behavior.ts';
import { type Shape, byType, flag, map, number, text } from '../shape/build.ts';
import type { Behavior, CommandStep, HttpStep, OmitTable, ResultTable, TranslateTable } from '@haft/runtime';
import { PARAMETER_NAME } from '../shape/names.ts';

/** Parts of the language's shape that behaviors have in common. */
export const VARIABLES = 'Variables: {parameter}, {env.NAME}, {env.NAME|fallback}; {{ and }} are literal braces.';

export function translations(description: string): Shape<TranslateTable> {
  return map(description, map('From parameter value to sent value.', text('The text that is sent.')), PARAMETER_NAME);
}

export const translateShape = translations(
  'Maps values of a parameter (texts, numbers, true, false and null) to the values that the service or program expects; these may start with "-". A value that is not listed is sent unchanged.',
);

export const omitShape: Shape<OmitTable> = map(
  'Values that count as absent, by parameter, such as { label: "" }: what is built from the parameter is then omitted, as without the argument.',
  byType<OmitTable[string]>('The value.', {
    string: { schema: { type: 'string', description: 'The value.' } },
    number: number('The value.'),
    boolean: flag('The value.'),
  }),
  PARAMETER_NAME,
);

/** Whether a text is one parameter of a type; one that is not declared is reported by what looks at all templates. */
export function isParameterOf(type: Schema['type'], text: string, { parameters = {} }: ToolContext): boolean {
  const [name = '', ...more] = wholeVariable(parseTemplate(text))?.path ?? [];
  const parameter = ownMember(parameters, name);
  return name !== '' && name !== 'env' && more.length === 0 && (!parameter || parameter.type === type);
}

/** Parameters of `omit`, with their places. */
export function omittedNames(omit: OmitTable = {}): PlacedName[] {
  return Object.keys(omit).map((name) => ({ path: ['omit', name], name }));
}

/** What a step has that uses nothing. */
export const NO_PARTS: StepParts = {
  templates: [],
  connections: [],
  upstreams: [],
  databases: [],
  variables: [],
  translate: undefined,
  parameters: [],
  program: undefined,
  passesAll: false,
  typed: undefined,
  output: ANY_JSON,
  tests: [],
  details: [],
  lets: undefined,
  omit: undefined,
  mayBeCut: false,
};

/** Lists of steps: checks before the work, those after it that must find its effect, and statements of one transaction. */
export const STEP_KEYS = ['before', 'verify', 'steps'] as const;

type Checks<S> = { readonly [K in (typeof STEP_KEYS)[number]]?: readonly S[] };

/** The work first, then the checks. */
export function stepsOf<S extends object>(spec: S & Checks<S>, partsOf: (step: S) => StepParts): PlacedStep<S>[] {
  const checks = STEP_KEYS.flatMap((key) =>
    (spec[key] ?? []).map((step, index) => ({ path: [key, index], spec: step, parts: partsOf(step) })),
  );
  return [{ path: [], spec, parts: partsOf(spec) }, ...checks];
}

/** Those of `stepsOf` in the order in which a call takes them. */
export function inCallOrder([work, ...checks]: readonly PlacedStep[]): readonly PlacedStep[] {
  const isAfter = ({ path }: PlacedStep): boolean => path.includes('verify');
  return [...checks.filter((check) => !isAfter(check)), ...(work ? [work] : []), ...checks.filter(isAfter)];
}

/** The checks of a planned behavior: those before the work, then those after it. */
export function checksIn(behavior: Behavior): readonly ((CommandStep | HttpStep) & { readonly let?: ResultTable })[] {
  const { before = [], verify = [] } = behavior.kind === 'command' || behavior.kind === 'http' ? behavior : {};
  return [...before, ...verify];
}

/** Values that the work reads for nothing. */
export function idleLets({ let: lets, verify }: { readonly let?: object; readonly verify?: object }): PlacedProblem[] {
  if (lets === undefined || verify !== undefined) return [];
  const message = '`let` of the call itself is for the reads of `verify`, and there are none.';
  return [{ path: ['let'], part: 'key', message, hint: 'Add `verify`, or remove `let`.' }];
}

/** The checks around the work, each made into another form; no key where there are none. */
export function checksOf<S, T>(
  spec: { readonly [K in keyof Checks<S>]: Checks<S>[K] | undefined },
  toStep: (check: S) => T,
): Checks<T> {
  const entries = STEP_KEYS.flatMap((key) => (spec[key] ? [[key, spec[key].map(toStep)] as const] : []));
  return Object.fromEntries(entries);
}

/** The templates of a map or list. */
export function entries(
  base: NodePath,
  texts: Readonly<Record<string, string>> | readonly string[] | undefined,
): TemplateUse[] {
  const isList = Array.isArray(texts);
  return Object.entries(texts ?? {}).map(([key, text]) => ({ path: [...base, isList ? Number(key) : key], text }));
}

/** A text that may be absent, as a list. */
export function one(path: NodePath, text: string | undefined, more: Partial<TemplateUse> = {}): TemplateUse[] {
  return text === undefined ? [] : [{ path, text, ...more }];
}

/** A text that is nothing at all where one of several parts has no value. */
export function whole(path: NodePath, text: string | undefined): TemplateUse[] {
  return one(path, text, { inPath: text !== undefined && wholeVariable(parseTemplate(text)) === undefined });
}

/** `detail` of the cases of a list, or of a table of one case or several. */
export function detailsOf(base: NodePath, cases: object | undefined): PlacedName[] {
  return Object.entries(cases ?? {}).flatMap(([key, one]: [string, unknown]): PlacedName[] => {
    const path = [...base, Array.isArray(cases) ? Number(key) : key];
    if (Array.isArray(one)) return detailsOf(path, one);
    const { detail } = Object(one);
    return typeof detail === 'string' ? [{ path: [...path, 'detail'], name: detail }] : [];
  });
}

export function names(base: NodePath, list: readonly string[] | undefined): PlacedName[] {
  return (list ?? []).map((name, index) => ({ path: [...base, index], name }));
}

/** The templates of a JSON body: texts at any depth. */
export function bodyTemplates(path: NodePath, body: Json, inItem = false): TemplateUse[] {
  if (typeof body === 'string') return [{ path, text: body, inItem }];
  if (typeof body !== 'object' || body === null) return [];
  const mapping = isMapping(body);
  return Object.entries(body).flatMap(([key, value]) => {
    const step = Array.isArray(body) ? Number(key) : key;
    return bodyTemplates([...path, step], value, inItem || (mapping && key === 'as'));
  });
}
