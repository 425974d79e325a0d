import { FULLTEXT_MARKER } from './constants.ts';

const SUBJECTS = ['The harbour clerk', 'A later hand', 'The tide table', 'Every pilot', 'The ledger', 'This column'];
const VERBS = ['records', 'omits', 'corrects', 'repeats', 'questions', 'rounds off'];
const OBJECTS = [
  'the height of the spring flood',
  'a quarrel over mooring',
  'the names of small boats',
  'the wind at dawn',
];
const TAILS = ['without comment', 'in red ink', 'twice on one page', 'as if nothing had changed', 'for the third year'];

const LENGTH = 30_000;

function sentence(n: number): string {
  const pick = (list: readonly string[], step: number) => list[(n * step + Math.floor(n / list.length)) % list.length];
  return `${pick(SUBJECTS, 1)} ${pick(VERBS, 5)} ${pick(OBJECTS, 3)} ${pick(TAILS, 7)} (entry ${n + 1}).`;
}

/** About 30,000 characters of prose, the same on every run, with the marker word once. */
export function longText(): string {
  const parts: string[] = [];
  let length = 0;
  let marked = false;
  for (let n = 0; length < LENGTH; n += 1) {
    let next = sentence(n);
    if (!marked && length > (LENGTH * 2) / 3) {
      marked = true;
      next = `Only once does the name ${FULLTEXT_MARKER} appear.`;
    }
    parts.push(next);
    length += next.length + 1;
  }
  return parts.join(' ');
}
