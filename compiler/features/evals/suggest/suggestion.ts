/** The definition that every kind of suggestion implements, how its edit is made in a spec, and what an edit gains. */
import type { Fix, Span, TextEdit } from '../../../base/diagnostic.ts';
import { termsOf } from '../offline/terms.ts';
import { type CaseRun, type ChoiceRun, allOutcomes, caseKey } from '../figures/suite.ts';
import { partOfTool } from '../../../check/analysis/names/tool-references.ts';
import type { CheckedSpec } from '../../../check/model.ts';
import { valueAt } from '../../../spec/shape/place.ts';
import { type CaseOutcomes, areRight, isMost, isRight, judgedOf } from '../figures/figures.ts';

/** Requests that went wrong in the same way, in one choice. */
export interface Confusion {
  readonly run: ChoiceRun;
  /** Name of the tool or skill that should have been chosen; undefined where no call or a question was expected. */
  readonly expected: string | undefined;
  /** What was chosen instead; undefined where there was no call, or only the arguments were wrong. */
  readonly chosen: string | undefined;
  readonly cases: readonly CaseRun[];
}

/** An edit of one field of one tool or skill. */
export interface Edit {
  /** Name of the tool or skill that is edited. */
  readonly name: string;
  /** Below the tool or skill. */
  readonly path: readonly string[];
  /** `append`: to the list at the path, which may be absent. `replace`: the text at the path. */
  readonly how: 'append' | 'replace';
  readonly value: unknown;
  /** What it adds, in words: a gain only among requests that share them proves nothing. */
  readonly words: string;
  /** What it does, in the imperative. */
  readonly title: string;
  /** Ids of the cases that it was made from: they do not count when it is measured. */
  readonly from: readonly string[];
}

/** An edit, with the id of the kind that proposes it. */
export interface SuggestedEdit extends Edit {
  /** Those of the choice, in which the name is unique. */
  readonly servers: readonly string[];
  readonly kind: string;
}

export interface SuggestionKind {
  readonly id: string;
  /** Which edit it is, for the docs. */
  readonly says: string;
  /** What went wrong in the requests that it is asked about: what was called, or its arguments alone. */
  readonly about: 'choice' | 'arguments';
  propose(confusion: Confusion): readonly Edit[];
}

/** A proposal that was measured and broke nothing. */
export interface Suggestion extends SuggestedEdit {
  /** Made of its content: the same as long as specs and cases are. */
  readonly id: string;
  /** `server/clock`. */
  readonly choice: string;
  readonly expected: string | undefined;
  readonly chosen: string | undefined;
  readonly fix: Fix;
  /** Place of the field in the author's file. */
  readonly span: Span;
  readonly gain: ReturnType<typeof gainOf>;
}

/** Two tools or skills that requests confuse. */
export interface Separation {
  /** `server/clock`. */
  readonly choice: string;
  readonly expected: string;
  readonly chosen: string;
  /** Meant for the one, and led to the other. */
  readonly confused: readonly string[];
  /** Meant for the other. */
  readonly own: readonly string[];
}

export interface Suggestions {
  /** The largest gain first; none offline. */
  readonly list: readonly Suggestion[];
  /** What an author can separate. */
  readonly separations: readonly Separation[];
  /** Proposals that were tried, and why others were not listed. */
  readonly tried: number;
  readonly breaking: number;
  readonly withoutGain: number;
  /** The best for a pair, which led to a new finding of `haft check`. */
  readonly unsound: number;
  /** Sentences of the model that may not stand in a description. */
  readonly unusable: number;
  /** For which a limit left no requests. */
  readonly unmeasured: number;
}

/** Whether a model shows that it helps in other cases, also in one that shares no word with it. */
export function isProven({ gain }: Pick<Suggestion, 'gain'>): boolean {
  return gain.apart.length > 0;
}

/** Undefined where the text cannot be changed safely, for example a text over several lines. */
export function editOf(
  { name, servers, path, how, value }: SuggestedEdit,
  spec: CheckedSpec,
): { readonly edit: TextEdit; readonly span: Span } | undefined {
  const [tool] = spec.names.tools.resolve(name, servers);
  const part = (tool && partOfTool(spec, tool)) ?? spec.skills.find((one) => one.spec.name === name);
  if (!part) return undefined;
  const current = path.reduce<unknown>(valueAt, part.spec);
  const parent = path.slice(0, -1);
  const key = path.at(-1) ?? '';
  const edit =
    how === 'replace'
      ? part.edit({ kind: 'replace', path, value })
      : Array.isArray(current) && current.length > 0
        ? part.edit({ kind: 'insert-item', path, after: current.length - 1, value })
        : current === undefined
          ? part.edit({ kind: 'insert', path: parent, key, value: [value] })
          : undefined;
  return edit && { edit, span: part.at(current === undefined ? parent : path) };
}

/** What a proposal did to the cases that it was not made from: the runs of the same choices before and after. */
export function gainOf(
  { from, words }: Pick<SuggestedEdit, 'from' | 'words'>,
  before: readonly ChoiceRun[],
  after: readonly ChoiceRun[],
) {
  const all = before.flatMap(({ choice, cases }) => cases.map(({ one }) => ({ one, key: caseKey(choice, one) })));
  const keysOf = (fits: (request: string) => boolean): ReadonlySet<string> =>
    new Set(all.filter(({ one }) => fits(one.request)).map(({ key }) => key));
  const requests = new Set(all.filter(({ one }) => from.includes(one.id)).map(({ one }) => one.request));
  // Another choice may hold the very same request: it gave the suggestion as well.
  const sources = keysOf((request) => requests.has(request));
  const was = new Map(allOutcomes(before).map((one) => [one.id, one]));
  const pairs = allOutcomes(after).flatMap((one) => {
    const [earlier, later] = [was.get(one.id), passes(one)];
    const old = earlier && passes(earlier);
    return old === undefined || later === undefined ? [] : [{ id: one.id, old, now: later }];
  });
  const others = pairs.filter(({ id }) => !sources.has(id));
  const own = pairs.filter(({ id }) => sources.has(id));
  const won = others.filter(({ old, now }) => !old && now).map(({ id }) => id);
  const added = new Set(termsOf(words));
  const sharing = keysOf((request) => termsOf(request).some((term) => added.has(term)));
  return {
    /** Ids of cases that it made right. */
    won,
    /** Those of `won` that share no word with what it adds. */
    apart: won.filter((id) => !sharing.has(id)),
    /** Ids of cases that it broke. */
    lost: others.filter(({ old, now }) => old && !now).map(({ id }) => id),
    /** How many cases were compared. */
    cases: others.length,
    /** Whether the cases that it was made from are right now; undefined where they are not judged any more. */
    own: own.length === 0 ? undefined : own.every(({ now }) => now),
  };
}

/** The right tool with the right arguments; undefined where it could not be judged. */
function passes(one: CaseOutcomes): boolean | undefined {
  const right = isRight(one);
  if (right !== true) return right;
  const compared = judgedOf(one).filter((trial) => trial.arguments);
  return compared.length === 0 || isMost(compared.filter(areRight).length, compared.length);
}

/**
 * The larger gain, then the smaller edit. Those that only their own case shows
 * stay in the order in which they were tried.
 */
export function byWorth(a: Suggestion, b: Suggestion): number {
  const gain = b.gain.won.length - a.gain.won.length;
  if (gain !== 0 || !isProven(a)) return gain;
  return sizeOf(a) - sizeOf(b);
}

function sizeOf({ fix }: Suggestion): number {
  return fix.edits.reduce((sum, { text, start, end }) => sum + text.length - (end - start), 0);
}
