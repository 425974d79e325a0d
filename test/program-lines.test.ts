/** Command lines put together from programs that start each other: text of the model is found exactly where it runs. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dangersOf } from '../compiler/check/analysis/program/dangers-of.ts';
import { everyNth, runs } from './support/runs.ts';

const TOOL = {
  name: 'search_books',
  parameters: { x: { type: 'string', description: 'Any text.' }, n: { type: 'integer', description: 'A number.' } },
  required: ['x', 'n'],
} as const;

function kindsIn(argv: readonly string[], stdin?: string): readonly string[] {
  const command = { argv, ...(stdin !== undefined && { stdin }) };
  return dangersOf({ ...TOOL, command } as unknown as Parameters<typeof dangersOf>[0]).map(({ kind }) => kind);
}

/** Each starts the program that follows it. */
const STARTERS = [
  ['env', 'LC_ALL=C'],
  ['sudo', '-u', 'shelf'],
  ['timeout', '-k', '5', '10'],
  ['nice', '-n', '{n}'],
  ['docker', 'exec', '-i', 'web'],
  ['/usr/bin/nohup'],
  ['git', 'bisect', 'run'],
  ['flock', '/tmp/lock'],
];
const RUNNING = [
  ['{x}'],
  ['sh', '-c', '{x}'],
  ['bash', '-euo', 'pipefail', '-c', 'ls {x}'],
  ['python3.12', '-Ic', '{x}'],
  ['node', '--no-warnings', '{x}'],
  ['make', '{x}'],
  ['git', '{x}'],
  ['find', '.', '-exec', '{x}', ';'],
  ['tar', '-xf', 'a.tar', '--to-command={x}'],
];
const PASSING = [
  ['shelf', '{x}'],
  ['rg', '-n', '--', '{x}'],
  ['sh', '-c', 'cat -- "$1"', 'sh', '{x}'],
  ['python3.12', '-I', 'run.py', '{x}'],
  ['node', '--no-warnings', 'run.mjs', '{x}'],
  ['git', 'log', '--grep={x}'],
  ['find', '.', '-exec', 'wc', '-l', '{{}}', ';'],
];

const starters = fc.array(fc.constantFrom(...STARTERS), { maxLength: 4 }).map((all) => all.flat());

test('whatever starts a program that runs text of the model, it is found', () => {
  const line = fc.tuple(starters, fc.constantFrom(...RUNNING));
  fc.assert(
    fc.property(line, ([before, argv]) => {
      expect(kindsIn([...before, ...argv])).not.toEqual([]);
    }),
    { numRuns: runs(10_000) },
  );
});

test('whatever starts a program that reads text of the model as data, nothing is found', () => {
  const line = fc.tuple(starters, fc.constantFrom(...PASSING));
  fc.assert(
    fc.property(line, ([before, argv]) => {
      expect(kindsIn([...before, ...argv])).toEqual([]);
    }),
    { numRuns: runs(10_000) },
  );
});

const SAFE = [
  'cat -- "$1"',
  "echo '$1'",
  'wc -l < "$1"',
  'n="$(wc -l < "$1")"; echo "lines: $n"',
  'for f in "$@"; do ls -l "$f"; done',
  '[ -f "$1" ] || exit 3',
  'awk \'{ print $1 }\' "$1" | sort',
  'echo done # not "$1" here',
];
const UNSAFE = [
  '"$1"',
  'eval "$1"',
  '. "$1"',
  'rm $1',
  'sudo "$1" list',
  'bash -c "ls $1"',
  'bash <<< "$1"',
  'x=$1; eval "ls $x"',
  'echo $(( $1 ))',
  'echo "$("$1")"',
  'echo `"$1"`',
  'find . -exec sh -c "$1" ";"',
];
const JOINS = ['; ', ' && ', ' || ', ' | ', '\n', '; if true; then ', '; done; while '];

test('in shell code, an argument that runs is found among others that are data', () => {
  const safe = fc.array(fc.constantFrom(...SAFE), { maxLength: 4 });
  const code = fc.tuple(safe, fc.option(fc.constantFrom(...UNSAFE)), safe, fc.constantFrom(...JOINS));
  fc.assert(
    fc.property(code, ([before, unsafe, after, join]) => {
      const lines = [...before, ...(unsafe === null ? [] : [unsafe]), ...after];
      // A comment ends with its line.
      const text = lines.join(lines.some((line) => line.includes('#')) ? '\n' : join);
      const kinds = kindsIn(['sh', '-c', text.replaceAll('{', '{{').replaceAll('}', '}}'), 'sh', '{x}']);
      expect(kinds.length > 0).toBe(unsafe !== null);
    }),
    { numRuns: runs(10_000) },
  );
});

// All with HAFT_RUNS=1; quadratic in 100,000 characters is longer than any test may take.
const OPENING = [`"'$('")'`, '$(', '$[', '"$(")', '`', String.raw`\"`, '((', '$((a)', '"$(a "', "'", '$x'];
test.each(everyNth(2, OPENING))('shell code of %s, again and again, is read', (again) => {
  const code = again.repeat(100_000 / again.length);
  expect(() => kindsIn(['sh', '-c', code, 'sh', '{x}'])).not.toThrow();
  if (code.includes('[')) expect(() => kindsIn(['sh', '-c', code.replaceAll('[', '{{'), 'sh', '{x}'])).not.toThrow();
});
