/** The files next to the specs with which a project records what was released, accepted, decided and imported: a check depends on each. */
import { IMPORTS } from './imports-file.ts';
import { BASELINE } from './baseline.ts';
import { CONTRACT } from './contract.ts';
import { DECISIONS } from './decisions.ts';

export const RECORDED: readonly string[] = [CONTRACT, BASELINE, DECISIONS, IMPORTS];
