/** Every symptom that the doctor knows, in the order of its findings: a new one is an entry in the list of its subject. */
import type { Symptom } from '../symptom.ts';
import { CALLS } from './calls.ts';
import { ENTRIES } from './entries.ts';
import { LAUNCHES } from './launches.ts';
import { OUTPUT } from './output.ts';
import { SKILLS } from './skills.ts';
import { STARTS } from './starts.ts';
import { switchedOff } from './switched-off.ts';

export const SYMPTOMS: readonly Symptom[] = [
  ...ENTRIES,
  ...LAUNCHES,
  ...STARTS,
  switchedOff,
  ...OUTPUT,
  ...CALLS,
  ...SKILLS,
];
