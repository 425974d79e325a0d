/** What keeps a resource with a tool from being read: its arguments, its part of the result, and resources before it. */
import {
  type Schema,
  isElement,
  isUriTemplate,
  mainType,
  matchUri,
  ownMember,
  parsePointer,
  uriVariables,
} from '@haft/runtime/language';
import { type Sentence, say } from '../../base/sentence.ts';
import type { NodePath } from '../../spec/yaml/spec.ts';
import type { ResourceSpec } from '../documents/offers.ts';
import type { ToolSpec } from '../documents/tool.ts';
import { meantOr, unknownName } from './unknown-name.ts';

/** `path`: below the resource. */
type ResourceIssue = readonly [path: NodePath, message: string | Sentence, hint: string | Sentence, part?: 'key'];

/** Of the call that reads it. */
export function callIssues({ uri, pointer, complete = {} }: ResourceSpec, tool: ToolSpec): ResourceIssue[] {
  const variables = uriVariables(uri);
  const { name, parameters = {} } = tool;
  const hint = say`Parameters of "${name}": ${Object.keys(parameters).join(', ') || 'none'}.`;
  return [
    ...argumentProblems(variables, tool).map((message): ResourceIssue => [['uri'], message, hint]),
    ...(pointer === undefined ? [] : pointerIssues(pointer, tool)),
    ...Object.entries(complete).flatMap(([one, values]): ResourceIssue[] =>
      variables.includes(one)
        ? valueIssues(one, values, tool)
        : [[['complete', one], ...unknownName('variable', one, variables), 'key']],
    ),
  ];
}

function argumentProblems(
  variables: readonly string[],
  { name, parameters = {}, required = [], at_least_one: groups = [] }: ToolSpec,
): Sentence[] {
  const isGiven = (one: string): boolean => variables.includes(one);
  return [
    ...variables.flatMap((one) => variableProblem(one, ownMember(parameters, one), name)),
    ...required.filter((one) => !isGiven(one)).map((one) => say`Tool "${name}" requires "${one}".`),
    ...groups
      .filter((group) => !group.some(isGiven))
      .map((group) => say`Tool "${name}" requires one of ${group.map((one) => `"${one}"`).join(', ')}.`),
  ];
}

function variableProblem(name: string, schema: Schema | undefined, tool: string): Sentence[] {
  if (schema === undefined) return [say`Variable "${name}" is not a parameter of tool "${tool}".`];
  const fits = ['string', 'integer', 'number', undefined].includes(mainType(schema));
  return fits
    ? []
    : [say`Variable "${name}" is a text, but the parameter of tool "${tool}" is not a text or a number.`];
}

function pointerIssues(pointer: string, { name, returns }: ToolSpec): ResourceIssue[] {
  const missing = missingIn(returns, parsePointer(pointer) ?? []);
  if (!missing) return [];
  const { token, names } = missing;
  const message = say`Pointer "${pointer}" finds nothing: \`returns\` of tool "${name}" allows no "${token}" there.`;
  return [[['pointer'], message, meantOr(token, names, `Properties there: ${names.join(', ') || 'none'}.`)]];
}

/** The first name on the way that a closed object does not have; undefined where the schema leaves it open. */
function missingIn(
  returns: Schema | undefined,
  tokens: readonly string[],
): { readonly token: string; readonly names: readonly string[] } | undefined {
  let place = returns;
  for (const token of tokens) {
    if (place === undefined) return undefined;
    const { properties, additionalProperties: others, patternProperties, items }: Schema = place;
    const type = mainType(place);
    if (type === 'array') place = isElement(token) ? items : undefined;
    else if (type !== 'object' || properties === undefined) return undefined;
    else if (Object.hasOwn(properties, token)) place = properties[token];
    else return others === false && !patternProperties ? { token, names: Object.keys(properties) } : undefined;
  }
  return undefined;
}

/** Suggestions that the tool does not accept. */
function valueIssues(
  variable: string,
  values: readonly string[],
  { name, parameters = {} }: ToolSpec,
): ResourceIssue[] {
  const { enum: choices } = ownMember(parameters, variable) ?? {};
  if (choices === undefined) return [];
  const texts = choices.map(String);
  return [...values.entries()].flatMap(([at, value]): ResourceIssue[] => {
    // As the server reads the text of a number.
    if (texts.includes(value) || (/^-?\d+(?:\.\d+)?$/.test(value) && choices.includes(Number(value)))) return [];
    const message = say`Value "${value}" is not in the \`enum\` of parameter "${variable}" of tool "${name}".`;
    return [
      [['complete', variable, at], message, meantOr(value, texts, `Suggest some of ${texts.slice(0, 12).join(', ')}.`)],
    ];
  });
}

/** The first of the resources before it that takes all its URIs; those of files are found before any tool. */
export function takerOf({ uri }: ResourceSpec, before: readonly ResourceSpec[]): ResourceSpec | undefined {
  return before.find((one) => one.tool !== undefined && one.uri !== uri && takesAll(one.uri, uri));
}

/** Whether the template has every URI that `uri` is or has, as far as samples show. */
export function takesAll(template: string, uri: string): boolean {
  if (!isUriTemplate(template) || !uri.startsWith(template.slice(0, template.indexOf('{')))) return false;
  const own = sampleUris(template, uri).filter((one) => matchUri(uri, one));
  return own.length > 0 && own.every((one) => matchUri(template, one));
}

/** With values in which a variable of the template can end, and one in which none does; of two variables they differ. */
function sampleUris(template: string, uri: string): string[] {
  const neutral = [...'~zqxjkvwyZQXJKVWY'].find((one) => !(template + uri).includes(one));
  if (neutral === undefined) return [];
  const names = uriVariables(uri);
  const ends = [...template.matchAll(/\}([^{]+)/g)].map(([, end = '']) => end);
  const values = ['', ...ends].flatMap((end) => [
    () => end,
    (own: string) => end + own,
    (own: string) => own + end,
    (own: string) => own + end + own,
  ]);
  return values.map((valueFor) =>
    uri.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueFor(neutral.repeat(names.indexOf(name) + 1))),
  );
}
