/** Results of evals that cannot be recorded are refused with a next step. */
import { describe, expect, test } from 'vitest';
import { writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { edited } from '../support/released.ts';

describe('records of results', () => {
  const folder = (): string => edited((text) => text.replace('computer.', 'computer!'));
  test.each([
    ['nothing', '{}', /has no `results` list/],
    ['no JSON', '{', /is not valid JSON/],
    ['an unknown tool', '{"results":[{"server":"clock","tool":"get_tim"}]}', /does not exist in the specs/],
    [
      'more passed than run',
      '{"results":[{"server":"clock","tool":"get_time","passed":9,"total":5,"model":"m","date":"2026-11-20"}]}',
      /is incomplete/,
    ],
    [
      'other texts',
      '{"results":[{"server":"clock","tool":"get_time","passed":5,"total":5,"model":"m","date":"2026-11-20","hash":"0000"}]}',
      /is outdated: it was recorded for hash 0000/,
    ],
  ])('%s is refused with a next step', (_name, text, words) => {
    const project = folder();
    writeFiles(project, { 'results.json': text });
    expect(haft(project, 'evals', 'record', 'results.json')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(words),
    });
  });
});
