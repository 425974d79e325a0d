/** Every fix of the doctor is followed: its commands are run with the built command line, and the finding is gone. */
// In depth: the commands of each finding; doctor.test.ts has the findings.
import { expect, test } from 'vitest';
import { SYMPTOMS } from '../../compiler/features/connect/doctor/symptoms/index.ts';
import { FILE_FAULTS } from '../support/doctor-file-faults.ts';
import { OUTPUT_FAULTS } from '../support/doctor-output-faults.ts';
import type { Planted } from '../support/doctor-planting.ts';
import { PROJECT_FAULTS, doctorProject, findingsOf, run } from '../support/doctor-project.ts';
import { SETTING_FAULTS } from '../support/doctor-setting-faults.ts';
import { START_FAULTS } from '../support/doctor-start-faults.ts';
import { SWITCH_FAULTS } from '../support/doctor-switch-faults.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth } from '../support/runs.ts';

const FAULTS = [
  ...FILE_FAULTS,
  ...START_FAULTS,
  ...SETTING_FAULTS,
  ...SWITCH_FAULTS,
  ...OUTPUT_FAULTS,
  ...PROJECT_FAULTS,
];
const BY_HAND = new Set(SYMPTOMS.flatMap(({ id, byHand }) => (byHand === undefined ? [] : [id])));
const FOLLOWED = FAULTS.filter(
  ({ fake, id, says }) =>
    !fake && (!BY_HAND.has(id) || id === 'switched-off' || id === 'wrong-type' || says.source.includes('haft install')),
);

test('a symptom without a reason against it has a fix that is followed', () => {
  const followed = new Set(FOLLOWED.map(({ id }) => id));
  expect(SYMPTOMS.map(({ id }) => id).filter((id) => !followed.has(id) && !BY_HAND.has(id))).toEqual([]);
});

/** What only a user knows. */
function filled(word: string): string {
  return word.replace(/^<value>$/, 'http://127.0.0.1:9/mcp').replace('<value>', 'http://127.0.0.1:9');
}

test.skipIf(ON_WINDOWS).each(everyNth(3, FOLLOWED))('$fault', async ({ line, plant, asked = '', env, id }: Planted) => {
  const bench = doctorProject(line, env);
  await plant(bench);
  const found = findingsOf(bench, asked).filter((finding) => finding.id === id);
  expect(found.length).toBeGreaterThan(0);
  for (const { commands, fix } of found) {
    if (commands.length === 0 && BY_HAND.has(id)) return;
    expect(commands, fix).not.toEqual([]);
    for (const [program, ...words] of commands) {
      expect(program).toBe('haft');
      const { code, stdout, stderr } = run(bench, words.map(filled));
      expect(code, `${words.join(' ')}\n${stdout}${stderr}`).toBe(0);
    }
  }
  expect(findingsOf(bench, asked).filter((finding) => finding.id === id)).toEqual([]);
});
