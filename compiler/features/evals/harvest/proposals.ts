/** What users asked and hosts called → cases of tools: the requests that led to a call which did not fail, and what of them is personal. */
import type { Json, JsonObject } from '@haft/runtime';
import { isObject, ownMember } from '@haft/runtime/language';
import { memoizeBy } from '../../../base/memo.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import type { Plan } from '../../../plan/model.ts';
import { type PlannedTool, plannedId, toolsNamed } from '../../../plan/named-tools.ts';
import { qualifiedName } from '../../../check/tool-names.ts';
import { sameRequest } from '../offline/candidate.ts';
import { termsOf } from '../offline/terms.ts';
import { SAME_THINGS } from '../offline/synonym-lexicon.ts';
import type { AgentCall, ConversationEvent, AgentOffer } from '../online/agent.ts';
import { secretInText } from '../../../check/analysis/secrets/literal-secret.ts';
import { NOUN_VERBS, PLACES, QUALIFIERS } from '../../../check/analysis/names/lexicon.ts';
import { nameWords, stem } from '../../../check/analysis/names/name-words.ts';
import { VERBS } from '../../../check/analysis/names/verbs.ts';
import { isUninformative } from '../../../check/analysis/prose/information.ts';
import { STOP_WORDS } from '../../../check/analysis/similar/tool-signature.ts';

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

/** Words of no particular person: those of the project, and those of the lexicons. */
interface PublicWords {
  /** Stems. */
  readonly stems: ReadonlySet<string>;
  /** As they are written, with capitals, where no sentence begins. */
  readonly names: ReadonlySet<string>;
}

/** Values that no user gave. */
const STAND_INS = { mail: 'name@example.com', url: 'https://example.com/page', day: '2030-01-15' };

const LEXICON: readonly string[] = stemsOf([
  ...[VERBS, NOUN_VERBS, PLACES, QUALIFIERS, STOP_WORDS].flatMap((list) => [...list]),
  ...SAME_THINGS.flat(),
  ...Object.values(STAND_INS).flatMap((text) => text.split(/[^a-z]+/)),
  'i',
]);

function stemsOf(entries: readonly string[]): readonly string[] {
  return [...new Set(entries.flatMap((entry) => entry.toLowerCase().split(/\s+/)))].map(stem);
}

/** `texts`: all texts of the project. */
export function publicWords(texts: readonly string[]): PublicWords {
  const words = texts.flatMap(wordsIn);
  const own = [...words.map(({ word }) => word), ...texts.flatMap((text) => nameWords(text))];
  return {
    stems: new Set([...LEXICON, ...stemsOf(own)]),
    names: new Set(words.flatMap(({ word, isFirst }) => (isFirst ? [] : [word]))),
  };
}

/** A word cannot hide in what it is made of: letters with at most two marks, digits and signs, and no characters without a look. */
const PLAIN = /^(?:\p{L}\p{M}{0,2}|\p{Nd}|[\p{P}\p{S}](?![\p{P}\p{S}]{3})| )*$/u;
const MAIL = /(?<![^\s@"'<>(),;])[^\s@"'<>(),;]+@[^\s@"'<>(),;]+\.[^\s@"'<>(),;]+/gu;
const URL = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)]+/giu;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** A number with what people write between its digits. */
const NUMBER = /\p{Nd}(?:[\s\p{P}\p{S}]*\p{Nd})*/gu;
/** Fewer digits count things; more may be those of a person. */
const MAX_DIGITS = 2;

/** Undefined where something may be personal, and nothing can take its place. */
export function withoutPersonal(text: string, words: PublicWords): string | undefined {
  const addressed = text
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(URL, STAND_INS.url)
    .replaceAll(MAIL, STAND_INS.mail);
  const isMixed = (chunk: string): boolean => /\p{L}/u.test(chunk) && digitsIn(chunk) > MAX_DIGITS;
  const chunks = addressed.split(' ');
  if (!PLAIN.test(addressed) || chunks.some((one) => isMixed(one) || isHandle(one))) return undefined;
  if (secretInText(addressed) || !wordsIn(addressed).every((one) => isPublic(one, words))) return undefined;
  return addressed.replaceAll(NUMBER, standIn);
}

function standIn(number: string): string {
  if (digitsIn(number) <= MAX_DIGITS) return number;
  if (DAY.test(number)) return STAND_INS.day;
  let count = 0;
  return number.replaceAll(/\p{Nd}/gu, () => String((count += 1) % 10));
}

function digitsIn(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}

function isHandle(chunk: string): boolean {
  return chunk.includes('@') && !chunk.includes(STAND_INS.mail);
}

interface Word {
  readonly word: string;
  /** Whether a sentence or a quotation may begin with it: then a capital says nothing. */
  readonly isFirst: boolean;
}

/** Characters before a word that decide whether a sentence begins with it. */
const NEAR = 8;

/** With what follows an apostrophe, where it is more than an ending: O'Brien is two words. */
function wordsIn(text: string): readonly Word[] {
  return [...text.matchAll(/\p{L}[\p{L}\p{M}]*/gu)].flatMap(({ 0: word, index }) => {
    const before = index <= NEAR ? text.slice(0, index) : `…${text.slice(index - NEAR, index)}`;
    if (/\p{L}['’]$/u.test(before) && word.length <= 2) return [];
    return [{ word, isFirst: isBeginning(before) }];
  });
}

function isPublic({ word, isFirst }: Word, { stems, names }: PublicWords): boolean {
  const isName = /\p{Lu}|\p{Lt}/u.test(word) && word !== 'I';
  if (isName && !isFirst) return names.has(word);
  const plain = word.toLowerCase();
  return stems.has(stem(plain)) || (plain.length > 1 && isUninformative(plain, 'request'));
}

function isBeginning(before: string): boolean {
  const text = before.trimEnd();
  return text === '' || before.slice(text.length).includes('\n') || '.!?:;"“„«(-'.includes(text.at(-1) ?? '');
}
