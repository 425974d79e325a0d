/** Suggestions as text: what each would change, where, and what it does to the other cases. */
import { isProven } from '../suggest/suggestion.ts';
import type { Suggestion, Suggestions } from '../suggest/suggestion.ts';
import type { SourceFile } from '../../../base/diagnostic.ts';
import { positionAt } from '../../../base/diagnostic.ts';
import { applyEdits } from '../../../spec/yaml/apply-edits.ts';
import { escapeUnsafe, oneLine } from '../../../base/text/escape.ts';
import { lineDiff } from '../../../base/text/difference.ts';
import { pluralize } from '../../../base/text/pluralize.ts';

type Sources = ReadonlyMap<string, SourceFile>;

export function suggestionsText(
  { list, tried, breaking, withoutGain, unmeasured }: Suggestions,
  sources: Sources,
  show: (file: string) => string,
): string {
  const parts = [
    `${pluralize(tried, 'edit')} tried`,
    breaking > 0 ? `${breaking} dropped for breaking a case` : '',
    withoutGain > 0 ? `${withoutGain} dropped because they fix none` : '',
    unmeasured > 0 ? `${unmeasured} not measured, because the limit of the run was reached` : '',
  ].filter((part) => part !== '');
  const blocks = list.map((one) => suggestionText(one, sources, show));
  const how =
    list.length > 0 ? ['Write them with `haft eval --fix <id>`; `--fix all` writes those with a measured gain.\n'] : [];
  return [`\nSuggestions: ${parts.join(', ')}.\n`, ...blocks, ...how].join('\n');
}

function suggestionText(one: Suggestion, sources: Sources, show: (file: string) => string): string {
  const lines = [`${one.id}  ${oneLine(one.title)}`, `  ${placeText(one, sources, show)}: ${gainText(one)}`];
  return `${lines.join('\n')}\n${indentLines(previewOf(one, sources))}`;
}

/** `specs/clock.yaml:12:7`. */
export function placeText({ span }: Suggestion, sources: Sources, show: (file: string) => string): string {
  const { line, column } = positionAt(sources.get(span.file)?.text ?? '', span.start);
  return `${escapeUnsafe(show(span.file))}:${line}:${column}`;
}

/** `2 of 9 other cases become right, none breaks.` */
export function gainText(one: Suggestion): string {
  const { won, cases } = one.gain;
  const become = won.length === 1 ? 'becomes' : 'become';
  const other = cases === 1 ? 'the other case' : `${cases} other cases`;
  const gain = isProven(one)
    ? cases === 1
      ? 'The other case becomes right.'
      : `${won.length} of ${cases} other cases ${become} right, none breaks.`
    : `Unproven: ${ownText(one)}, and no other case shows that it helps. ${cases === 0 ? 'There is none to break.' : `Of ${other}, none breaks.`}`;
  return `${gain}${scoreText(one)}`;
}

function ownText({ from, gain }: Suggestion): string {
  const requests = from.length === 1 ? 'the case' : `the ${from.length} cases`;
  return gain.own === true ? `it makes ${requests} right that it was made from` : 'it makes nothing right';
}

/** A case whose request is in the description shows nothing any more. */
function scoreText({ leavesScore = false, gain }: Suggestion): string {
  if (!leavesScore) return '';
  return gain.own === undefined
    ? ' Its case becomes an example and leaves the score.'
    : ' Its case becomes an example and leaves the score offline; a model is still asked, so write another case.';
}

/** The lines of the file that it changes, with - and +. */
export function previewOf({ fix, span }: Suggestion, sources: Sources): string {
  const text = sources.get(span.file)?.text ?? '';
  return lineDiff(span.file, text, applyEdits(text, fix.edits));
}

function indentLines(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
