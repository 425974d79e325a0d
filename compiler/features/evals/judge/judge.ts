/** What a case expects, and what a model did with its request against that. */
import type { Json, JsonObject, ObjectSchema } from '@haft/runtime';
import type { Expectation, ToolEval } from '../../../plan/model.ts';
import { type OfferedTool, calledOf } from '../online/conversation.ts';
import type { EngineAnswer } from '../online/engine.ts';
import { compilePattern, isObject, ownMember } from '@haft/runtime/language';
import { type Matcher, matcherOf } from '../../../check/analysis/evals/arguments.ts';

export type CaseOutcome =
  /** Nothing is known of the model: it is never counted as wrong. */
  | { readonly kind: 'error'; readonly message: string; readonly step?: string }
  /** The tier cannot judge such a case. */
  | { readonly kind: 'not-judged'; readonly why: string }
  | {
      readonly kind: 'judged';
      /** Whether the right tool was called, or rightly none. */
      readonly right: boolean;
      /** Name of the tool or skill that was called: the first, or one that must not be; undefined where none was. */
      readonly called?: string | undefined;
      /** Why this call is wrong whatever is expected: the case rules it out, or no tool or skill of the choice has it. */
      readonly fault?: 'ruled-out' | 'outside';
      /** Whether the model declined the request; then nothing was called. */
      readonly declined?: boolean;
      /** Only where the right tool was called, and the case expects arguments or the call has none that can be read. */
      readonly arguments?: ArgumentsJudgment;
      /** Only of the offline tier. */
      readonly reading?: OfflineReading;
    };

export type JudgedCase = Extract<CaseOutcome, { readonly kind: 'judged' }>;

/** How clear the offline reader's choice was. */
export interface OfflineReading {
  /** Rank of the expected tool; 1 is the best. */
  readonly rank: number;
  /** Score of the expected tool less that of the rival, as a share of the larger; negative where the case is lost. */
  readonly margin: number;
  /** The best of the others; undefined where there is no other. */
  readonly rival?: string | undefined;
}

export function judge(one: ToolEval, answer: EngineAnswer, tools: readonly OfferedTool[]): CaseOutcome {
  if (answer.kind === 'error')
    return { kind: 'error', message: answer.message, ...(answer.step && { step: answer.step }) };
  const calls = answer.kind === 'call' ? [answer, ...answer.later].map((call) => calledOf(call, tools)) : [];
  const ruledOut = calls.find(({ name }) => one.never?.includes(name));
  const { name: called, tool } = ruledOut ?? calls[0] ?? {};
  const fault: JudgedCase['fault'] = ruledOut ? 'ruled-out' : called !== undefined && !tool ? 'outside' : undefined;
  const right = !fault && meets(one.expect, called, answer.kind === 'text' && asksUser(answer.text));
  const declined = answer.kind === 'declined' && ({ declined: true } as const);
  const judged = { kind: 'judged', right, called, ...(fault && { fault }), ...declined } as const;
  if (!right || answer.kind !== 'call') return judged;
  if (answer.arguments === null)
    return { ...judged, arguments: { wrong: Object.keys(one.arguments ?? {}), extra: [], unreadable: true } };
  if (!one.arguments) return judged;
  return { ...judged, arguments: judgeArguments(one.arguments, answer.arguments, tool?.inputSchema ?? {}) };
}

/** What sentences end with: all of it that is there, so that long texts are read once. */
const ENDS = /(?<![!?"')\]*_`~»”’])[!?"')\]*_`~»”’]+(?=[\s<\u0080-\uffff]|$)/gu;

/** Whether a sentence ends with a question mark: one inside a word, as in an address, ends none. */
function asksUser(text: string): boolean {
  return /[？؟]/.test(text) || [...text.matchAll(ENDS)].some(([end]) => end.includes('?'));
}

function meets(expect: Expectation, called: string | undefined, asks: boolean): boolean {
  if (expect === null) return called === undefined;
  if (typeof expect === 'string') return called === expect;
  if ('any_of' in expect) return called !== undefined && expect.any_of.includes(called);
  return called === undefined && asks;
}

interface ArgumentsJudgment {
  /** Names of expected arguments that the call does not have as expected, in the order of the case. */
  readonly wrong: readonly string[];
  /** Names of arguments that the case says nothing of; they count neither way. */
  readonly extra: readonly string[];
  /** Whether the arguments of the call are not a JSON object. */
  readonly unreadable?: boolean;
}

/**
 * Only what the case lists is compared. Strings are equal without regard to case, spaces and enclosing punctuation; a
 * default that a model repeats or leaves out is the same call.
 */
export function judgeArguments(
  expected: JsonObject,
  args: JsonObject,
  { properties }: Pick<ObjectSchema, 'properties'>,
): ArgumentsJudgment {
  const isWrong = (name: string): boolean => {
    const usual = ownMember(properties ?? {}, name)?.default;
    return !fits(matcherOf(expected[name] ?? null), ownMember(args, name), usual);
  };
  const names = Object.keys(expected);
  return { wrong: names.filter(isWrong), extra: Object.keys(args).filter((name) => !names.includes(name)) };
}

/** `usual`: the default of the parameter. */
function fits(matcher: Matcher, actual: Json | undefined, usual: Json | undefined): boolean {
  if (matcher.kind === 'absent') return actual === undefined || (usual !== undefined && isEqual(usual, actual));
  // Null is a value, which a server may reject.
  const value = actual === undefined ? usual : actual;
  if (value === undefined) return false;
  if (matcher.kind === 'matches') return typeof value === 'string' && compilePattern(matcher.pattern)(value) === true;
  const values = matcher.kind === 'equals' ? [matcher.value] : matcher.values;
  return values.some((one) => isEqual(one, value));
}

/** Lists item by item; of maps only the members that are expected. */
function isEqual(expected: Json, actual: Json): boolean {
  if (typeof expected === 'string' && typeof actual === 'string')
    return normalizeText(expected) === normalizeText(actual);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    return expected.every((one, index) => isEqual(one, actual[index] ?? null));
  }
  if (!isObject(expected)) return expected === actual;
  if (!isObject(actual)) return false;
  return Object.entries(expected).every(([key, one]) => {
    const member = ownMember(actual, key);
    return member !== undefined && isEqual(one, member);
  });
}

/** At the end of a string, where they carry no meaning. */
const ENCLOSING = ' "\')].,;:!?';

function normalizeText(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');
  const spaced = plain.replaceAll(/\s+/g, ' ').replace(/^[ "'([]+/, '');
  let end = spaced.length;
  while (end > 0 && ENCLOSING.includes(spaced.charAt(end - 1))) end -= 1;
  return spaced.slice(0, end);
}

/** Names of the tools and skills that a case accepts; none where it expects no call or a question. */
export function wantedNames(expect: Expectation): readonly string[] {
  if (typeof expect === 'string') return [expect];
  return expect !== null && 'any_of' in expect ? expect.any_of : [];
}

export function expectsCall(expect: Expectation): boolean {
  return wantedNames(expect).length > 0;
}
