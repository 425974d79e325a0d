/** `haft eval --fix`: writes the suggestions that the author picks, and runs the cases once more. */
import { unknownName } from '../../../check/analysis/unknown-name.ts';
import { gainOf } from '../suggest/measure.ts';
import { isProven } from '../suggest/suggestion.ts';
import type { Suggestion } from '../suggest/suggestion.ts';
import type { ChoiceRun } from '../figures/suite.ts';
import { evalSummary } from '../report/summary.ts';
import { escapeUnsafe } from '../../../base/text/escape.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { formatFlag } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { writeSpecs } from '../../../edge/write/write-specs.ts';
import type { RunContext } from './run-context.ts';
import { withEdit } from './suggest.ts';
import type { Measured } from './suggest.ts';
import type { Suggested } from './suggest-edits.ts';

/** The runs with the edits; undefined where nothing was written, or nothing could be measured any more. `flags`: ids, or `all`. */
export async function fixSuggested(
  { suggestions, start, bench }: Suggested,
  flags: readonly string[],
  { project, invocation }: RunContext,
): Promise<readonly ChoiceRun[] | undefined> {
  const chosen = pick(suggestions.list, flags);
  const lines: string[] = [];
  let current: Measured = start;
  for (const one of chosen) {
    const tried = await withOne(one, current, bench);
    if ('problem' in tried) lines.push(`${one.id} was left out: ${tried.problem}`);
    else {
      current = tried;
      lines.push(`${one.span.file}: ${one.title} (${one.id})`);
    }
  }
  const isDry = invocation.flags['dry-run'] === true;
  if (!isDry) writeSpecs(project.root, start.specs, current.specs);
  const count = chosen.length - lines.filter((line) => line.includes(' was left out: ')).length;
  lines.push(`${pluralize(count, 'edit')} ${isDry ? 'available' : 'applied'}.`);
  const stream = formatFlag(invocation) === 'text' ? process.stdout : process.stderr;
  stream.write(escapeUnsafe(`\n${lines.join('\n')}\n`));
  if (count === 0 || isDry) return undefined;
  stream.write(escapeUnsafe(evalSummary('\nWith the edits', current.runs)));
  return current.runs;
}

function pick(list: readonly Suggestion[], flags: readonly string[]): readonly Suggestion[] {
  const ids = flags.flatMap((flag) => flag.split(',')).map((id) => id.trim());
  const known = list.map(({ id }) => id);
  const unknown = ids.find((id) => id !== 'all' && !known.includes(id));
  if (unknown !== undefined) {
    const [message, hint] = unknownName('suggestion', unknown, known);
    throw new Failure(message, known.length === 0 ? 'There are no suggestions: run `haft eval --suggest`.' : hint);
  }
  return list.filter((one) => ids.includes(one.id) || (ids.includes('all') && isProven(one)));
}

/** On top of the edits before it: together they may break a case that none of them breaks alone. */
async function withOne(
  one: Suggestion,
  current: Measured,
  bench: Suggested['bench'],
): Promise<Measured | { readonly problem: string }> {
  const edited = withEdit(one, current, bench);
  if (!edited) return { problem: 'the text cannot be changed safely.' };
  if (!edited.isSound()) return { problem: 'together with the others it causes a new finding of `haft check`.' };
  const runs = await bench.measure(bench.choicesOf(edited.compiled), edited.compiled);
  if (!runs) return { problem: 'the limit of the run leaves no requests to measure it.' };
  const gain = gainOf({ from: [] }, current.runs, runs);
  if (gain.lost.length > 0)
    return { problem: `together with the others it breaks ${pluralize(gain.lost.length, 'case')}.` };
  return { specs: edited.specs, compiled: edited.compiled, diagnostics: edited.diagnostics(), runs };
}
