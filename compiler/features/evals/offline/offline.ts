/** The offline tier: which cases a reader of the fields gets right, and by how much. */
import type { ToolEval } from '../../../plan/model.ts';
import type { Candidate } from './candidate.ts';
import { sameRequest } from './candidate.ts';
import { type CaseOutcome, wantedNames } from '../judge/judge.ts';
import { createReader } from './reader.ts';
import type { Ranked } from './reader.ts';

/** Reads the candidates once and judges any number of cases. */
export function createOfflineJudge(candidates: readonly Candidate[]): (one: ToolEval) => CaseOutcome {
  const rank = createReader(candidates);
  return ({ query, expect, never = [], after }) => {
    if (after) return notJudged('The case has earlier turns.');
    const wanted = wantedNames(expect);
    // A reader of words can neither refuse nor ask: measured, its refusals follow the length of a request.
    if (wanted.length === 0) return notJudged(`The case expects ${expect === null ? 'no call' : 'a question'}.`);
    const known = candidates.find(({ name, requests }) => wanted.includes(name) && requests.has(sameRequest(query)));
    // What a description holds word for word is found whatever else it says.
    if (known) return notJudged(`The request is an example of "${known.name}".`);
    if (candidates.length < 2) return notJudged('There is nothing else to choose.');
    return outcomeOf(rank(query), wanted, never);
  };
}

function notJudged(why: string): CaseOutcome {
  return { kind: 'not-judged', why };
}

function outcomeOf(ranked: readonly Ranked[], wanted: readonly string[], never: readonly string[]): CaseOutcome {
  const at = ranked.findIndex(({ name }) => wanted.includes(name));
  const best = ranked[at];
  const rival = ranked.find(({ name }) => !wanted.includes(name));
  const [own, other] = [best?.score ?? 0, rival?.score ?? 0];
  const largest = Math.max(own, other);
  // Where nothing in the request occurs in the tool, being first is an accident of order.
  const right = at === 0 && own > 0 && (rival === undefined || own > other) && !never.includes(best?.name ?? '');
  const reading = {
    rank: at === -1 ? ranked.length + 1 : at + 1,
    margin: largest > 0 ? (own - other) / largest : 0,
    rival: rival?.name,
  };
  return { kind: 'judged', right, called: largest > 0 ? ranked[0]?.name : undefined, reading };
}
