/** Suggestions as text: what each would change, where, and what it does to the other cases. */
import { isProven } from '../../choose/suggest/suggestion.ts';
import type { Suggestion, Suggestions } from '../../choose/suggest/suggestion.ts';
import type { SourceFile } from '../../diagnostic.ts';
import { positionAt } from '../../diagnostic.ts';
import { applyEdits } from '../../load/apply-edits.ts';
import { escapeUnsafe, oneLine } from '../text/escape.ts';
import { lineDiff } from '../text/line-diff.ts';
import { pluralize } from '../text/pluralize.ts';

type Sources = ReadonlyMap<string, SourceFile>;

export function suggestionsText(
  { list, tried, breaking, withoutGain, unmeasured }: Suggestions,
  sources: Sources,
  show: (file: string) => string,
): string {
  const parts = [
    `${pluralize(tried, 'edit')} tried`,
    breaking > 0 ? `${breaking} dropped because they break a case` : '',
    withoutGain > 0 ? `${withoutGain} dropped because they help none` : '',
    unmeasured > 0 ? `${unmeasured} not measured, because the limit of the run was reached` : '',
  ].filter((part) => part !== '');
  const blocks = list.map((one) => suggestionText(one, sources, show));
  const how =
    list.length > 0 ? ['Write them with `haft eval --fix <id>`; `--fix all` writes those with a measured gain.\n'] : [];
  return [`\nSuggestions: ${parts.join(', ')}.\n`, ...blocks, ...how].join('\n');
}

function suggestionText(one: Suggestion, sources: Sources, show: (file: string) => string): string {
  const lines = [`${one.id}  ${oneLine(one.title)}`, `  ${placeText(one, sources, show)}: ${gainText(one)}`];
  return `${lines.join('\n')}\n${indented(previewOf(one, sources))}`;
}

/** `specs/clock.yaml:12:7`. */
export function placeText({ span }: Suggestion, sources: Sources, show: (file: string) => string): string {
  const { line, column } = positionAt(sources.get(span.file)?.text ?? '', span.start);
  return `${escapeUnsafe(show(span.file))}:${line}:${column}`;
}

/** `2 of 9 other cases become right, none breaks`. */
export function gainText(one: Suggestion): string {
  const { won, cases, own } = one.gain;
  const count = one.from.length;
  const requests = pluralize(count, 'case');
  const source = one.leavesScore === true ? `; ${requests} becomes an example and leaves the score` : '';
  if (isProven(one)) return `${won.length} of ${cases} other cases become right, none breaks${source}`;
  const right = own === true ? `makes the ${requests} right that it was made from` : `changes nothing`;
  return `unproven: ${right}; no other case shows it, none of ${cases} breaks${source}`;
}

/** The lines of the file that it changes, with - and +. */
export function previewOf({ fix, span }: Suggestion, sources: Sources): string {
  const text = sources.get(span.file)?.text ?? '';
  return lineDiff(span.file, text, applyEdits(text, fix.edits));
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
