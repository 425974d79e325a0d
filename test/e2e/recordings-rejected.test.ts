/** Recorded calls that the tool as it is now rejects: what `haft diff` says of them. */
import { expect, test } from 'vitest';
import { FEW_CASES } from '../support/eval-project.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const NUMBERS = `kind: server
name: numbers
version: 1.0.0
summary: Counts upwards.
programs:
  seq: { not_found: { error: The program seq is not installed., retry_hint: Install coreutils. } }
tools:
  - name: list_numbers
    description:
      does: Prints every integer from one up to the chosen end, with the count.
      when: the user wants a run of numbers
      examples: [count to three, give me the numbers up to nine]
    parameters: { mark: { type: string, pattern: '^(a)\\1', default: aa, description: Two letters. }, last: { type: integer, minimum: 1, maximum: 9, description: "Where to stop, itself included." } }
    required: [last]
    effects: read
    returns: { type: object, properties: { first: { type: string, description: The start. }, count: { type: integer, description: How many. } } }
    command:
      argv: [seq, -f, "%g{mark}", "{last}"]
      stdout: lines
      exit_codes: { default: { error: The numbers could not be listed., retry_hint: Choose another end. } }
      result: { first: /0, count: { length: "" } }
`;

test('a recorded call that is rejected now is a break, where the schemas alone leave it open', () => {
  const cwd = temporaryFolder({ 'specs/numbers.yaml': NUMBERS, 'haft.yaml': FEW_CASES });
  expect(haft(cwd, 'release')).toMatchObject({ code: 0 });
  writeFiles(cwd, { 'specs/numbers.yaml': NUMBERS.replace('^(a)', '^(a+)') });
  const open = haft(cwd, 'diff', '--fail-on', 'breaking');
  expect(open.stdout).toContain('Possibly breaking change');
  expect(open.code).toBe(0);
  writeFiles(cwd, { 'specs/numbers.yaml': NUMBERS });
  expect(haft(cwd, 'call', 'list_numbers', '{"last":3,"mark":"aa"}', '--record', '--yes')).toMatchObject({ code: 0 });
  writeFiles(cwd, { 'specs/numbers.yaml': NUMBERS.replace('^(a)', '^(aaa)') });
  const { code, stdout } = haft(cwd, 'diff', '--fail-on', 'breaking');
  expect(stdout).toContain('Alone or with other changes, it rejects 1 recorded call.');
  expect(code).toBe(1);
});
