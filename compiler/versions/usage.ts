/** Recorded calls as evidence: how many that were valid before the changes would be rejected after them, by the validator of the servers. */
import { type Validator, isObject, ownMember } from '@haft/runtime/language';
import type { Plan, ServerPlan, ToolPlan } from '../plan/model.ts';
import { readJsonMap } from '../plan/read-json.ts';
import { compareText } from '../base/diagnostic.ts';
import type { Change } from './change.ts';
import { judgeOf } from './witness/witness.ts';

/** Counts of the lines of a usage log. */
export interface Usage {
  /** Lines that are a call of a tool of the baseline. */
  readonly calls: number;
  /** Of those, the ones that were valid before. */
  readonly valid: number;
  /** Of those, the ones that would be rejected now. */
  readonly broken: number;
  /** Calls of tools that the baseline does not have. */
  readonly unknown: number;
  /** Lines that are neither a call nor a line of a server's log; the first few by number, from 1. */
  readonly bad: { readonly count: number; readonly lines: readonly number[] };
  /** By the fingerprint of a change: the calls that it would break. */
  readonly byChange: ReadonlyMap<string, number>;
  /** By the fingerprint of a change of what calls may send: the percent of the valid calls of its tool that would be rejected. */
  readonly shares: ReadonlyMap<string, number>;
  /** Clients whose calls would be rejected, most calls first. */
  readonly clients: readonly ClientUsage[];
}

/** The valid calls of one client, where at least one would be rejected. */
interface ClientUsage {
  /** As the log has it; older logs name none. */
  readonly client: string;
  readonly valid: number;
  readonly broken: number;
  /** Times of the first and the last call that would be rejected, as the log has them; empty where it has none. */
  readonly first: string;
  readonly last: string;
}

export const UNKNOWN_CLIENT = 'an unknown client';

export interface UsageCounter {
  /** One line of the log, in order. Nothing of it is held. */
  readonly add: (line: string | undefined) => void;
  readonly result: () => Usage;
}

const MAX_BAD_LINES = 5;

/** A line without text is one that was too long to read. */
export function countUsage(before: Plan, after: Plan, changes: readonly Change[]): UsageCounter {
  const judges = new Map<string, Judge | undefined>();
  const tally: Tally = {
    count: { calls: 0, valid: 0, broken: 0, unknown: 0 },
    bad: { count: 0, lines: [] },
    byChange: new Map(),
    clients: new Map(),
    tools: new Map(),
  };
  let number = 0;
  const judgeOf = (server: string, tool: string): Judge | undefined => {
    const key = JSON.stringify([server, tool]);
    if (!judges.has(key)) judges.set(key, judgeFor(before, after, changes, server, tool));
    return judges.get(key);
  };
  return {
    add(line) {
      number += 1;
      const call = line === undefined ? 'bad' : readCall(line);
      if (call === 'log') return;
      if (call !== 'bad') return countCall(tally, call, judgeOf(call.server, call.tool));
      tally.bad.count += 1;
      if (tally.bad.lines.length < MAX_BAD_LINES) tally.bad.lines.push(number);
    },
    result: () => usageOf(tally),
  };
}

/** A recorded call that would be rejected is a proof, whatever the schemas alone show. */
export function withBrokenCalls<C extends Change & { readonly brokenCalls?: number }>(
  changes: readonly C[],
  { byChange }: Usage,
) {
  return changes.map((change) => {
    const own = byChange.get(change.fingerprint) ?? 0;
    const brokenCalls = (change.brokenCalls ?? 0) + own;
    return { ...change, brokenCalls, ...(own > 0 && { level: 'breaking' as const }) };
  });
}

/** What is counted while lines are read. */
interface Tally {
  readonly count: { calls: number; valid: number; broken: number; unknown: number };
  readonly bad: { count: number; lines: number[] };
  readonly byChange: Map<string, number>;
  readonly clients: Map<string, ClientUsage>;
  readonly tools: Map<Judge, { valid: number; broken: number }>;
}

function countCall({ count, byChange, clients, tools }: Tally, call: LoggedCall, judge: Judge | undefined): void {
  if (!judge) {
    count.unknown += 1;
    return;
  }
  count.calls += 1;
  if (!accepts(judge.before, call.arguments)) return;
  count.valid += 1;
  const isBroken = !judge.after || !accepts(judge.after, call.arguments);
  clients.set(call.client, addCall(clients.get(call.client), call, isBroken));
  const { valid, broken } = tools.get(judge) ?? { valid: 0, broken: 0 };
  tools.set(judge, { valid: valid + 1, broken: broken + (isBroken ? 1 : 0) });
  if (!isBroken) return;
  count.broken += 1;
  for (const mark of judge.blame(call.arguments)) byChange.set(mark, (byChange.get(mark) ?? 0) + 1);
}

function usageOf({ count, bad, byChange, clients, tools }: Tally): Usage {
  const shares = [...tools].flatMap(([{ suspects }, { valid, broken }]) =>
    suspects.map((mark) => [mark, (broken / valid) * 100] as const),
  );
  const broken = [...clients.values()].filter((one) => one.broken > 0);
  broken.sort((one, other) => other.broken - one.broken || compareText(one.client, other.client));
  return { ...count, bad, byChange, shares: new Map(shares), clients: broken };
}

/** Times of one form are in the order of their texts. */
function addCall(former: ClientUsage | undefined, { client, time }: LoggedCall, isBroken: boolean): ClientUsage {
  const { valid = 0, broken = 0, first = '', last = '' } = former ?? {};
  if (!isBroken) return { client, valid: valid + 1, broken, first, last };
  return {
    client,
    valid: valid + 1,
    broken: broken + 1,
    first: first === '' || (time !== '' && time < first) ? time : first,
    last: time > last ? time : last,
  };
}

export interface LoggedCall {
  readonly server: string;
  readonly tool: string;
  readonly arguments: object;
  readonly client: string;
  readonly time: string;
}

/** Other lines of a server's log have a message and no arguments. */
export function readCall(line: string): LoggedCall | 'log' | 'bad' {
  const value = readJsonMap(line);
  if (!value) return 'bad';
  const { server, tool, arguments: args, message, client, time } = value;
  if (typeof server === 'string' && typeof tool === 'string' && isObject(args)) {
    const from = typeof client === 'string' && client !== '' ? client : UNKNOWN_CLIENT;
    return { server, tool, arguments: args, client: from, time: typeof time === 'string' ? time : '' };
  }
  return typeof message === 'string' && args === undefined ? 'log' : 'bad';
}

interface Judge {
  readonly before: Validator;
  /** Absent where the tool is gone. */
  readonly after: Validator | undefined;
  /** The fingerprints of the changes that can reject a call of the tool. */
  readonly suspects: readonly string[];
  /** The fingerprints of the changes that reject these arguments, each by itself; of all of them where only several do so together. */
  readonly blame: (args: object) => readonly string[];
}

function judgeFor(
  before: Plan,
  after: Plan,
  changes: readonly Change[],
  server: string,
  tool: string,
): Judge | undefined {
  const [was, is] = [before, after].map(({ servers }) => servers.find(({ name }) => name === server));
  const [old, now] = [was, is].map((one) => one?.tools.find(({ name }) => name === tool));
  if (!was || !old) return undefined;
  const onWire = changes.filter((change) => isOnWire(change, server));
  const ofCalls = onWire.filter((change) => concerns(change, tool, now !== undefined));
  const own = ofCalls.filter(({ level }) => (now ? level !== 'safe' : level === 'breaking'));
  const suspects = own.map((change) => ({ change, rejects: is && now && alone(old, now, is, change) }));
  const together = [own, ofCalls, onWire].find((some) => some.length > 0) ?? [];
  return {
    before: judgeOf(was, old),
    after: is && now && judgeOf(is, now),
    suspects: own.map(({ fingerprint }) => fingerprint),
    blame: (args) => {
      const certain = suspects.filter(({ rejects }) => !now || (rejects !== undefined && !accepts(rejects, args)));
      return (certain.length > 0 ? certain.map(({ change }) => change) : together).map(
        ({ fingerprint }) => fingerprint,
      );
    },
  };
}

/** Of a server, also where it has another name. */
function isOnWire({ axis, target, before }: Change, server: string): boolean {
  return axis === 'wire' && (target.server === server || (before === server && target.tool === undefined));
}

/** What can reject a call: a change of its parameters, or, where the tool is gone, its removal or renaming. */
function concerns({ target, before }: Change, tool: string, exists: boolean): boolean {
  if (exists) return target.tool === tool && ['parameters', 'at_least_one'].includes(String(target.path[0]));
  return before === tool || (target.tool === undefined && target.path.length === 0);
}

/** The earlier tool with one parameter as it is now: what a change of it does by itself. */
function alone(old: ToolPlan, now: ToolPlan, server: ServerPlan, change: Change): Validator | undefined {
  const { target, kind, before } = change;
  const [part, name] = target.path;
  if (part === 'at_least_one') return judgeOf(server, { ...old, at_least_one: now.at_least_one ?? [] });
  if (typeof name !== 'string') return undefined;
  const former = kind === 'param/renamed' && typeof before === 'string' ? before : name;
  const { [former]: _former, ...others } = old.inputSchema.properties ?? {};
  const { properties = {}, required: demanded = [], $defs } = now.inputSchema;
  const current = ownMember(properties, name);
  const required = (old.inputSchema.required ?? []).filter((one) => one !== former);
  const inputSchema = {
    ...old.inputSchema,
    ...($defs && { $defs }),
    properties: { ...others, ...(current && { [name]: current }) },
    required: demanded.includes(name) ? [...required, name] : required,
  };
  return judgeOf(server, { ...old, inputSchema });
}

function accepts(validator: Validator, args: object): boolean {
  return !('issues' in validator(args));
}
