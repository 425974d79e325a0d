/** The contract: a Plan as the file that a release records, and in which release each part got its content. */
import { isObject } from '@haft/runtime/language';
import { FILE_FORMATS, type FormatProblem, UPDATE, formatProblem, numberOf } from '../base/file-formats.ts';
import { contractForm } from './contract-form.ts';
import { isShallow } from '../spec/shape/form.ts';
import type { Plan, ReleaseMarks, ReleasedEvals, ServerPlan, SkillPlan, ToolPlan } from './model.ts';
import { membersOf, readJson } from './read-json.ts';
import { withSecrets } from './secrets.ts';
import { textHash } from './hash.ts';
import { compareText } from '../base/diagnostic.ts';

const CONTRACT_VERSION = numberOf(FILE_FORMATS.contract);
/** Levels; a spec has at most 64, and a contract a few more around it. */
const MAX_DEPTH = 100;

/**
 * Deterministic: the same Plan after the same release gives the same bytes. Where things stand in the specs is no part of
 * a contract. Nothing in it counts or hashes the whole, so that git merges releases of different tools.
 */
export function contractText(plan: Plan, before?: Plan): string {
  const released = releasedOf(plan);
  const parts = partsOf(released);
  const marks = plan.marks ?? marksOf(parts, before ? releasedParts(before) : [], before?.marks ?? {});
  const removedFrom = plan.marks ? undefined : removedTools(parts, before);
  const marked = {
    servers: released.servers.map(({ tools, ...server }, at) => ({
      ...server,
      release: marks[markKey('server', server.name)],
      ...listOf(removedFrom ? removedFrom(server.name) : plan.servers[at]?.removed),
      tools: tools.map((tool, place) => ({
        ...tool,
        // It identifies a tool and is no content: a contract that gains it releases nothing.
        from: plan.servers[at]?.tools[place]?.from,
        release: marks[markKey('server', server.name, tool.name)],
      })),
    })),
    skills: released.skills.map((skill) => ({ ...skill, release: marks[markKey('skill', skill.name)] })),
  };
  const { planVersion, evals } = plan;
  // Contracts of projects without results stay as they are.
  const tested = evals && evals.choices.length + evals.tested.length > 0 ? evals : undefined;
  return `${JSON.stringify({ contractVersion: CONTRACT_VERSION, planVersion, ...marked, evals: tested }, null, 2)}\n`;
}

function listOf(removed: ReleaseMarks = {}): Pick<ServerPlan, 'removed'> {
  const entries = Object.entries(removed).sort(([a], [b]) => compareText(a, b));
  return entries.length === 0 ? {} : { removed: Object.fromEntries(entries) };
}

/** What a contract says of a Plan. */
export function releasedParts(plan: Plan): ContractPart[] {
  return partsOf(releasedOf(plan));
}

type Released = ReturnType<typeof releasedOf>;

function releasedOf(plan: Plan) {
  const toolOf = ({ source: _at, handlerFile: _file, pageText: _page, from: _from, ...tool }: ToolPlan) => tool;
  return {
    servers: plan.servers.map(({ source: _source, removed: _removed, texts: _texts, tools, ...server }) => {
      return { ...server, tools: tools.map(toolOf) };
    }),
    skills: plan.skills.map(({ source: _source, files, ...skill }) => {
      return { ...skill, files: files.map(({ from: _from, ...file }) => file) };
    }),
  };
}

/** A Plan, or the sentence that says why the text is none, and what helps where that is not to restore it. */
type ReadContract = { readonly plan: Plan } | FormatProblem;

/** A byte order mark, which some editors add, is no part of it. */
export function readContract(text: string): ReadContract {
  const read = readJson(text.replace(/^\uFEFF/, ''));
  const written = 'problem' in read ? undefined : membersOf(read.value);
  if (!written) return { problem: 'problem' in read ? read.problem : 'it is not a map' };
  if (!isShallow(written, MAX_DEPTH)) return { problem: `it nests deeper than ${MAX_DEPTH} levels` };
  const unread = formatProblem(written, FILE_FORMATS.contract);
  if (unread) return unread;
  const value = upgradeContract(written);
  const problem = problemIn(value, written['contractVersion'] === CONTRACT_VERSION);
  if (problem) return problem;
  return {
    plan: {
      planVersion: 1,
      ...complete(value['servers'] as MarkedServer[], value['skills'] as MarkedSkill[]),
      ...(value['evals'] !== undefined && { evals: value['evals'] as ReleasedEvals }),
    },
  };
}

/** What is not understood would be no part of the next comparison, and lost with the next release. */
function problemIn(contract: object, isCurrent: boolean): FormatProblem | undefined {
  const unknown = contractForm(contract, '', isCurrent);
  // Most contracts have nothing that is not understood: they are read once.
  const problem = unknown === undefined || !isCurrent ? unknown : contractForm(contract, '');
  if (problem !== undefined) return { problem };
  return unknown === undefined ? undefined : { problem: unknown, hint: UPDATE };
}

interface Marked {
  readonly release?: string;
}
type MarkedTool = ToolPlan & Marked;
type MarkedServer = Omit<ServerPlan, 'tools'> & Marked & { readonly tools: readonly MarkedTool[] };
type MarkedSkill = SkillPlan & Marked;

/** The keys of a tool that format 1 had under other names. */
const FORMER_KEYS: ReadonlyMap<string, string> = new Map([
  ['words', 'authored'],
  ['behaviour', 'behavior'],
]);

/** From older formats; the order of the keys stays, so that the next release changes nothing but the names. */
function upgradeContract(contract: Record<string, unknown>): Record<string, unknown> {
  if (contract['contractVersion'] === CONTRACT_VERSION) return contract;
  const servers = inList(contract['servers'], (server) => ({
    ...server,
    tools: inList(server['tools'], (tool) => {
      const { replaces } = tool;
      const entries = Object.entries(tool).map(([key, part]) => [FORMER_KEYS.get(key) ?? key, part]);
      // Until format 2 it was one name.
      return { ...Object.fromEntries(entries), ...(typeof replaces === 'string' && { replaces: [replaces] }) };
    }),
  }));
  return { ...contract, contractVersion: CONTRACT_VERSION, servers };
}

/** Anything but a list of maps is returned as it is: the schema of the contract is checked later. */
function inList(value: unknown, change: (item: Record<string, unknown>) => object): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => (isObject(item) ? change({ ...item }) : item));
}

/** What a contract leaves out, in its neutral form. */
function complete(
  servers: readonly MarkedServer[],
  skills: readonly MarkedSkill[],
): Pick<Plan, 'servers' | 'skills' | 'marks'> {
  const marks: Record<string, string> = {};
  const without = <T extends object>(key: string, { release, ...part }: T & Marked): Omit<T & Marked, 'release'> => {
    if (release !== undefined) marks[key] = release;
    return part;
  };
  const plan = {
    servers: servers.map((server): ServerPlan => {
      const tools = server.tools.map((tool): ToolPlan => {
        return { ...without(markKey('server', server.name, tool.name), tool), source: '' };
      });
      return withSecrets({ ...without(markKey('server', server.name), server), source: '', tools });
    }),
    skills: skills.map((skill): SkillPlan => {
      const files = skill.files.map((file) => ({ ...file, from: '' }));
      return { ...without(markKey('skill', skill.name), skill), source: '', files };
    }),
  };
  return Object.keys(marks).length === 0 ? plan : { ...plan, marks };
}

/** One part of a contract that is released, compared and merged as a whole. */
interface ContractPart {
  readonly key: string;
  /** Its server or skill, whose version it was released under. */
  readonly owner: string;
  readonly version: string;
  readonly content: object;
}

/** `server clock`, `server clock tool get_time`, `skill trip`. */
function markKey(kind: 'server' | 'skill', owner: string, tool?: string): string {
  return tool === undefined ? `${kind} ${owner}` : `${kind} ${owner} tool ${tool}`;
}

/** The parts of a Plan as a contract stores them. The version is not part of the content. */
function partsOf({ servers, skills }: Released): ContractPart[] {
  const ofServers = servers.flatMap(({ tools, version, ...head }): ContractPart[] => {
    const owner = markKey('server', head.name);
    return [
      { key: owner, owner, version, content: head },
      ...tools.map((content) => ({ key: markKey('server', head.name, content.name), owner, version, content })),
    ];
  });
  const ofSkills = skills.map(({ version, ...content }): ContractPart => {
    const key = markKey('skill', content.name);
    return { key, owner: key, version, content };
  });
  return [...ofServers, ...ofSkills];
}

/** Parts that did not change keep their mark; the first release needs none. */
function marksOf(parts: readonly ContractPart[], before: readonly ContractPart[], old: ReleaseMarks): ReleaseMarks {
  if (before.length === 0) return {};
  const released = new Map(before.map((part) => [part.key, JSON.stringify(part.content)]));
  const current = currentMarks(parts);
  return Object.fromEntries(
    parts.flatMap(({ key, owner, content }) => {
      const isUnchanged = released.get(key) === JSON.stringify(content);
      const mark = isUnchanged ? old[key] : current.get(owner);
      return mark === undefined ? [] : [[key, mark]];
    }),
  );
}

/** By server or skill, the mark of the release that is made now. */
export function currentMarks(parts: readonly ContractPart[]): ReadonlyMap<string, string> {
  const contents = new Map<string, string>();
  for (const { owner, content } of parts) contents.set(owner, `${contents.get(owner) ?? ''}${JSON.stringify(content)}`);
  return new Map(parts.map(({ owner, version }) => [owner, `${version} ${textHash(contents.get(owner) ?? '')}`]));
}

/** A tool that is back is no longer one of them. */
function removedTools(parts: readonly ContractPart[], before: Plan | undefined): (server: string) => ReleaseMarks {
  const current = currentMarks(parts);
  const keys = new Set(parts.map(({ key }) => key));
  return (name) => {
    const old = before?.servers.find((server) => server.name === name);
    const mark = current.get(markKey('server', name)) ?? '';
    const now = old?.tools.map((tool): [string, string] => [tool.name, mark]) ?? [];
    const all = [...Object.entries(old?.removed ?? {}), ...now];
    return Object.fromEntries(all.filter(([tool]) => !keys.has(markKey('server', name, tool))));
  };
}

/** `1.2.0`, or `1.2.0 and 1.3.0` where two branches released it. */
export function markedVersions(mark: string): string {
  return [...new Set(readMark(mark).map(({ version }) => version))].join(' and ');
}

export function readMark(mark: string): { readonly version: string; readonly hash: string }[] {
  return mark.split(' + ').map((one) => {
    const [version = '', hash = ''] = one.split(' ');
    return { version, hash };
  });
}
