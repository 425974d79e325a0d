/** What users asked and hosts called → cases of tools: the requests that led to a call which did not fail, without what is personal. */
import type { Json, JsonObject } from '@haft/runtime';
import { isObject, ownMember } from '@haft/runtime/language';
import { memoizeBy } from '../../../base/memo.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import type { Plan } from '../../../plan/model.ts';
import { type PlannedTool, plannedId, toolsNamed } from '../../../plan/named-tools.ts';
import { qualifiedName } from '../../../check/tool-names.ts';
import { sameRequest } from '../offline/candidate.ts';
import { termsOf } from '../offline/terms.ts';
import type { AgentCall, ConversationEvent, AgentOffer } from '../online/agent.ts';
import { publicWords, withoutPersonal } from './personal.ts';

/** A case as it is written into a tool. */
export interface ProposedCase {
  readonly query: string;
  readonly arguments?: JsonObject;
}

export interface Proposal {
  readonly of: PlannedTool;
  readonly made: ProposedCase;
}

/** Why a request is no case. */
export const LEFT_OUT = {
  uncalled: 'led to no tool of the project.',
  failed: 'led to a call that failed.',
  earlier: 'can be understood only with what was said before.',
  long: 'has more than 300 characters.',
  personal: 'has words or values that may be personal or secret: no text of the project has them.',
  known: 'is a case or proposed already, or differs from one only in words of grammar.',
  unwritable: 'cannot be written into the file of its tool without a new finding of `haft check`.',
} as const;

export type HarvestReason = keyof typeof LEFT_OUT;

const MAX_LENGTH = 300;

/** A request with the first call that it led to. */
interface Turn {
  readonly request: string;
  readonly call: AgentCall | undefined;
  readonly isFailed: boolean;
  /** In its conversation. */
  readonly isFirst: boolean;
}

/** All tools of a project, under the names by which `toolsNamed` finds them. */
export function offeredByPlan({ servers }: Plan): AgentOffer {
  return {
    servers: servers.map(({ name, tools }) => ({ name, tools: tools.map((tool) => tool.name) })),
    skills: [],
    shownAs: (server, tool) => qualifiedName({ server, tool }),
  };
}

/** The turns of one conversation. */
export function turnsOf(heard: readonly ConversationEvent[]): readonly Turn[] {
  const failures = new Set(heard.flatMap((one) => (one.kind === 'failure' ? [one.id] : [])));
  const starts = heard.flatMap((one, at) => (one.kind === 'request' ? [at] : []));
  const turns: Turn[] = [];
  for (const [place, start] of starts.entries()) {
    const [request, ...rest] = heard.slice(start, starts[place + 1]);
    const first = rest.find((one) => one.kind === 'call');
    if (request?.kind !== 'request') continue;
    const isFailed = first !== undefined && failures.has(first.id);
    turns.push({ request: request.text, call: first?.call, isFailed, isFirst: place === 0 });
  }
  return turns;
}

/** `withoutSecrets` replaces the secrets of the environment. */
export function proposalsFrom(
  turns: readonly Turn[],
  plan: Plan,
  withoutSecrets: (text: string) => string,
): { readonly proposals: readonly Proposal[]; readonly left: readonly HarvestReason[] } {
  const words = wordsOfProject(plan);
  const clean = (text: string): string | undefined =>
    withoutSecrets(text) === text && !text.includes('[redacted]') ? withoutPersonal(text, words) : undefined;
  const marks = new Set(
    plan.servers.flatMap(({ tools }) =>
      tools.flatMap(({ evals }) => evals.filter(({ after }) => !after).flatMap(marksOf)),
    ),
  );
  const proposals: Proposal[] = [];
  const reasons: HarvestReason[] = [];
  for (const turn of turns) {
    const proposed = proposalOf(turn, plan, clean);
    if (typeof proposed === 'string') reasons.push(proposed);
    else if (marksOf(proposed.made).some((mark) => marks.has(mark))) reasons.push('known');
    else {
      proposals.push(proposed);
      for (const mark of marksOf(proposed.made)) marks.add(mark);
    }
  }
  return { proposals, left: reasons };
}

const wordsOfProject = memoizeBy(({ servers, skills }: Plan) => publicWords(textsIn([servers, skills])));

/** Requests with one mark in common test the same. */
function marksOf({ query }: Pick<ProposedCase, 'query'>): readonly string[] {
  const terms = [...new Set(termsOf(query))].sort();
  return [sameRequest(query), ...(terms.length > 1 ? [`terms ${terms.join(' ')}`] : [])];
}

type Clean = (text: string) => string | undefined;

function proposalOf(turn: Turn, plan: Plan, clean: Clean): Proposal | HarvestReason {
  const { request, call, isFailed, isFirst } = turn;
  const [of] = call ? toolsNamed(plan, call.name) : [];
  if (!call || !of) return 'uncalled';
  if (isFailed) return 'failed';
  if (request.length > MAX_LENGTH) return 'long';
  if (!isFirst && !statesAll(call, of, request)) return 'earlier';
  const query = clean(request);
  if (query === undefined) return 'personal';
  const stated = statedArguments(call, request, query, clean);
  return { of, made: { query, ...(Object.keys(stated).length > 0 && { arguments: stated }) } };
}

/** The arguments whose values the user said, with the stand-ins of the request. */
function statedArguments(call: AgentCall, request: string, query: string, clean: Clean): JsonObject {
  const stated = Object.entries(call.arguments).flatMap(([name, value]): [string, Json][] => {
    if ((typeof value !== 'string' && typeof value !== 'number') || !states(request, String(value))) return [];
    const text = clean(String(value));
    if (text === undefined || !states(query, text)) return [];
    return [[name, typeof value === 'number' ? Number(text) : text]];
  });
  return Object.fromEntries(stated);
}

/** Whether no argument has a value that is neither in the request, nor the default, nor one of a list: such a value was said before. */
function statesAll({ arguments: args }: AgentCall, { tool }: PlannedTool, request: string): boolean {
  return Object.entries(args).every(([name, value]) => {
    const { default: usual, enum: values } = ownMember(tool.inputSchema.properties ?? {}, name) ?? {};
    if (values !== undefined || typeof value === 'boolean' || value === usual) return true;
    return textsIn(value).every((text) => states(request, text));
  });
}

/** As whole words. */
function states(request: string, value: string): boolean {
  const [whole, part] = [request, value].map((text) =>
    text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim(),
  );
  if (whole === undefined || part === undefined || part === '') return false;
  const at = whole.indexOf(part);
  if (at === -1) return false;
  const [before, after] = [whole.slice(0, at), whole.slice(at + part.length)];
  const isWithin = (left: string, right: string) => /[\p{L}\p{N}]$/u.test(left) && /^[\p{L}\p{N}]/u.test(right);
  return !isWithin(before, part) && !isWithin(part, after);
}

/** Texts and numbers, at every depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.entries(value).flatMap(([key, member]) => [key, ...textsIn(member)]) : [];
}

/** Calls of a server's log, by tool, most first: what the user asked stays with the host. */
export function callCounts(
  calls: readonly { readonly server: string; readonly tool: string }[],
  plan: Plan,
): readonly string[] {
  const counts = new Map<PlannedTool, number>();
  for (const { server, tool } of calls) {
    const [of] = toolsNamed(plan, qualifiedName({ server, tool }));
    if (of) counts.set(of, (counts.get(of) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(
      ([of, count]) =>
        `${qualifiedName(plannedId(of))}: ${pluralize(count, 'call')}, ${pluralize(of.tool.evals.length, 'case')}`,
    );
}
