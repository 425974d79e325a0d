/** What to do after a run of evals: the next steps, and suggestions as text. */
import { type Separation, type Suggestion, type Suggestions, isProven } from '../suggest/suggestion.ts';
import { type SourceFile, positionAt } from '../../../base/diagnostic.ts';
import { applyEdits } from '../../../spec/yaml/apply-edits.ts';
import { cut, escapeUnsafe, firstFew, oneLine } from '../../../base/text/escape.ts';
import { lineDiff } from '../../../base/text/difference.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { TIERS } from '../../../versions/receipts/tiers.ts';
import { groupBy } from '../../../base/groups.ts';
import { areDeclined } from '../figures/suite.ts';
import { type Cell, confusionsOf, matrixOf } from '../figures/confusions.ts';
import { type EvalReport, type NextCommands, choiceTitle, isSilent } from './figures-text.ts';

type Sources = ReadonlyMap<string, SourceFile>;

export function suggestionsText(
  { list, separations, tried, breaking, withoutGain, unsound, unusable, unmeasured }: Suggestions,
  sources: Sources,
  show: (file: string) => string,
  { fix, suggest: again }: NextCommands,
): string {
  const parts = [
    `${pluralize(tried, 'edit')} tried`,
    breaking > 0 ? `${breaking} dropped for breaking a case` : '',
    withoutGain > 0 ? `${withoutGain} dropped because they fix none` : '',
    unsound > 0 ? `${unsound} dropped for a new finding of \`haft check\`` : '',
    unmeasured > 0 ? `${unmeasured} not measured, because the limit of the run was reached` : '',
  ].filter((part) => part !== '');
  const blocks = list.map((one) => suggestionText(one, sources, show));
  const how = list.some(isProven)
    ? [`Write them with \`${fix} <id>\`; \`--fix all\` writes those that are proven.\n`]
    : [];
  const separated = separations.slice(0, MAX_SEPARATIONS).map(separationText);
  const edits = tried === 0 && list.length === 0 ? [] : [`\nSuggestions: ${parts.join(', ')}.\n`, ...blocks, ...how];
  const left = unusable === 0 ? '' : `\n${unusableText(unusable, again)}\n`;
  return [separated.length === 0 ? '' : `\nTo separate:\n\n${separated.join('\n')}`, edits.join('\n'), left].join('');
}

/** Without the command where the flags of the run name no model. */
function unusableText(count: number, again: string | undefined): string {
  const subject = count === 1 ? 'sentence of the model was' : 'sentences of the model were';
  const why = `${count} ${subject} left out: each must be one clause, without a name, a number or a value of a case.`;
  return again === undefined ? why : `${why} \`${again} --no-cache\` asks for another.`;
}

const MAX_SEPARATIONS = 10;
const MAX_REQUESTS = 6;

function separationText({ choice, expected, chosen, confused, own }: Separation): string {
  const quoted = (one: string): string => `    ${escapeUnsafe(JSON.stringify(cut(one, 160)))}`;
  const listed = (requests: readonly string[]): readonly string[] =>
    firstFew(requests, MAX_REQUESTS, quoted, (more) => `    … and ${more} more`);
  const lines = [
    `"${expected}" from "${chosen}" (${choice.replace('/', ' ')})`,
    `  meant for "${expected}", led to "${chosen}":`,
    ...listed(confused),
    ...(own.length > 0 ? [`  meant for "${chosen}":`, ...listed(own)] : []),
    `  State the difference in \`when\` of "${expected}", or in \`instead\` of "${chosen}".`,
  ];
  return lines.map((line) => `  ${line}\n`).join('');
}

function suggestionText(one: Suggestion, sources: Sources, show: (file: string) => string): string {
  const lines = [`${one.id}  ${oneLine(one.title)}`, `  ${placeText(one, sources, show)}: ${gainText(one)}`];
  return `${lines.join('\n')}\n${previewOf(one, sources).replace(/^(?=.)/gm, '  ')}`;
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
  const gain = `${won.length} of ${pluralize(cases, 'other case')} ${become} right, none breaks.`;
  if (isProven(one)) return gain;
  const why =
    won.length > 0
      ? `${gain} Each of them shares a word with it.`
      : `${ownText(one)}, and no other case shows that it helps.`;
  return `Unproven: ${why}`;
}

function ownText({ from, gain }: Suggestion): string {
  const requests = from.length === 1 ? 'the case' : `the ${from.length} cases`;
  return gain.own === true ? `it makes ${requests} right that it was made from` : 'it makes nothing right';
}

/** The lines of the file that it changes, with - and +. */
export function previewOf({ fix, span }: Suggestion, sources: Sources): string {
  const text = sources.get(span.file)?.text ?? '';
  return lineDiff(span.file, text, applyEdits(text, fix.edits));
}

/** What to do after a run of evals, the most urgent first. */
interface EvalStep {
  readonly says: string;
  readonly command?: string;
  /** Requests, or names of choices, that it is for. */
  readonly about: readonly string[];
}

export function evalSteps({
  of,
  runs,
  compared,
  suggestions,
  commands,
}: Pick<EvalReport, 'of' | 'runs' | 'compared' | 'suggestions' | 'commands'>): readonly EvalStep[] {
  const confusions = joinCells(runs.flatMap((run) => confusionsOf(matrixOf(run))));
  const failed = runs.flatMap(({ figures }) => figures.failed);
  const flaky = runs.flatMap(({ figures }) => figures.flaky);
  const silent = runs.filter((run) => isSilent(run) && !areDeclined([run]));
  return [
    ...comparisonSteps(compared),
    ...step(silent.length > 0, 'Check the model: it never called anything.', silent.map(choiceTitle)),
    ...step(failed.length > 0, `See why ${pluralize(failed.length, 'case')} had no answer.`, []),
    ...step(
      confusions.some(({ fault }) => fault !== 'outside') && !suggestions && commands.suggest !== undefined,
      'See the requests that a sentence has to separate.',
      [],
      commands.suggest,
    ),
    ...confusions.toSorted((a, b) => b.cases.length - a.cases.length).map(apart),
    ...step(flaky.length > 0, `Rewrite or clarify ${pluralize(flaky.length, 'flaky case')}.`, flaky),
    ...step(TIERS[of.tier].isOffline, 'Ask a model: offline, only words are compared.', [], commands.model),
  ];
}

function comparisonSteps(compared: EvalReport['compared']): readonly EvalStep[] {
  if (compared?.comparison.verdict !== 'worse') return [];
  const lost = pluralize(compared.comparison.lost.length, 'case');
  return [{ says: `Revise the change: compared with ${compared.label}, ${lost} lost their tool.`, about: [] }];
}

/** The cells that have one step whatever is expected, as one. */
function joinCells(cells: readonly Cell[]): readonly Cell[] {
  const groups = groupBy(cells, (cell) => (cell.declined ? 'declined' : cell.fault === 'outside' ? 'outside' : cell));
  return [...groups.values()].map((group) => ({ ...group[0], cases: group.flatMap(({ cases }) => cases) }));
}

function apart({ expected, chosen, declined, fault, cases }: Cell): EvalStep {
  const about = cases.map(({ one }) => JSON.stringify(one.request));
  const requests = pluralize(cases.length, 'request');
  const lead = cases.length === 1 ? 'leads' : 'lead';
  if (declined)
    return { says: `Ask another model too: ${requests} ${cases.length === 1 ? 'was' : 'were'} declined.`, about };
  if (fault === 'outside')
    return {
      says: `Ask another model too: ${requests} ${lead} to ${cases.length === 1 ? 'a call that reaches' : 'calls that reach'} no tool or skill that was offered.`,
      about,
    };
  if (expected === undefined)
    return { says: `State in the description of "${chosen ?? ''}" when not to use it: ${requests}.`, about };
  if (chosen === undefined)
    return { says: `State in the description of "${expected}" that such requests are meant: ${requests}.`, about };
  if (expected === chosen) return { says: `Rule out what "${chosen}" must not be called for: ${requests}.`, about };
  return { says: `Distinguish "${expected}" from "${chosen}": ${requests} ${lead} to the wrong one.`, about };
}

function step(applies: boolean, says: string, about: readonly string[], command?: string): readonly EvalStep[] {
  return applies ? [{ says, about, ...(command !== undefined && { command }) }] : [];
}
