/** The offline tier: which cases a reader of the fields gets right, and by how much. */
import type { Expected, ToolEval } from '../plan/model.ts';
import type { Candidate } from './candidate.ts';
import { createReader } from './reader.ts';
import type { Ranked } from './reader.ts';

/** What the offline tier says of one case. */
export type OfflineVerdict =
  | {
      readonly judged: true;
      readonly right: boolean;
      /** 1 is the best. */
      readonly rank: number;
      /** Score of the expected tool less that of `rival`, as a share of the larger; negative where the case is lost. */
      readonly margin: number;
      /** The best of the others; undefined where there is no other. */
      readonly rival: string | undefined;
    }
  /** A reader of words can neither refuse nor ask: measured, its refusals follow the length of a request. */
  | { readonly judged: false; readonly why: string };

/** Reads the candidates once and judges any number of cases. */
export function createOfflineJudge(candidates: readonly Candidate[]): (one: ToolEval) => OfflineVerdict {
  const rank = createReader(candidates);
  return ({ query, expect, never = [], after }) => {
    if (after) return { judged: false, why: 'The case has earlier turns.' };
    const wanted = toolsOf(expect);
    if (wanted.length === 0)
      return { judged: false, why: expect === null ? 'The case expects no call.' : 'The case expects a question.' };
    return verdictOf(rank(query), wanted, never);
  };
}

function toolsOf(expect: Expected): readonly string[] {
  if (typeof expect === 'string') return [expect];
  return expect !== null && 'any_of' in expect ? expect.any_of : [];
}

function verdictOf(ranked: readonly Ranked[], wanted: readonly string[], never: readonly string[]): OfflineVerdict {
  const at = ranked.findIndex(({ name }) => wanted.includes(name));
  const best = ranked[at];
  const rival = ranked.find(({ name }) => !wanted.includes(name));
  const [own, other] = [best?.score ?? 0, rival?.score ?? 0];
  const largest = Math.max(own, other);
  // Where nothing in the request occurs in the tool, being first is an accident of order.
  const right = at === 0 && own > 0 && (rival === undefined || own > other) && !never.includes(best?.name ?? '');
  return {
    judged: true,
    right,
    rank: at === -1 ? ranked.length + 1 : at + 1,
    margin: largest > 0 ? (own - other) / largest : 0,
    rival: rival?.name,
  };
}
