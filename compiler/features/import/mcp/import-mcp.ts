/** The tools of another MCP server → a server document with this server as its upstream, and a document for each tool. */
import { type Json, type JsonObject, isObject, ownMember } from '@haft/runtime/language';
import { unpinnedPackage } from '../../../check/analysis/unpinned-package.ts';
import { type OnStep, mapInSteps } from '../../../base/progress.ts';
import type { ImportResult, ImportedDocument, Loss } from '../imported.ts';
import { secretParameterLosses } from '../remaining-credentials.ts';
import { validTools } from './valid-tools.ts';
import type { McpSource } from './source.ts';

export interface McpList {
  /** The result of `initialize`; empty where only the list was saved. */
  readonly about: JsonObject;
  readonly tools: readonly JsonObject[];
  /** By name: why a tool must not be called, as the end of a sentence. */
  readonly unusable?: Readonly<Record<string, string>>;
  /** By the index of the tool: the hash of its whole definition. */
  readonly pins: readonly string[];
}

/** `source` is absent for a saved list of which nothing else is known. */
export function importMcp(name: string, list: McpList, source: McpSource | undefined, onStep?: OnStep): ImportResult {
  const { about, tools, unusable, pins } = list;
  const losses: Loss[] = [...aboutLosses(about), ...sourceLosses(name, list, source)];
  const names = tools.map(({ name: one }) => one);
  const documents = mapInSteps(tools, ['importing', 'tools'], onStep, (listed, index): ImportedDocument[] => {
    const from = `mcp:${String(listed['name'])}`;
    const skipped = whyNot(listed, names, unusable);
    if (skipped !== undefined) {
      if (names.indexOf(listed['name']) === index) losses.push({ kind: 'skipped', from, ...skipped });
      return [];
    }
    const { keys, losses: own } = toolKeys(listed, from);
    losses.push(...own);
    const mcp = { upstream: name, tool: String(listed['name']), pin: pins[index] ?? '' };
    return [{ file: 'tools.yaml', value: { kind: 'tool', from, ...keys, mcp }, notes: [] }];
  }).flat();
  const server = serverOf(name, list, source);
  const sound = validTools(server, documents);
  const secret = sound.documents.flatMap((document) => secretParameterLosses(document, SECRET_HINT));
  return { documents: [server, ...sound.documents], files: [], losses: [...losses, ...sound.losses, ...secret] };
}

const SECRET_HINT =
  'Delete it and write `arguments: { argument: "{env.NAME}" }` under `mcp:`, with a variable that has `secret: true`; or keep it where the user gives it in the conversation.';

function serverOf(name: string, { about }: McpList, source: McpSource | undefined): ImportedDocument {
  const { title: named } = infoOf(about);
  const title = typeof named === 'string' ? named : undefined;
  const instructions = typeof about['instructions'] === 'string' ? about['instructions'] : '';
  const env = (source?.variables ?? []).map(({ name: variable, secret }) => {
    return [variable, { description: `Used by the server ${name}.`, ...(secret && { secret }) }] as const;
  });
  const value = {
    kind: 'server',
    from: 'mcp',
    name,
    version: '1.0.0',
    ...(title !== undefined && { title }),
    summary: `Offers the tools of ${title ?? name}.`,
    instructions,
    results: 'raw',
    ...(env.length > 0 && { env: Object.fromEntries(env) }),
    ...(source && { upstreams: { [name]: { ...source.upstream, ...passedOf(about) } } }),
  };
  const todo = `TODO: \`upstreams: { ${name}: { command: [program, argument] } }\`, or \`url:\` instead of \`command:\`.`;
  return { file: 'server.yaml', value, notes: source ? [] : [{ path: ['results'], text: todo }] };
}

function whyNot({ name }: JsonObject, names: readonly unknown[], unusable: McpList['unusable'] = {}) {
  if (names.filter((one) => one === name).length > 1)
    return {
      subject: 'name of several tools',
      message: `Several tools have the name "${String(name)}".`,
      hint: 'Report it to the authors of the server: a call could not select one of them.',
    };
  const fault = ownMember(unusable, String(name));
  if (fault !== undefined)
    return {
      subject: 'definition that is not valid over HTTP',
      message: `The tool "${String(name)}" has ${fault}; clients must not call such a tool.`,
      hint: 'Report it to the authors of the server.',
    };
  if (typeof name === 'string' && /^[A-Za-z0-9_./-]{1,128}$/.test(name)) return undefined;
  return {
    subject: 'name that is not valid',
    message: `A tool has the name ${JSON.stringify(name) ?? 'none'}, which MCP does not allow.`,
    hint: 'Report it to the authors of the server.',
  };
}

const PASSED = ['prompts', 'resources', 'completions', 'logging'];

function passedOf({ capabilities }: JsonObject): JsonObject {
  const pass = PASSED.filter((key) => isObject(capabilities) && isObject(capabilities[key]));
  return pass.length > 0 ? { pass } : {};
}

/** A loss of the server as a whole. */
function serverLoss(kind: Loss['kind'], subject: string, message: string, hint: string): Loss {
  return { kind, subject, from: 'mcp', message, hint };
}

function aboutLosses({ capabilities }: JsonObject): Loss[] {
  const offered = isObject(capabilities) ? capabilities : {};
  const { resources, tasks } = offered;
  const lost = [
    ...(isObject(resources) && resources['subscribe'] === true ? ['subscriptions to resources'] : []),
    ...(isObject(tasks) ? ['tasks'] : []),
  ];
  return lost.map((subject) => {
    const message = `The server also offers ${subject}, which is not passed on.`;
    return serverLoss('lossy', subject, message, 'Hosts that need them connect to that server as well.');
  });
}

function sourceLosses(name: string, { about }: McpList, source: McpSource | undefined): Loss[] {
  if (!source) {
    const hint = `Write it under \`upstreams:\` as ${name}, with \`command:\` or \`url:\`.`;
    return [serverLoss('todo', 'upstream', `How "${name}" is started is not in a saved list.`, hint)];
  }
  const hint = 'Write a variable of the server, such as {env.FOLDER}, or pass it on in the program.';
  const unknown = source.unknown.map((one) => {
    return serverLoss('todo', 'reference of a host', `"${one}" of the entry cannot be written in a spec.`, hint);
  });
  return [...unknown, ...packageLosses(source, about)];
}

/** A package without an exact version. */
function packageLosses({ upstream: { command } }: McpSource, about: JsonObject): Loss[] {
  const argv = Array.isArray(command) ? command.map(String) : [];
  const open = unpinnedPackage(argv);
  if (open === undefined) return [];
  const name = argv[open] ?? '';
  const version = /^\d+\.\d+\.\d+(?:[+-][\w.+-]*)?$/.exec(String(infoOf(about)['version']))?.[0] ?? '1.2.3';
  const message = `The package "${name}" has no exact version: the next start may run other code.`;
  const hint = `Write its version; the server that ran reports ${version}: ${bare(name)}@${version}`;
  return [serverLoss('todo', 'version of a package', message, hint)];
}

function infoOf({ serverInfo }: JsonObject): JsonObject {
  return isObject(serverInfo) ? serverInfo : {};
}

function bare(name: string): string {
  const at = name.lastIndexOf('@');
  return at > 0 && !name.includes('/', at) ? name.slice(0, at) : name;
}

/** A tool as its server lists it. Compiled with `results: raw`, it is listed unchanged except for the losses. */
interface ImportedTool {
  /** In the order in which they are written; without `kind`, `from` and behavior. */
  readonly keys: JsonObject;
  readonly losses: readonly Loss[];
}

/** `from` names the tool in the losses, such as `mcp:list_issues`. The server document has `results: raw`. */
export function toolKeys(listed: JsonObject, from: string): ImportedTool {
  const losses: Loss[] = [];
  const lossy = (subject: string, message: string, hint: string): void => {
    losses.push({ kind: 'lossy', subject, from, message, hint });
  };
  const { name, title, description, inputSchema, outputSchema, annotations, icons, _meta, execution, ...others } =
    listed;
  for (const key of Object.keys(others))
    lossy(
      `"${key}" of a tool`,
      `The tool has "${key}", which is not a field of an MCP tool.`,
      'Nothing to do: hosts ignore it.',
    );
  // In a spec a map is a description in parts.
  if (isObject(description))
    lossy('description', 'The description of the tool is not a string.', 'Write one: models choose tools by it.');
  const keys = {
    name: name ?? '',
    title,
    description: isObject(description) ? undefined : description,
    ...inputKeys(isObject(inputSchema) ? inputSchema : {}, lossy),
    hints: annotations,
    icons,
    meta: _meta,
    execution,
    output_schema: outputKey(outputSchema, lossy),
  };
  const members = Object.entries(keys).filter((member): member is [string, Json] => member[1] !== undefined);
  return { keys: Object.fromEntries(members), losses };
}

/** MCP 2026-07-28 allows any schema; hosts of earlier revisions reject the whole list for one that is not of an object. */
function outputKey(schema: Json | undefined, lossy: Lossy): Json | undefined {
  if (schema === undefined || (isObject(schema) && schema['type'] === 'object')) return schema;
  lossy(
    'output schemas',
    'The output schema is not of the type "object", so it is not listed.',
    'Nothing to do: results are passed on unchanged, and hosts with an older revision of MCP can read the list.',
  );
  return undefined;
}

type Lossy = (subject: string, message: string, hint: string) => void;

/** The root of the input schema has keys of its own; what else it has is `parameters_schema`. */
function inputKeys(schema: JsonObject, lossy: Lossy): Readonly<Record<string, Json | undefined>> {
  const { type, properties, required, additionalProperties, $defs, ...more } = schema;
  if (type !== 'object')
    lossy('type of the input', `The input schema has the type ${JSON.stringify(type)}.`, 'MCP requires "object".');
  return {
    parameters: properties,
    required,
    additional_parameters: additionalProperties,
    definitions: $defs,
    parameters_schema: Object.keys(more).length > 0 ? more : undefined,
  };
}
