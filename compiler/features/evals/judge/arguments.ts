/** The arguments of a call against those that a case expects. */
import { compilePattern, isObject, ownMember } from '@haft/runtime/language';
import type { Json, JsonObject, ObjectSchema } from '@haft/runtime';
import { matcherOf } from '../../../check/analysis/evals/matcher.ts';
import type { Matcher } from '../../../check/analysis/evals/matcher.ts';

export interface ArgumentsJudgment {
  /** Names of expected arguments that the call does not have as expected, in the order of the case. */
  readonly wrong: readonly string[];
  /** Names of arguments that the case says nothing of; they count neither way. */
  readonly extra: readonly string[];
}

/**
 * Only what the case lists is compared. Strings are equal without regard to case, spaces and enclosing punctuation; a
 * default that a model repeats or leaves out is the same call.
 */
export function judgeArguments(
  expected: JsonObject,
  given: JsonObject,
  { properties }: Pick<ObjectSchema, 'properties'>,
): ArgumentsJudgment {
  const isWrong = (name: string): boolean => {
    const usual = ownMember(properties ?? {}, name)?.default;
    return !fits(matcherOf(expected[name] ?? null), ownMember(given, name), usual);
  };
  const names = Object.keys(expected);
  return { wrong: names.filter(isWrong), extra: Object.keys(given).filter((name) => !names.includes(name)) };
}

/** `usual`: the default of the parameter. */
function fits(matcher: Matcher, given: Json | undefined, usual: Json | undefined): boolean {
  if (matcher.kind === 'absent') return given === undefined || (usual !== undefined && isEqual(usual, given));
  const value = given ?? usual;
  if (value === undefined) return false;
  if (matcher.kind === 'matches') return typeof value === 'string' && compilePattern(matcher.pattern)(value) === true;
  const values = matcher.kind === 'equals' ? [matcher.value] : matcher.values;
  return values.some((one) => isEqual(one, value));
}

/** Lists item by item; of maps only the members that are expected. */
function isEqual(expected: Json, given: Json): boolean {
  if (typeof expected === 'string' && typeof given === 'string') return normalized(expected) === normalized(given);
  if (Array.isArray(expected)) {
    if (!Array.isArray(given) || given.length !== expected.length) return false;
    return expected.every((one, index) => isEqual(one, given[index] ?? null));
  }
  if (!isObject(expected)) return expected === given;
  return isObject(given) && Object.entries(expected).every(([key, one]) => isEqual(one, ownMember(given, key) ?? null));
}

/** At the end of a string, where they carry no meaning. */
const ENCLOSING = ' "\')].,;:!?';

function normalized(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');
  const spaced = plain.replaceAll(/\s+/g, ' ').replace(/^[ "'([]+/, '');
  let end = spaced.length;
  while (end > 0 && ENCLOSING.includes(spaced.charAt(end - 1))) end -= 1;
  return spaced.slice(0, end);
}
