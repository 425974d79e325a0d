/** One side of `haft diff --live`: a running server, a package of npm, a saved list, an entry of a host or a contract. */
import { inTemporaryFolder } from '../../../edge/write/temporary-folder.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { join, resolve } from 'node:path';
import { type JsonObject, isJsonObject, isObject } from '@haft/runtime/language';
import { FILE_FORMATS, formatProblem, numberOf } from '../../../base/file-formats.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { parseContract } from '../../../edge/project/contract.ts';
import { parseJson, readText } from '../../../edge/project/record-file.ts';
import { statsOf } from '../../../edge/project-files/read.ts';
import { isRef } from '../../../edge/project/git.ts';
import { writeWhole } from '../../../edge/write/whole.ts';
import { membersOf } from '../../../plan/read-json.ts';
import type { Plan } from '../../../plan/model.ts';
import { wordsOfLine } from '../curl/tokens.ts';
import { type ServerList, listOf } from '../mcp/list-plan.ts';
import { nameOfAddress, nameOfCommand } from '../mcp/default-name.ts';
import { type McpSource, type RawSource, sourceOf } from '../mcp/source.ts';
import { agreeTo, askServer } from './live-server.ts';
import { readHostServer, savedList, splitServer } from './mcp.ts';

export interface SideOptions {
  readonly cwd: string;
  /** Whether the user has agreed that programs are started. */
  readonly mayRun: boolean;
  /** Variables that a program gets besides PATH, HOME and the locale. */
  readonly passed: readonly string[];
  /** For addresses. */
  readonly headers: Readonly<Record<string, string>>;
  /** Who starts a program: "The comparison". */
  readonly purpose: string;
  /** The Plan of this project, at a git ref or as its specs are now. */
  readonly planAt: (ref: string | undefined) => Promise<Plan>;
}

interface Side {
  readonly label: string;
  readonly list: ServerList;
}

const FORMS =
  'Write an address, `run:` and a command line, `npm:` and a package with its version, a git ref, `git:` and a ref that is also the name of a file, `specs`, or a file: a saved list, a contract, or the configuration of a host with #server.';
const AGREE = 'Add --yes if you trust this program.';

/** @throws Failure where the side cannot be read: a comparison with nothing would find no break. */
export async function liveSide(written: string, options: SideOptions): Promise<Side> {
  const [, scheme = '', rest = ''] = /^([a-z]+):([^]*)$/.exec(written) ?? [];
  if (scheme === 'http' || scheme === 'https') return { label: written, list: await askAddress(written, options) };
  if (scheme === 'run') return { label: rest.trim(), list: await askProgram(rest, options) };
  if (scheme === 'npm') return { label: written, list: await askPackage(rest, options) };
  const [what, server] = splitServer(written);
  const fromPlan = async (ref?: string): Promise<Side> => {
    return { label: written, list: serverIn(await options.planAt(ref), server, written) };
  };
  if (scheme === 'git') return fromPlan(what.slice('git:'.length));
  if (what === 'specs') return fromPlan();
  if (statsOf(resolve(options.cwd, what))) return { label: written, list: await fromFile(what, server, options) };
  if (isRef(options.cwd, what)) return fromPlan(what);
  throw new Failure(`"${written}" is not something that can be compared.`, FORMS);
}

function serverIn({ servers }: Plan, name: string | undefined, written: string): ServerList {
  const names = servers.map((server) => server.name);
  const chosen = servers.find((server) => (name === undefined ? servers.length === 1 : server.name === name));
  if (chosen) return listOf(chosen);
  throw new Failure(
    name === undefined ? `"${written}" has ${names.length} servers.` : `"${written}" has no server "${name}".`,
    `Name one after #: ${names.join(', ') || 'there is none'}.`,
  );
}

async function fromFile(file: string, server: string | undefined, options: SideOptions): Promise<ServerList> {
  const path = resolve(options.cwd, file);
  const json = /\.json$/i.test(file) && parseJson(readText(path), file);
  const members = isJsonObject(json) ? json : undefined;
  if (members && FILE_FORMATS.contract.key in members)
    return serverIn(parseContract(readText(path), file), server, file);
  if (members && FILE_FORMATS.toolList.key in members) return recordedList(members, file);
  if (members && ('tools' in members || 'result' in members)) return { name: '', version: '', ...savedList(path) };
  const { name, raw } = readHostServer(options.cwd, server === undefined ? file : `${file}#${server}`);
  return ask(name, sourceOf(raw, name), options);
}

function recordedList(members: JsonObject, file: string): ServerList {
  const problem = formatProblem(members, FILE_FORMATS.toolList);
  const { name, version, about, tools } = members;
  const isNamed = typeof name === 'string' && typeof version === 'string';
  if (!problem && isNamed && isJsonObject(about) && Array.isArray(tools))
    return { name, version, about, tools: tools.filter(isJsonObject) };
  throw new Failure(
    `"${file}" is no recorded list: ${problem?.problem ?? 'a part is missing'}.`,
    problem?.hint ?? 'Record it again: haft diff --live <server> --record <file>.',
  );
}

/** The file that a later comparison names in place of the server. */
export function recordList(path: string, { name, version, about, tools }: ServerList): void {
  const { key } = FILE_FORMATS.toolList;
  const file = { [key]: numberOf(FILE_FORMATS.toolList), name, version, about, tools };
  writeWhole([{ path, content: `${JSON.stringify(file, null, 2)}\n` }]);
}

const NOTHING: RawSource = { headers: {}, env: {}, passed: [] };

function askAddress(url: string, options: SideOptions): Promise<ServerList> {
  const name = nameOfAddress(url);
  return ask(name, sourceOf({ ...NOTHING, url, headers: options.headers }, name), options);
}

function askProgram(line: string, options: SideOptions): Promise<ServerList> {
  const argv = wordsIn(line);
  const name = nameOfCommand(argv);
  return ask(name, sourceOf({ ...NOTHING, command: argv, passed: options.passed }, name), options);
}

function wordsIn(line: string): readonly string[] {
  const read = wordsOfLine(line);
  if ('words' in read && read.rest === undefined && read.words.length > 0) return read.words;
  throw new Failure(
    `"${line.trim()}" is not one command line.`,
    'Write a program and its arguments: run:node server.mjs --folder docs.',
  );
}

/** With an empty home: what the user's settings change would be no difference of the servers. */
function ask(name: string, source: McpSource, options: SideOptions): Promise<ServerList> {
  return inTemporaryFolder('live', (home) => askIn(home, name, source, options));
}

async function askIn(home: string, name: string, source: McpSource, options: SideOptions): Promise<ServerList> {
  const { about, tools } = await askServer(source, name, {
    mayRun: options.mayRun,
    purpose: { who: options.purpose, agree: AGREE },
    variables: { HOME: home, USERPROFILE: home },
  });
  const info = isObject(about['serverInfo']) ? about['serverInfo'] : {};
  const [own, version] = [info['name'], info['version']].map((one) => (typeof one === 'string' ? one : ''));
  return { name: own ?? '', version: version ?? '', about, tools };
}

/** Installed first, by npm with the user's settings and without scripts of packages; only then started. */
async function askPackage(written: string, options: SideOptions): Promise<ServerList> {
  const [spec = '', ...args] = wordsIn(written);
  const [, name] = /^((?:@[\w.-]+\/)?[\w.-]+)@[\w.+-]+$/.exec(spec) ?? [];
  if (name === undefined)
    throw new Failure(`"${spec}" is not a package with its version.`, 'Write npm:tracker-mcp@4.2.0.');
  const install = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', spec];
  await agreeTo(`npm ${install.join(' ')}`, options.mayRun, { who: options.purpose, agree: AGREE });
  return inTemporaryFolder('live', async (folder) => {
    await promisify(execFile)('npm', install, { cwd: folder, timeout: 300_000 }).catch((error: unknown) => {
      const printed = String(Reflect.get(Object(error), 'stderr') ?? '').trim();
      throw new Failure(
        `The package ${spec} cannot be installed by npm.`,
        printed.slice(0, 300) || 'Install it by hand to see why.',
      );
    });
    const command = [process.execPath, binOf(join(folder, 'node_modules', name), name), ...args];
    const source = sourceOf({ ...NOTHING, command, passed: options.passed }, 'server');
    return askIn(folder, nameOfCommand([name]), source, options);
  });
}

function binOf(folder: string, name: string): string {
  const { bin } = membersOf(parseJson(readText(join(folder, 'package.json')), name)) ?? {};
  const named = isObject(bin) ? (bin[name.split('/').at(-1) ?? ''] ?? Object.values(bin)[0]) : bin;
  if (typeof named === 'string') return join(folder, named);
  throw new Failure(`The package ${name} has no program.`, 'Start its server with `run:` and a command line.');
}
