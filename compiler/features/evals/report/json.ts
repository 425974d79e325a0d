/** A run of evals as members of a JSON result. */
import { isProven } from '../suggest/suggestion.ts';
import type { Suggestion } from '../suggest/suggestion.ts';
import type { ChoiceRun } from '../figures/suite.ts';
import { choiceKey } from '../../../versions/receipts/choice.ts';
import type { SourceFile } from '../../../base/diagnostic.ts';
import { positionAt } from '../../../base/diagnostic.ts';
import type { EvalReport } from './report.ts';

export function evalsAsJson(report: EvalReport): object {
  const {
    runs,
    compared,
    gate,
    suggestions,
    findings: { sources },
  } = report;
  return {
    run: runMember(report),
    evals: runs.map(runEntry),
    ...(gate && { gate }),
    ...(compared && {
      against: { label: compared.label, ...compared.comparison, before: compared.before.map(runEntry) },
    }),
    ...(suggestions && {
      suggestions: { ...suggestions, list: suggestions.list.map((one) => suggestionEntry(one, sources)) },
    }),
  };
}

/** Who gave the results, and what `haft eval merge` needs to know of a part. */
function runMember({ heading, of: { tier, model, engine, seeds }, part }: EvalReport): object {
  const shard = part && {
    shard: `${part.number}/${part.of}`,
    choices: part.choices.map((choice) => {
      return { choice: choiceKey(choice), hash: choice.hash, casesHash: choice.casesHash, cases: choice.cases.length };
    }),
  };
  return { heading, tier, model, engine, seeds, ...shard };
}

function runEntry({ choice, figures, cases }: ChoiceRun): object {
  const results = cases.map(({ one, trials }) => ({ id: one.id, owner: one.owner, request: one.request, trials }));
  return { choice: choiceKey(choice), figures, cases: results };
}

function suggestionEntry(one: Suggestion, sources: ReadonlyMap<string, SourceFile>): object {
  const { id, kind, choice, expected = null, chosen = null, title, from, leavesScore = false, gain, fix, span } = one;
  const { line, column } = positionAt(sources.get(span.file)?.text ?? '', span.start);
  const { won, lost, cases, own = null } = gain;
  const place = { file: span.file, line, column };
  const edits = fix.edits.map(({ file, start, end, text }) => ({ file, start, end, text }));
  const measured = { won, lost, cases, own };
  return {
    id,
    kind,
    choice,
    expected,
    chosen,
    title,
    ...place,
    from,
    leavesScore,
    proven: isProven(one),
    gain: measured,
    edits,
  };
}
