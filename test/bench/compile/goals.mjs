// The goals for compiling, beside what was measured. A goal whose figures are not there is not judged.
import { figure } from '../figures.mjs';
import { filesWritten, latency, medianOf, ratio } from './results.mjs';

const OURS = 'ours';
const FLOOR = '`node -e 0`';

/** `[words, goal, measured, met]` for each; `met` is undefined where something was not measured. */
export function goals({ sizes, watches }) {
  const of = (count, name) => sizes[count]?.[name];
  const times = (name, count) => ratio(sizes[count] ?? {}, name, OURS, 'cold');
  const saved = (count, name, share = 0.5) => latency(watches[count]?.[name], share);
  return [
    atLeast('1,000 operations, cold: times as fast as TypeSpec', 8, times('TypeSpec', 1000)),
    atLeast('1,000 operations, cold: times as fast as openapi-typescript', 3, times('openapi-typescript', 1000)),
    atMost(
      '1,000 operations, cold: times the time of openapi-mcp-generator, which checks nothing',
      1.8,
      inverse(times('openapi-mcp-generator', 1000)),
    ),
    atMost('10,000 operations, cold: MiB at most', 265, medianOf(of(10_000, OURS), 'cold', 'mebibytes')),
    atMost(
      '1,000 operations, nothing changed: times the time of `node -e 0`',
      1.5,
      ratio(sizes[1000] ?? {}, OURS, FLOOR, 'warm'),
    ),
    atMost('1,000 operations, nothing changed: files written', 0, filesWritten(of(1000, OURS))),
    atMost('1,000 operations, watching: ms from save to output, median', 12, saved(1000, OURS)),
    atMost('10,000 operations, watching: ms from save to output, median', 20, saved(10_000, OURS)),
    atLeast('1,000 operations, watching: times as fast as TypeSpec', 100, saved(1000, 'TypeSpec') / saved(1000, OURS)),
  ];
}

const inverse = (value) => (value === undefined ? undefined : 1 / value);
const judged = (value) => value !== undefined && Number.isFinite(value);
const atLeast = (words, goal, value) => [words, `≥ ${goal}`, value, judged(value) ? value >= goal : undefined];
const atMost = (words, goal, value) => [words, `≤ ${goal}`, value, judged(value) ? value <= goal : undefined];

export const goalRow = ([words, goal, value, met]) => [
  words,
  goal,
  judged(value) ? figure(value, value >= 100 || Number.isInteger(value) ? 0 : 2) : '–',
  met === undefined ? 'not measured' : met ? 'met' : 'not met',
];
