/** Results of evals that cannot be recorded are refused with a next step. */
import { describe, expect, test } from 'vitest';
import { writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { edited } from '../support/released.ts';

describe('records of results', () => {
  const folder = (): string => edited((text) => text.replace('computer.', 'computer!'));
  test.each([
    ['nothing', '{}', /it has no "results"/],
    ['no JSON', '{', /is not valid JSON/],
    [
      'an unknown tool',
      '{"results":[{"server":"clok","model":"m","date":"2026-11-20","cases":[]}]}',
      /does not exist in the specs/,
    ],
    [
      'no cases',
      '{"results":[{"server":"clock","model":"m","date":"2026-11-20","cases":[]}]}',
      /cannot be recorded: the result for "server\/clock" is incomplete: 10 of 10 cases have no result: "how late is it", /,
    ],
  ])('%s is refused with a next step', (_name, text, words) => {
    const project = folder();
    writeFiles(project, { 'results.json': text });
    expect(haft(project, 'evals', 'record', 'results.json', '--today', '2026-11-20')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(words),
    });
  });
});
