/** Programs that run what they are given: code, a file of code, or another program. Data, by name. */
import { INTERPRETERS } from './interpreters.ts';
import { LAUNCHERS } from './launchers.ts';
import type { ProgramSpec } from './program-spec.ts';

export const PROGRAMS: Readonly<Record<string, ProgramSpec>> = { ...INTERPRETERS, ...LAUNCHERS };
