/** Every symptom that the doctor knows, in the order of its findings: a new one is an entry in the list of its subject. */
import type { Symptom } from '../symptom.ts';
import { ENTRIES } from './entries.ts';
import { LAUNCHES, switchedOff } from './launches.ts';
import { OUTPUT, SKILLS } from './output.ts';
import { CALLS, STARTS } from './starts.ts';

export const SYMPTOMS: readonly Symptom[] = [
  ...ENTRIES,
  ...LAUNCHES,
  ...STARTS,
  switchedOff,
  ...OUTPUT,
  ...CALLS,
  ...SKILLS,
];
