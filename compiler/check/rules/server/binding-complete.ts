/** Every name in a behavior is declared: connections, variables, environment, results. */
import type { OmitTable } from '@haft/runtime';
import { inCallOrder } from '../../../spec/behaviors/steps.ts';
import {
  type PlacedName,
  type PlacedProblem,
  type PlacedStep,
  type StepParts,
  type TemplateUse,
  below,
} from '../../../spec/behaviors/behavior.ts';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import { type Schema, mainType } from '@haft/runtime/language';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { resultProblems } from '../../analysis/binding/result-sources.ts';
import { callNameProblems } from '../../analysis/binding/call-names.ts';
import { checkTemplate } from '../../analysis/binding/check-template.ts';
import { environmentNames } from '../../../spec/behaviors/program-environment.ts';
import { environmentProblems } from '../../../spec/behaviors/command-step.ts';
import { databaseProblems, databaseTemplates } from '../../../spec/behaviors/databases.ts';
import { upstreamTemplates, upstreamVariables } from '../../../spec/behaviors/upstreams.ts';
import { connectionTemplates, programTemplates } from '../../analysis/binding/template-use.ts';
import { isOrNull } from '../../analysis/schemas/inner-schemas.ts';
import { memoizeByParts } from '../../../base/memo.ts';
import { reportProblems, rule } from '../../rule.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { unknownName } from '../../analysis/unknown-name.ts';

const guarded = (keys: string): string => `transports: [http]
auth: { issuer: "https://login.shop.example", headers: { X-Shop-Key: { description: Key of the shop. } } }
connections: { shop: { base_url: "https://shop.example", ${keys} } }`;

export const bindingComplete = rule({
  id: 'server/binding-complete',
  severity: 'error',
  locked: true,
  says: 'Every name in a behavior must be declared: connections, variables, environment, results.',
  why: 'An undeclared variable would send a request without the user’s input, and the model would trust the response.',
  source: 'EXT §7 (a tool is listed but the call fails)',
  good: [
    'connections: { shop: { base_url: "https://shop.example/{env.SHOP_PATH|v1}" } }\nenv: { SHOP_PATH: { description: Version of the shop. } }',
    'connections: { shop: { base_url: "https://shop.example", headers: { Accept: "text/{{plain}}" } } }',
    guarded('headers: { X-Shop-Key: "{caller.header.X-Shop-Key}" }'),
  ],
  bad: [
    'connections: { shop: { base_url: "https://shop.example/{env.SHOP_PTH}" } }\nenv: { SHOP_PATH: { description: Version of the shop. } }',
    'connections: { shop: { base_url: "https://shop.example/{query}" } }',
    guarded('headers: { X-Shop-Key: "{caller.header.X-Shop-Kay}" }'),
    guarded('auth: { basic: { user: shop, password: "{caller.header.X-Shop-Key}" } }'),
  ],
  check(server, report) {
    for (const { part: _part, ...problem } of sharedProblems(server.spec)) reportProblems([problem], report);
    for (const tool of server.tools)
      reportProblems(toolProblems({ tool: tool.spec, server: server.spec }), report, [], tool);
  },
});

/** Of what several tools use. */
function sharedProblems(server: ServerSpec): PlacedProblem[] {
  const { connections = {}, programs = {}, databases = {}, upstreams = {}, env } = server;
  const declared = (used: readonly PlacedName[]): PlacedProblem[] => undeclaredNames(used, 'environment variable', env);
  const templates = (uses: readonly TemplateUse[]): PlacedProblem[] => templateProblems(uses, server, undefined);
  return [
    ...Object.entries(connections).flatMap(([name, one]) =>
      below(['connections', name], templates(connectionTemplates(one))),
    ),
    ...Object.entries(programs).flatMap(([name, one]) =>
      below(
        ['programs', name],
        [...declared(environmentNames(one.env)), ...environmentProblems(one.env), ...templates(programTemplates(one))],
      ),
    ),
    ...Object.entries(databases).flatMap(([name, one]) =>
      below(['databases', name], [...templates(databaseTemplates(one)), ...databaseProblems(one)]),
    ),
    ...Object.entries(upstreams).flatMap(([name, one]) =>
      below(['upstreams', name], [...declared(upstreamVariables(one)), ...templates(upstreamTemplates(one))]),
    ),
  ];
}

/** What a behavior can name of its server. */
type Declarations = Pick<ServerSpec, 'connections' | 'upstreams' | 'databases' | 'env' | 'auth'>;

const toolProblems = memoizeByParts(
  ({ tool, server: { connections, upstreams, databases, env, auth } }: DeclaredTool) => [
    tool,
    connections,
    upstreams,
    databases,
    env,
    auth,
  ],
  ({ tool, server }): readonly PlacedProblem[] => [
    ...callNameProblems(tool, server),
    ...behaviorsOf(tool).flatMap(({ key, steps, result, problems }) => {
      const ordered = inCallOrder(steps);
      const ofSteps = steps.flatMap((step) => {
        const stepTool = toolAt(tool, valuesBefore(ordered, step.path), steps[0]?.parts.omit);
        return [...below(step.path, stepProblems(step.parts, stepTool, server)), ...letProblems(step, stepTool)];
      });
      const mayBeCut = steps.some(({ parts }) => parts.mayBeCut);
      const results = result && withValues(tool, valuesBefore(ordered, [key]));
      return [...ofSteps, ...(results ? resultProblems(result, results, [key, 'result'], mayBeCut) : []), ...problems];
    }),
  ],
);

interface DeclaredTool {
  readonly tool: ToolSpec;
  readonly server: Declarations;
}

/** The tool as templates of a step see it: with what the checks before it have read, and what can be omitted as optional. */
function toolAt(tool: ToolSpec, names: readonly string[], omit: OmitTable = {}): ToolSpec {
  if (names.length === 0 && Object.keys(omit).length === 0) return tool;
  const parameters = Object.entries(tool.parameters ?? {}).map(([name, schema]) => {
    const { default: _preset, ...rest } = schema;
    return [name, Object.hasOwn(omit, name) ? rest : schema] as const;
  });
  return {
    ...tool,
    parameters: withValues({ parameters: Object.fromEntries(parameters) }, names).parameters,
    required: [...(tool.required ?? []).filter((name) => !Object.hasOwn(omit, name)), ...names],
  };
}

/** Names of the values that the steps before one have read; `path` is that of the step below the tool. */
function valuesBefore(ordered: readonly PlacedStep[], path: NodePath): string[] {
  if (ordered.every(({ parts }) => parts.lets === undefined)) return [];
  const at = ordered.findIndex((one) => one.path.join() === path.join());
  return ordered.slice(0, at).flatMap(({ parts }) => Object.keys(parts.lets ?? {}));
}

/** Values that were read are named like parameters. */
function withValues<T extends Pick<ToolSpec, 'parameters'>>(
  tool: T,
  names: readonly string[],
): T & Pick<ToolSpec, 'parameters'> {
  if (names.length === 0) return tool;
  return { ...tool, parameters: { ...Object.fromEntries(names.map((name) => [name, {}])), ...tool.parameters } };
}

function letProblems({ path, parts: { lets, mayBeCut } }: PlacedStep, tool: ToolSpec): PlacedProblem[] {
  if (!lets) return [];
  const clashes = Object.keys(lets).filter((name) => TAKEN.has(name) || Object.hasOwn(tool.parameters ?? {}, name));
  return [
    ...resultProblems(
      lets,
      { name: tool.name, ...(tool.parameters && { parameters: tool.parameters }) },
      [...path, 'let'],
      mayBeCut,
    ),
    ...clashes.map((name): PlacedProblem => ({
      path: [...path, 'let', name],
      part: 'key',
      message: `"${name}" is already the name of a parameter, of an earlier value or of Haft.`,
      hint: `Choose another name, such as found_${name}.`,
    })),
  ];
}

const TAKEN: ReadonlySet<string> = new Set(['env', 'item', 'response']);

function stepProblems(
  { connections, upstreams, databases, variables, parameters, templates, translate }: StepParts,
  tool: ToolSpec,
  server: Declarations,
): PlacedProblem[] {
  return [
    ...undeclaredNames(connections, 'connection', server.connections),
    ...undeclaredNames(upstreams, 'upstream', server.upstreams),
    ...undeclaredNames(databases, 'database', server.databases),
    ...undeclaredNames(variables, 'environment variable', server.env),
    ...undeclaredNames(parameters, 'parameter', tool.parameters),
    ...templateProblems(templates, server, tool, translate),
    ...translateProblems(translate, tool),
  ];
}

function undeclaredNames(used: readonly PlacedName[], what: string, declared: object = {}): PlacedProblem[] {
  if (used.length === 0) return [];
  const declaredNames = Object.keys(declared);
  return used
    .filter(({ name }) => !declaredNames.includes(name))
    .map(({ path, name }) => unknown(path, what, name, declaredNames));
}

function templateProblems(
  uses: readonly TemplateUse[],
  server: Declarations,
  tool: ToolSpec | undefined,
  translate?: StepParts['translate'],
): PlacedProblem[] {
  return uses.flatMap((use) => {
    return checkTemplate(use, { env: server.env, auth: server.auth, tool, translate }).map((problem) => ({
      ...problem,
      path: use.path,
    }));
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
