/** Selects the findings that people are shown: the most severe ones, with names cut to a readable length. */
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Alike } from './alike.ts';

/** More than an author corrects before the next run. */
const MAX_SHOWN = { errors: 100, others: 10 };

/** The first errors, and of what is less severe the last, which is the most important. */
export function firstOf(groups: readonly Alike[]): readonly Alike[] {
  const errors = groups.filter(([{ severity }]) => severity === 'error');
  const others = groups.filter(([{ severity }]) => severity !== 'error');
  return [...others.slice(-MAX_SHOWN.others), ...errors.slice(0, MAX_SHOWN.errors)];
}

/** Characters that identify a name. */
const MAX_NAME_LENGTH = 120;
/** Characters of a whole message. */
const MAX_MESSAGE_LENGTH = 2000;

/** Names as long as a file are cut for every format. */
export function shortenFinding(diagnostic: Diagnostic): Diagnostic {
  const { message, hint, unnamed, about, related } = diagnostic;
  const { path, ...names } = about;
  const isLong = [message, hint ?? '', ...Object.values(names), ...(related ?? []).map((other) => other.message)].some(
    ({ length }) => length > MAX_NAME_LENGTH,
  );
  if (!isLong) return diagnostic;
  return {
    ...diagnostic,
    message: shortText(message),
    ...(unnamed && {
      unnamed: {
        message: shortText(unnamed.message),
        hint: shortText(unnamed.hint),
        names: unnamed.names.map(shortText),
      },
    }),
    about: { path, ...Object.fromEntries(Object.entries(names).map(([kind, name]) => [kind, shortText(name)])) },
    ...(hint !== undefined && { hint: shortText(hint) }),
    ...(related && { related: related.map((other) => ({ ...other, message: shortText(other.message) })) }),
  };
}

export function shortText(text: string): string {
  if (text.length <= MAX_NAME_LENGTH) return text;
  const named = text.replaceAll(/"[^"]*"|[^\s"]+/g, (word) => cut(word, MAX_NAME_LENGTH));
  return cut(named, MAX_MESSAGE_LENGTH);
}

/** Cut in the middle: names differ at their start and end. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = most >> 2;
  return `${text.slice(0, most - end).toWellFormed()}… (${text.length - most} more) …${text.slice(-end).toWellFormed()}`;
}
