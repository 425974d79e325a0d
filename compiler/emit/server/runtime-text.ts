/** The part of the runtime that a server needs, as text: the pieces of its modules, and the call that starts it. */
import { entriesOf } from '../../base/json.ts';
import { memoizeText } from '../../base/memo.ts';
import { wordSet } from '../../base/word-lists.ts';
import { isProved } from '../../spec/behaviors/credentials.ts';
import { STEP_KEYS, checksIn } from '../../spec/behaviors/steps.ts';
import type { Behavior, ConnectionAuth, HandlerProgram, HttpBehavior, HttpStep, ResultTable } from '@haft/runtime';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import { hasImportedKeywords, schemasOf } from '../../plan/schemas.ts';
import { compareText } from '../../base/diagnostic.ts';
import { placedTools } from './listed-tools.ts';
import { asksUsers, namesUsers, passesQuestions, usesCallers } from './descriptor.ts';
import { completes } from './offers.ts';
import { hasView } from './views.ts';
import { handlerFiles } from './handler-imports.ts';
import { DRIVERS } from './drivers.generated.ts';
import { NAMES, PIECES, ROOTS } from './standalone.generated.ts';

/** An optional module of the runtime (`runtime/modules.ts`). */
export type RuntimeModule = keyof typeof NAMES;

type BehaviorModule = `${Behavior['kind']}Tools`;

/** What makes a server need each other module; a module without a line here does not compile. */
const NEEDED: Readonly<Record<Exclude<RuntimeModule, BehaviorModule>, (server: ServerPlan) => boolean>> = {
  httpTokens: ({ connections }) => Object.values(connections).some(({ auth }) => auth && auth.basic === undefined),
  logins: (server) => credentialsOf(server).some(({ login }) => login),
  clientProofs: (server) => credentialsOf(server).some(isProved),
  exchanges: (server) => credentialsOf(server).some(({ exchange }) => exchange),
  upstreamExchanges: ({ upstreams = {} }) => Object.values(upstreams).some(({ auth }) => auth?.exchange),
  upstreamTokens: ({ upstreams = {} }) => Object.values(upstreams).some(({ auth }) => auth),
  httpLogin: ({ connections }) =>
    Object.values(connections).some(({ auth, base_url }) => auth?.basic ?? /[{@]/.test(base_url)),
  httpContent: (server) =>
    httpSteps(server).some(({ json, text, form }) => [json, text, form].some((body) => body !== undefined)),
  httpForms: (server) => httpSteps(server).some(hasForm),
  httpModes: (server) => httpSteps(server).some((step) => step.response ?? ('redirect' in step && step.redirect)),
  httpMultipart: (server) => httpSteps(server).some(({ multipart }) => multipart),
  httpBytes: (server) => httpOf(server).some(({ response }) => response === 'bytes'),
  httpPaging: (server) => httpOf(server).some(({ paging }) => paging),
  httpPoll: (server) => httpOf(server).some(({ poll }) => poll),
  authorsFailures: ({ connections, databases = {}, tools }) =>
    [
      ...Object.values(connections),
      ...Object.values(databases),
      ...tools.flatMap(({ behavior }) => [behavior, ...programsOf(behavior)]),
    ].some((one) => hasKey(one, CASES)),
  translations: ({ tools }) => tools.some(({ behavior }) => hasKey(behavior, ['translate'])),
  programFiles: ({ tools }) => tools.some(({ behavior }) => hasKey(behavior, ['output_file'])),
  programProgress: ({ tools }) => tools.some(({ behavior }) => hasKey(behavior, ['progress'])),
  results: ({ tools }) => tables(tools).some((table) => Object.values(table).some((rule) => typeof rule !== 'string')),
  readings: ({ tools }) => tables(tools).some((table) => hasDeep(table, 'as')),
  secrets: ({ env, transports, tools }) =>
    Object.keys(env).length > 0 || transports.some((transport) => transport !== 'stdio') || tools.some(isHandled),
  postgres: ({ databases = {} }) => Object.values(databases).some(({ kind }) => kind === 'postgres'),
  mysql: ({ databases = {} }) => Object.values(databases).some(({ kind }) => kind === 'mysql'),
  sqlite: ({ databases = {} }) => Object.values(databases).some(({ kind }) => kind === 'sqlite'),
  progress: (server) =>
    server.tools.some(
      ({ behavior }) => behavior.kind === 'handler' || behavior.kind === 'mcp' || 'progress' in behavior,
    ) ||
    httpOf(server).some(({ paging, poll }) => paging ?? poll) ||
    passes(server),
  handlerRequests: ({ connections, tools }) => Object.keys(connections).length > 0 && tools.some(isHandled),
  handlerPrograms: ({ tools }) => tools.some(({ behavior }) => programsOf(behavior).length > 0),
  handlerFolders: ({ tools }) => tools.some(({ behavior }) => 'folders' in behavior),
  origins: (server) => handlerFiles(server).length > 0,
  patterns: (server) => schemasOf(server).some(hasPattern),
  importedKeywords: hasImportedKeywords,
  coercion: ({ coerce }) => coerce,
  groups: ({ tools }) => tools.some((tool) => tool.at_least_one),
  toolLimits: ({ limits, tools }) => limits.result_bytes !== undefined || tools.some((tool) => tool.limits),
  rawResults: ({ tools }) => tools.some(({ results }) => results === 'raw'),
  passing: passes,
  passedQuestions: passesQuestions,
  skills: ({ skills }) => skills !== undefined,
  views: ({ tools }) => tools.some(hasView),
  prompts: ({ prompts }) => prompts !== undefined,
  resources: ({ resources }) => resources !== undefined,
  completion: completes,
  asking: asksUsers,
  auth: ({ auth }) => auth !== undefined,
  users: (server) => namesUsers(server) || usesCallers(server),
  callers: usesCallers,
  introspection: ({ auth }) => auth?.introspection !== undefined,
  http: ({ transports }) => transports.some((transport) => transport !== 'stdio'),
  sse: ({ transports }) => transports.includes('sse'),
};

/** The modules that a server needs, in the order in which `start` gets them. */
export function modulesOf(server: ServerPlan): RuntimeModule[] {
  // A behavior without a module in `runtime/modules.ts` does not compile.
  const kinds = new Set(placedTools(server).map(({ tool }): RuntimeModule => `${tool.behavior.kind}Tools`));
  const others = entriesOf(NEEDED).filter(([, isNeeded]) => isNeeded(server));
  return [...[...kinds].toSorted(compareText), ...others.map(([name]) => name)];
}

/** Serves `HAFT_SERVER` with `HAFT_HANDLERS`, constants that are declared before it, as those of drivers; contains no text of other modules. */
export function runtimeText(modules: readonly RuntimeModule[]): string {
  return `${piecesOf(['start'], modules)}void ${ROOTS.start}(HAFT_SERVER,HAFT_HANDLERS,[${moduleNames(modules)}]);\n`;
}

/** What adapts opened tools, each with its name in the pieces. */
export const ADAPTERS: readonly (readonly [name: string, local: string])[] = Object.entries(ROOTS).filter(([name]) =>
  /^to[A-Z]/.test(name),
);

/** Exports `open` of the same constants, and the adapters. */
export function inProcessText(all: readonly RuntimeModule[]): string {
  const modules = withoutWire(all);
  const exported = ADAPTERS.map(([name, local]) => `${local} as ${name}`);
  const roots = ['open', ...ADAPTERS.map(([name]) => name)];
  return `${piecesOf(roots, modules)}export const open = (options) => ${ROOTS.open}(HAFT_SERVER,HAFT_HANDLERS,[${moduleNames(modules)}],options);
export { ${exported.join(', ')} };\n`;
}

/** A program that makes one call of the same constants; `isLarge`: it searches its tools. */
export function programText(all: readonly RuntimeModule[], isLarge: boolean): string {
  const modules = withoutWire(all);
  const { commandLine, indexTools, formsOnTerminal } = ROOTS;
  const parts = [
    ...(isLarge ? [['indexTools', `search:${indexTools}`]] : []),
    ...(modules.includes('asking') ? [['formsOnTerminal', `forms:${formsOnTerminal}`]] : []),
  ];
  const roots = ['open', 'commandLine', ...parts.map(([root = '']) => root)];
  const own = parts.length > 0 ? `,{${parts.map(([, member]) => member).join()}}` : '';
  return `${piecesOf(roots, modules)}void ${commandLine}(HAFT_SERVER,HAFT_HANDLERS,[${moduleNames(modules)}]${own});\n`;
}

/** Exports what a platform calls of the same constants, without what listens on `node:http`. */
export function platformText(root: 'worker' | 'lambda', all: readonly RuntimeModule[]): string {
  // The token that guards it is a secret, whatever its spec has.
  const modules = [...new Set([...all, 'secrets' as const])].filter((name) => name !== 'http' && name !== 'sse');
  const call = `${ROOTS[root]}(HAFT_SERVER,HAFT_HANDLERS,[${moduleNames(modules)}])`;
  const exported = root === 'worker' ? `export default ${call}` : `export const handler = ${call}`;
  // What a start and an opening share is in pieces of both.
  return `${piecesOf(['open', root], modules)}${exported};\n`;
}

/** Those that only a client of MCP uses. */
const WIRE = wordSet('http sse auth introspection skills views prompts resources completion passing findTools');

function withoutWire(modules: readonly RuntimeModule[]): RuntimeModule[] {
  return modules.filter((name) => !WIRE.has(name));
}

/** The pieces that these roots and modules reach: the same text for most servers of a project. */
function piecesOf(roots: readonly string[], modules: readonly RuntimeModule[]): string {
  return textOfPieces([...roots, ...modules].join(' '));
}

const textOfPieces = memoizeText((names) => {
  const wanted = new Set(names.split(' '));
  return PIECES.filter(([those]) => those.some((name) => wanted.has(name)))
    .map(([, text]) => text)
    .join('');
});

function moduleNames(modules: readonly RuntimeModule[]): string {
  const names = modules.map((name): string => NAMES[name]);
  return (driversOf(modules).length === 0 ? names : [...names, '{drivers:HAFT_DRIVERS}']).join();
}

/** The drivers of databases as functions: V8 compiles one when it is called first. */
export function driversText(modules: readonly RuntimeModule[]): string {
  const drivers = driversOf(modules);
  if (drivers.length === 0) return '';
  return `const HAFT_DRIVERS = {\n${drivers.map(([kind, text]) => `${kind}: ${text},\n`).join('')}};\n`;
}

function driversOf(modules: readonly string[]): [kind: string, text: string][] {
  return Object.entries(DRIVERS).filter(([kind]) => modules.includes(kind));
}

/** Of its connections and upstreams. */
function credentialsOf({ connections, upstreams = {} }: ServerPlan): readonly ConnectionAuth[] {
  return [...Object.values(connections), ...Object.values(upstreams)].flatMap(({ auth }) => auth ?? []);
}

function isHandled({ behavior }: ToolPlan): boolean {
  return behavior.kind === 'handler';
}

/** Those that a handler may run. */
function programsOf(behavior: Behavior): readonly HandlerProgram[] {
  return behavior.kind === 'handler' ? Object.values(behavior.programs ?? {}) : [];
}

/** What clients request; questions are asked of them. */
function passes({ upstreams = {} }: ServerPlan): boolean {
  return Object.values(upstreams).some(({ pass = [] }) => pass.some((one) => one !== 'elicitation'));
}

function httpOf({ tools }: ServerPlan): HttpBehavior[] {
  return tools.flatMap(({ behavior }) => (behavior.kind === 'http' ? [behavior] : []));
}

function httpSteps(server: ServerPlan): (HttpBehavior | HttpStep)[] {
  return httpOf(server).flatMap((work) => [work, ...(work.before ?? []), ...(work.verify ?? [])]);
}

function hasForm({ form, style, query = {} }: HttpStep): boolean {
  return (form ?? style) !== undefined || Object.values(query).some((value) => typeof value !== 'string');
}

/** Of results, and of values for later steps. */
function tables(tools: ServerPlan['tools']): ResultTable[] {
  return tools.flatMap(({ behavior }) => {
    if (behavior.kind === 'via') return [];
    const own = ['let' in behavior ? behavior.let : undefined, 'result' in behavior ? behavior.result : undefined];
    return [...checksIn(behavior).map((check) => check.let), ...own].filter((table) => table !== undefined);
  });
}

/** At any depth; a name of a property can only make it true where nothing needs it. */
function hasDeep(value: unknown, key: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => name === key || hasDeep(inner, key));
}

/** Of a connection, a behavior, or the steps before its work. */
function hasKey(step: object, keys: readonly string[]): boolean {
  return Object.entries(step).some(([key, value]) => {
    if (STEP_KEYS.some((name) => name === key) && Array.isArray(value)) return value.some((one) => hasKey(one, keys));
    return keys.includes(key) && value !== undefined;
  });
}

/** Failures with the author's words. */
const CASES = ['errors', 'fails_when', 'exit_codes', 'on_error'];

/** Looks everywhere, also where no schema is: a matcher too many costs less than one too few. */
function hasPattern(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => {
    return (key === 'pattern' && typeof inner === 'string') || key === 'patternProperties' || hasPattern(inner);
  });
}
