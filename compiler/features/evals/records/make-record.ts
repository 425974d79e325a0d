/** A record from the scores of a run: every runner of evals records its results through this. */
import { choiceKey } from '../../../versions/receipts/choice.ts';
import type { Choice } from '../../../versions/receipts/choice.ts';
import type { EvalRecord, Score } from '../../../versions/receipts/record.ts';
import { sumsOf } from '../../../versions/receipts/record.ts';

/** What a runner says of its run. */
export type RunFacts = Pick<EvalRecord, 'model' | 'tier' | 'date' | 'engine' | 'seeds'>;

/** `scores`: by the id of the case. The sentence says which cases have no score. */
export function makeRecord(
  choice: Choice,
  run: RunFacts,
  scores: ReadonlyMap<string, Score>,
): { readonly record: EvalRecord } | { readonly problem: string } {
  const missing = choice.cases.filter(({ id }) => !scores.has(id)).map(({ request }) => JSON.stringify(request));
  if (missing.length > 0) {
    const shown = missing.slice(0, 3).join(', ');
    const more = missing.length > 3 ? ' …' : '';
    return { problem: `${missing.length} of ${choice.cases.length} cases have no result: ${shown}${more}` };
  }
  const scored = choice.cases.map(({ id, owner }) => ({ id, owner, score: scores.get(id) ?? { passed: 0, n: 0 } }));
  const { model, tier, date, engine, seeds } = run;
  return {
    record: {
      choice: choiceKey(choice),
      model,
      tier,
      ...(engine !== undefined && { engine }),
      ...(seeds && { seeds }),
      date,
      hash: choice.hash,
      casesHash: choice.casesHash,
      ...sumsOf(scored),
      cases: Object.fromEntries(scored.map(({ id, score }) => [id, score])),
    },
  };
}
