/** The tools of another MCP server → a server document with this server as its upstream, and a document for each tool without what no spec may have. */
import { withoutUndefined } from '../../../base/json.ts';
import { type Json, type JsonObject, isObject, ownMember } from '@haft/runtime/language';
import { unpinnedPackage } from '../../../check/analysis/unpinned-package.ts';
import { type OnStep, mapInSteps } from '../../../base/progress.ts';
import type { ImportResult, ImportedDocument, Loss } from '../imported.ts';
import { loss, serverDocument } from '../builders.ts';
import { secretParameterLosses } from '../remaining-credentials.ts';
import { type McpSource, declaredIn } from './source.ts';
import { check } from '../../../check/check.ts';
import { wordSet } from '../../../base/word-lists.ts';
import { settingsOf } from '../../../check/settings.ts';
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { valueAt, withAt } from '../merge.ts';
import { load } from '../../../spec/yaml/load.ts';

export interface McpList {
  /** The result of `initialize`; empty where only the list was saved. */
  readonly about: JsonObject;
  readonly tools: readonly JsonObject[];
  /** By name: why a tool must not be called, as the end of a sentence. */
  readonly unusable?: Readonly<Record<string, string>>;
  /** Whether tools that can only be called as tasks are kept: no front can call them, and comparisons have them. */
  readonly keepsTasks?: boolean;
  /** By the index of the tool: the hash of its whole definition. */
  readonly pins: readonly string[];
}

/** `source` is absent for a saved list of which nothing else is known. */
export function importMcp(name: string, list: McpList, source: McpSource | undefined, onStep?: OnStep): ImportResult {
  const { about, tools, pins } = list;
  const losses: Loss[] = [...aboutLosses(about), ...sourceLosses(name, list, source)];
  const names = tools.map(({ name: one }) => one);
  const documents = mapInSteps(tools, ['importing', 'tools'], onStep, (listed, index): ImportedDocument[] => {
    const from = `mcp:${String(listed['name'])}`;
    const why = whyNot(listed, names, list);
    if (why) {
      if (names.indexOf(listed['name']) === index) losses.push(loss('skipped', from, ...why, from));
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
  const keys = {
    title,
    summary: `Offers the tools of ${title ?? name}.`,
    instructions,
    results: 'raw',
    env: declaredIn(source?.variables ?? [], `Used by the server ${name}.`),
    upstreams: source && { [name]: { ...source.upstream, ...passedOf(about) } },
  };
  const text = `TODO: \`upstreams: { ${name}: { command: [program, argument] } }\`, or \`url:\` instead of \`command:\`.`;
  return serverDocument('mcp', name, keys, source ? [] : [{ path: ['results'], text }]);
}

/** The rest of a loss. */
type Reason = readonly [subject: string, message: string, hint: string];

function whyNot(
  { name, execution }: JsonObject,
  names: readonly unknown[],
  { unusable = {}, keepsTasks = false }: McpList,
): Reason | undefined {
  const report = 'Report it to the authors of the server';
  if (names.filter((one) => one === name).length > 1) {
    const message = `Several tools have the name "${String(name)}".`;
    return ['name of several tools', message, `${report}: a call could not select one of them.`];
  }
  const fault = ownMember(unusable, String(name));
  if (fault !== undefined) {
    const message = `The tool "${String(name)}" has ${fault}; clients must not call such a tool.`;
    return ['definition that is not valid over HTTP', message, `${report}.`];
  }
  if (!keepsTasks && isObject(execution) && execution['taskSupport'] === 'required') {
    const message = `The tool ${JSON.stringify(name)} can only be called as a task, and tasks are not passed on.`;
    return ['tool that is only called as a task', message, 'Hosts that need it connect to that server as well.'];
  }
  if (typeof name === 'string' && /^[A-Za-z0-9_./-]{1,128}$/.test(name)) return undefined;
  const message = `A tool has the name ${JSON.stringify(name) ?? 'none'}, which MCP does not allow.`;
  return ['name that is not valid', message, `${report}.`];
}

const PASSED = ['prompts', 'resources', 'completions', 'logging'];

function passedOf({ capabilities }: JsonObject): JsonObject {
  const pass = PASSED.filter((key) => isObject(capabilities) && isObject(capabilities[key]));
  return pass.length > 0 ? { pass } : {};
}

function aboutLosses({ capabilities }: JsonObject): Loss[] {
  const { resources, tasks } = isObject(capabilities) ? capabilities : {};
  const lost = [
    isObject(resources) && resources['subscribe'] === true ? 'subscriptions to resources' : [],
    isObject(tasks) ? 'tasks' : [],
  ].flat();
  return lost.map((subject) => {
    const message = `The server also offers ${subject}, which is not passed on.`;
    return loss('lossy', 'mcp', subject, message, 'Hosts that need them connect to that server as well.');
  });
}

function sourceLosses(name: string, { about }: McpList, source: McpSource | undefined): Loss[] {
  if (!source) {
    const hint = `Write it under \`upstreams:\` as ${name}, with \`command:\` or \`url:\`.`;
    return [loss('todo', 'mcp', 'upstream', `How "${name}" is started is not in a saved list.`, hint)];
  }
  const hint = 'Write a variable of the server, such as {env.FOLDER}, or pass it on in the program.';
  const unknown = source.unknown.map((one) => {
    return loss('todo', 'mcp', 'reference of a host', `"${one}" of the entry cannot be written in a spec.`, hint);
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
  return [loss('todo', 'mcp', 'version of a package', message, hint)];
}

function infoOf({ serverInfo }: JsonObject): JsonObject {
  return isObject(serverInfo) ? serverInfo : {};
}

function bare(name: string): string {
  const at = name.lastIndexOf('@');
  return at > 0 && !name.includes('/', at) ? name.slice(0, at) : name;
}

/**
 * The keys of a tool in the order in which they are written, without `kind`, `from` and behavior. The server document has
 * `results: raw`: compiled, the tool is listed unchanged except for the losses, in which it is named `from`.
 */
export function toolKeys(
  listed: JsonObject,
  from: string,
): { readonly keys: JsonObject; readonly losses: readonly Loss[] } {
  const losses: Loss[] = [];
  const lossy: Lossy = (...parts) => void losses.push(loss('lossy', from, ...parts));
  const { name, title, description, inputSchema, outputSchema, annotations, icons, _meta, execution, ...others } =
    listed;
  for (const key of Object.keys(others)) {
    const message = `The tool has "${key}", which is not a field of an MCP tool.`;
    lossy(`"${key}" of a tool`, message, 'Nothing to do: hosts ignore it.');
  }
  // In a spec a map is a description in parts.
  if (isObject(description))
    lossy('description', 'The description of the tool is not a string.', 'Write one: models choose tools by it.');
  const keys = withoutUndefined({
    name: name ?? '',
    title,
    description: isObject(description) ? undefined : description,
    ...inputKeys(isObject(inputSchema) ? inputSchema : {}, lossy),
    hints: annotations,
    icons,
    meta: _meta,
    execution,
    output_schema: outputKey(outputSchema, lossy),
  });
  return { keys, losses };
}

type Lossy = (...parts: Reason) => void;

/** MCP 2026-07-28 allows any schema; hosts of earlier revisions reject the whole list for one that is not of an object. */
function outputKey(schema: Json | undefined, lossy: Lossy): Json | undefined {
  if (schema === undefined || (isObject(schema) && schema['type'] === 'object')) return schema;
  const hint =
    'Nothing to do: results are passed on unchanged, and hosts with an older revision of MCP can read the list.';
  lossy('output schemas', 'The output schema is not of the type "object", so it is not listed.', hint);
  return undefined;
}

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

/** One mistake can hide others. */
const MAX_ROUNDS = 20;

/** The check itself reports what is not valid; a tool that it never accepts is skipped. `server` is their own. */
function validTools(
  server: ImportedDocument,
  tools: readonly ImportedDocument[],
): Pick<ImportResult, 'documents' | 'losses'> {
  const values = new Map(tools.map((tool, index) => [index, tool.value]));
  const losses: Loss[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const faults = faultsIn(server, values);
    if (faults.length === 0) break;
    const before = new Map(values);
    for (const { index, finding } of faults) {
      const value = values.get(index);
      if (value === undefined) continue;
      const path = keyPath(finding.about.path);
      // What was around it is already left out.
      if (valueAt(value, path) === undefined && valueAt(before.get(index), path) !== undefined) continue;
      const rest = round === MAX_ROUNDS - 1 ? undefined : without(value, path);
      losses.push(lossOf(value.from, rest === undefined ? 'skipped' : 'lossy', path, finding));
      if (rest === undefined) values.delete(index);
      else values.set(index, { ...rest, from: value.from });
    }
  }
  const documents = tools.flatMap((tool, index) => {
    const value = values.get(index);
    return value === undefined ? [] : [{ ...tool, value }];
  });
  return { documents, losses };
}

interface Fault {
  readonly index: number;
  readonly finding: Diagnostic;
}

/** At most one fault of each place; what is dangerous rather than malformed is left to the author. */
function faultsIn(server: ImportedDocument, tools: ReadonlyMap<number, JsonObject>): Fault[] {
  const texts = [
    { path: `${FOLDER}/server.yaml`, text: JSON.stringify(server.value) },
    ...[...tools].map(([index, value]) => ({ path: `${FOLDER}/${index}.yaml`, text: JSON.stringify(value) })),
  ];
  const loaded = load(texts);
  const findings = [...loaded.diagnostics, ...check(loaded.value, { settings: SETTINGS }).diagnostics];
  const faults = new Map<string, Fault>();
  for (const finding of findings) {
    const [, index] = /\/(\d+)\.yaml$/.exec(finding.span.file) ?? [];
    if (index === undefined || finding.severity !== 'error' || !/^(?:yaml|spec|param)\//.test(finding.code)) continue;
    // Written by the import itself.
    if (finding.about.path[0] === 'mcp') continue;
    const place = JSON.stringify([index, keyPath(finding.about.path)]);
    if (!faults.has(place)) faults.set(place, { index: Number(index), finding });
  }
  return [...faults.values()];
}

const FOLDER = 'specs/imported';
const SETTINGS = settingsOf({ profiles: { [FOLDER]: 'mcp' } });

/** Maps from names to schemas, of which a broken member becomes the schema that allows everything. */
const NAMED = wordSet('parameters definitions properties $defs patternProperties dependentSchemas');

/** Of an item of a list, the list. */
function keyPath(path: NodePath): NodePath {
  return typeof path.at(-1) === 'number' ? keyPath(path.slice(0, -1)) : path;
}

/** Undefined where there is nothing at the path that could be left out. */
function without(value: JsonObject, path: NodePath): JsonObject | undefined {
  if (path.length === 0 || valueAt(value, path) === undefined) return undefined;
  return withAt(value, path, NAMED.has(String(path.at(-2))) ? {} : undefined);
}

function lossOf(from: string, kind: Loss['kind'], path: NodePath, { message, code }: Diagnostic): Loss {
  const [what, then] =
    kind === 'skipped'
      ? [message, ', and write the tool by hand where it is needed']
      : [`"${path.join('.')}" is left out: ${message}`, '; until then arguments are not checked against it'];
  return loss(kind, from, `what is not valid (${code})`, what, `Report it to the authors of the server${then}.`);
}
