/** Every name in a behavior is declared: connections, variables, environment, results. */
import {
  type BehaviorProblem,
  type PlacedName,
  type PlacedProblem,
  type StepParts,
  type TemplateUse,
  below,
} from '../../../spec/behaviors/behavior.ts';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import { type Schema, type SchemaType, mainType, nearest } from '@haft/runtime/language';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { checkTemplate } from '../../analysis/binding/check-template.ts';
import { names } from '../../../spec/behaviors/steps.ts';
import { upstreamTemplates, upstreamVariables } from '../../../spec/behaviors/upstreams.ts';
import { connectionTemplates, programTemplates } from '../../analysis/binding/template-use.ts';
import { isOrNull } from '../../analysis/schemas/inner-schemas.ts';
import { rule } from '../../rule.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { unknownName } from '../../analysis/unknown-name.ts';
import type { ResultRule, ResultSource, ResultTable, Slice } from '@haft/runtime';

/** Checks that `result:` and `returns:` name the same properties, and that every result rule has one source. */
const SOURCES = ['pointer', 'each', 'first', 'header', 'argument', 'value', 'length', 'note'] as const;

export const bindingComplete = rule({
  id: 'server/binding-complete',
  subject: 'server',
  severity: 'error',
  locked: true,
  says: 'Every name in a behavior must be declared: connections, variables, environment, results.',
  why: 'An undeclared variable would send a request without the user’s input, and the model would trust the response.',
  source: 'EXT §7 (a tool is listed but the call fails)',
  good: [
    'connections: { shop: { base_url: "https://shop.example/{env.SHOP_PATH|v1}" } }\nenv: { SHOP_PATH: { description: Version of the shop. } }',
    'connections: { shop: { base_url: "https://shop.example", headers: { Accept: "text/{{plain}}" } } }',
  ],
  bad: [
    'connections: { shop: { base_url: "https://shop.example/{env.SHOP_PTH}" } }\nenv: { SHOP_PATH: { description: Version of the shop. } }',
    'connections: { shop: { base_url: "https://shop.example/{query}" } }',
  ],
  check(server, report) {
    for (const { path, message, hint, word } of sharedProblems(server.spec)) report(path, message, hint, { word });
    for (const tool of server.tools) {
      for (const { path, message, hint, word, part } of toolProblems(tool.spec, server.spec))
        report(path, message, hint, { on: tool, word, ...(part && { part }) });
    }
  },
});

/** Of what several tools use. */
function sharedProblems(server: ServerSpec): PlacedProblem[] {
  const { connections = {}, programs = {}, upstreams = {}, env } = server;
  const declared = (used: readonly PlacedName[]): PlacedProblem[] => undeclared(used, 'environment variable', env);
  const templates = (uses: readonly TemplateUse[]): PlacedProblem[] => templateProblems(uses, server, undefined);
  return [
    ...Object.entries(connections).flatMap(([name, one]) =>
      below(['connections', name], templates(connectionTemplates(one))),
    ),
    ...Object.entries(programs).flatMap(([name, one]) =>
      below(['programs', name], [...declared(names(['env'], one.env)), ...templates(programTemplates(one))]),
    ),
    ...Object.entries(upstreams).flatMap(([name, one]) =>
      below(['upstreams', name], [...declared(upstreamVariables(one)), ...templates(upstreamTemplates(one))]),
    ),
  ];
}

function toolProblems(tool: ToolSpec, server: ServerSpec): PlacedProblem[] {
  return behaviorsOf(tool).flatMap(({ key, steps, result, problems }) => [
    ...steps.flatMap(({ path, parts }) => below(path, stepProblems(parts, tool, server))),
    ...(result ? checkResult(result, tool, [key, 'result']) : []),
    ...problems,
  ]);
}

function stepProblems(
  { connections, upstreams, variables, parameters, templates, translate }: StepParts,
  tool: ToolSpec,
  server: ServerSpec,
): PlacedProblem[] {
  return [
    ...undeclared(connections, 'connection', server.connections),
    ...undeclared(upstreams, 'upstream', server.upstreams),
    ...undeclared(variables, 'environment variable', server.env),
    ...undeclared(parameters, 'parameter', tool.parameters),
    ...templateProblems(templates, server, tool, translate),
    ...translateProblems(translate, tool),
  ];
}

function undeclared(used: readonly PlacedName[], what: string, declared: object = {}): PlacedProblem[] {
  const declaredNames = Object.keys(declared);
  return used
    .filter(({ name }) => !declaredNames.includes(name))
    .map(({ path, name }) => unknown(path, what, name, declaredNames));
}

function templateProblems(
  uses: readonly TemplateUse[],
  server: ServerSpec,
  tool: ToolSpec | undefined,
  translate?: StepParts['translate'],
): PlacedProblem[] {
  return uses.flatMap((use) => {
    return checkTemplate(use, { env: server.env, tool, translate }).map((problem) => ({ ...problem, path: use.path }));
  });
}

/** A value that the parameter cannot have would never be translated. */
function translateProblems(table: StepParts['translate'], tool: ToolSpec): PlacedProblem[] {
  const parameters = Object.keys(tool.parameters ?? {});
  return Object.entries(table ?? {}).flatMap(([name, values]) => {
    if (!parameters.includes(name)) return [unknown(['translate', name], 'parameter', name, parameters)];
    const allowed = valuesOf(tool.parameters?.[name]);
    const strange = allowed.length === 0 ? [] : Object.keys(values).filter((value) => !allowed.includes(value));
    return strange.map((value): PlacedProblem => {
      const [, hint] = unknownName('value', value, allowed);
      return {
        path: ['translate', name, value],
        part: 'key',
        message: `"${value}" is not a value of "${name}".`,
        hint,
      };
    });
  });
}

/** The values of a closed set, as texts; none where the set is open. */
function valuesOf(schema: Schema | undefined): readonly string[] {
  const { items, enum: values } = schema ?? {};
  const type = schema && mainType(schema);
  const more = isOrNull(schema) && !values?.includes(null) ? ['null'] : [];
  if (type === 'array') return listOrNone(valuesOf(items), more);
  if (values)
    return listOrNone(
      values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
      more,
    );
  return listOrNone(type === 'boolean' ? ['true', 'false'] : [], more);
}

function listOrNone(values: readonly string[], more: readonly string[]): readonly string[] {
  return values.length === 0 ? [] : [...values, ...more];
}

function unknown(path: NodePath, what: string, name: string, declaredNames: readonly string[]): PlacedProblem {
  const [message, hint] = unknownName(what, name, declaredNames);
  return { path, message, hint };
}

/** `base` is the path of `result:` below the tool. */
function checkResult(table: ResultTable, tool: ToolSpec, base: NodePath): PlacedProblem[] {
  return [
    ...checkTable(table, tool.returns, tool, base),
    ...noteProblems(table, tool, base),
    ...missing(table, tool.returns).map((name) => ({
      path: base,
      message: `\`returns\` requires "${name}", but \`result\` has no source for it.`,
      hint: `Add "${name}" here, or remove it from \`required\` of \`returns\`.`,
    })),
  ];
}

/** A note is at the top of the result, and only where something can be left out. */
function noteProblems(table: ResultTable, { returns }: ToolSpec, base: NodePath): PlacedProblem[] {
  const notes = Object.keys(table).filter((name) => isNote(table[name]));
  const required = notes.filter((name) => returns?.required?.includes(name));
  return [
    ...placesOf(table, base, (rule) => 'note' in rule && rule)
      .filter(({ path }) => path.length > base.length + 1)
      .map(({ path }) => ({
        path,
        message: 'A `note` is only allowed at the top level of `result`.',
        hint: 'Move it to a separate property, such as note: { note: There is more. }.',
      })),
    ...(notes.length > 0 ? [] : placesOf(table, base, (rule) => 'limit' in rule && rule)).map(({ path }) => ({
      path: [...path, 'limit'],
      message: 'This `limit` can leave something out, but `result` has no `note`.',
      hint: 'Add a property with a note: note: { note: There is more; narrow the search. }.',
    })),
    ...required.map((name) => ({
      path: [...base, name],
      message: `\`returns\` requires "${name}", but a \`note\` is absent when nothing is left out.`,
      hint: `Remove "${name}" from \`required\` of \`returns\`.`,
    })),
  ];
}

function isNote(rule: ResultRule | undefined): boolean {
  return typeof rule === 'object' && 'note' in rule;
}

/** The rules in a table, at every depth, that a test picks. */
function placesOf(table: ResultTable, base: NodePath, picks: (rule: object) => unknown): { path: NodePath }[] {
  const inRule = (rule: ResultRule, path: NodePath): { path: NodePath }[] => {
    if (typeof rule === 'string') return [];
    return [
      ...(picks(rule) ? [{ path }] : []),
      ...('fields' in rule ? placesOf(rule.fields ?? {}, [...path, 'fields'], picks) : []),
      ...('item' in rule ? inRule(rule.item, [...path, 'item']) : []),
      ...('first' in rule ? rule.first.flatMap((one, at) => inRule(one, [...path, 'first', at])) : []),
    ];
  };
  return Object.entries(table).flatMap(([name, rule]) => inRule(rule, [...base, name]));
}

function missing(table: ResultTable, returns: Schema | undefined): string[] {
  return (returns?.required ?? []).filter((name) => !Object.hasOwn(table, name));
}

function checkTable(table: ResultTable, schema: Schema | undefined, tool: ToolSpec, base: NodePath): PlacedProblem[] {
  return Object.entries(table).flatMap(([name, rule]) => {
    const path = [...base, name];
    const declaredNames = Object.keys(schema?.properties ?? {});
    const inner = declaredNames.includes(name) ? schema?.properties?.[name] : undefined;
    if (schema?.properties && !inner) return [{ path, ...undeclaredProperty(name, declaredNames) }];
    return checkRule(rule, inner, tool, path);
  });
}

function undeclaredProperty(name: string, declaredNames: readonly string[]): BehaviorProblem {
  const guess = nearest(name, declaredNames);
  return {
    message: `\`result\` sets "${name}", which \`returns\` does not declare.`,
    hint: guess ? `Did you mean "${guess}"?` : `Declare "${name}" under \`properties\` of \`returns\`.`,
  };
}

function checkRule(rule: ResultRule, schema: Schema | undefined, tool: ToolSpec, path: NodePath): PlacedProblem[] {
  if (typeof rule === 'string') return [];
  const sources = SOURCES.filter((source) => source in rule);
  // A map of properties needs no pointer.
  if (sources.length !== 1 && !(sources.length === 0 && 'fields' in rule)) {
    const what = sources.length === 0 ? 'no source' : `${sources.length} sources: ${sources.join(', ')}`;
    return [{ path, message: `This result rule has ${what}.`, hint: `Use exactly one of ${SOURCES.join(', ')}.` }];
  }
  return [...checkSource(rule, schema, tool, path), ...checkSlice(rule.slice, tool, [...path, 'slice'])];
}

function checkSource(rule: ResultSource, schema: Schema | undefined, tool: ToolSpec, path: NodePath): PlacedProblem[] {
  if ('argument' in rule) return namesParameter(rule.argument, tool, [...path, 'argument']);
  if (!('pointer' in rule) && 'suffix' in rule)
    return [
      { path, message: '`suffix` needs `pointer`.', hint: 'Add a pointer to the map that contains the property.' },
    ];
  if ('first' in rule) return rule.first.flatMap((one, at) => checkRule(one, schema, tool, [...path, 'first', at]));
  if (!('each' in rule)) return 'fields' in rule ? checkTable(rule.fields, schema, tool, [...path, 'fields']) : [];
  if ('fields' in rule === 'item' in rule) {
    const message = 'item' in rule ? '`each` has both `fields` and `item`.' : '`each` needs `fields` or `item`.';
    const hint = 'Write fields: { title: /title } for a list of maps, or item: /title for a list of texts.';
    return [{ path, message, hint }];
  }
  if ('item' in rule) return checkRule(rule.item, schema?.items, tool, [...path, 'item']);
  return checkTable(rule.fields, schema?.items, tool, [...path, 'fields']);
}

function checkSlice(slice: Slice | undefined, tool: ToolSpec, path: NodePath): PlacedProblem[] {
  if (!slice) return [];
  return (['start', 'length'] as const).flatMap((side) =>
    namesParameter(slice[side], tool, [...path, side], 'integer'),
  );
}

function namesParameter(name: string, tool: ToolSpec, path: NodePath, type?: SchemaType): PlacedProblem[] {
  const parameters = tool.parameters ?? {};
  const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (!parameter) {
    const [, hint] = unknownName('parameter', name, Object.keys(parameters));
    return [{ path, message: `"${name}" is not a parameter of tool "${tool.name}".`, hint }];
  }
  if (type === undefined || parameter.type === type) return [];
  return [
    {
      path,
      message: `Parameter "${name}" has type ${[parameter.type ?? 'any'].flat().join(' or ')}, expected ${type}.`,
      hint: `Use a parameter of type ${type}.`,
    },
  ];
}
