/** The part of the runtime that a server needs, as text: the pieces of its modules, and the call that starts it. */
import type { HttpBehavior, HttpStep } from '@haft/runtime';
import type { Schema } from '@haft/runtime/language';
import { hasImported } from '@haft/runtime/language';
import type { ServerPlan } from '../../plan/model.ts';
import { handlerFiles } from './handler-imports.ts';
import { NAMES, PIECES } from './standalone.generated.ts';

/** An optional module of the runtime (`runtime/modules.ts`). */
export type RuntimeModule = Exclude<keyof typeof NAMES, 'start'>;

/** What makes a server need each module; a module without a line here does not compile. */
const NEEDED: Readonly<Record<RuntimeModule, (server: ServerPlan) => boolean>> = {
  httpTools: (server) => httpOf(server).length > 0,
  httpTokens: ({ connections }) =>
    Object.values(connections).some(({ auth }) => auth?.client_credentials ?? auth?.refresh_token),
  httpForms: (server) => httpSteps(server).some(hasForm),
  httpModes: (server) => httpSteps(server).some((step) => step.response ?? ('redirect' in step && step.redirect)),
  httpMultipart: (server) => httpSteps(server).some(({ multipart }) => multipart),
  httpBytes: (server) => httpOf(server).some(({ response }) => response === 'bytes'),
  httpPaging: (server) => httpOf(server).some(({ paging }) => paging),
  httpPoll: (server) => httpOf(server).some(({ poll }) => poll),
  commandTools: ({ tools }) => tools.some(({ behavior }) => behavior.kind === 'command'),
  fileTools: ({ tools }) => tools.some(({ behavior }) => behavior.kind === 'file'),
  handlerTools: ({ tools }) => tools.some(({ behavior }) => behavior.kind === 'handler'),
  origins: (server) => handlerFiles(server).length > 0,
  patterns: (server) => schemasOf(server).some(hasPattern),
  importedKeywords: (server) => schemasOf(server).some(hasImported),
  skills: ({ skills }) => skills !== undefined,
  http: ({ transports }) => transports.some((transport) => transport !== 'stdio'),
  sse: ({ transports }) => transports.includes('sse'),
};

/** The modules that a server needs, in the order in which `start` gets them. */
export function modulesOf(server: ServerPlan): RuntimeModule[] {
  return Object.entries(NEEDED).flatMap(([name, isNeeded]) => (isNeeded(server) ? [name as RuntimeModule] : []));
}

/** Serves `HAFT_SERVER` with `HAFT_HANDLERS`, two constants that stand before it; carries no text of other modules. */
export function runtimeText(modules: readonly RuntimeModule[]): string {
  const wanted = new Set<string>(['start', ...modules]);
  const texts = PIECES.filter(([those]) => those.some((name) => wanted.has(name))).map(([, text]) => text);
  const names = modules.map((name) => NAMES[name]);
  return `${texts.join('')}void ${NAMES.start}(HAFT_SERVER,HAFT_HANDLERS,[${names.join()}]);\n`;
}

function httpOf({ tools }: ServerPlan): HttpBehavior[] {
  return tools.flatMap(({ behavior }) => (behavior.kind === 'http' ? [behavior] : []));
}

function httpSteps(server: ServerPlan): (HttpBehavior | HttpStep)[] {
  return httpOf(server).flatMap((work) => [work, ...(work.before ?? [])]);
}

function hasForm({ form, style, query = {} }: HttpStep): boolean {
  return (form ?? style) !== undefined || Object.values(query).some((value) => typeof value !== 'string');
}

function schemasOf({ tools }: ServerPlan): Schema[] {
  return tools.flatMap(({ inputSchema, returns }) => [inputSchema, returns]);
}

/** Looks everywhere, also where no schema is: a matcher too many costs less than one too few. */
function hasPattern(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => {
    return (key === 'pattern' && typeof inner === 'string') || key === 'patternProperties' || hasPattern(inner);
  });
}
