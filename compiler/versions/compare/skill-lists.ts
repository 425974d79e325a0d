/** Pairs changed entries in the lists of a skill: steps by their wording, references and files by path. */
import type { SkillPlan } from '../../plan/model.ts';
import type { SkillPair } from '../change.ts';
import { likeness } from '../likeness.ts';
import { type ListChange, listsIn } from './sequence.ts';

/** Beyond this two steps are one whose words changed. */
const SAME_STEP = 0.5;

export function stepChange(pair: SkillPair): ListChange<string> {
  return listsIn(
    pair,
    ({ steps }) => steps,
    (before, after) => likeness(before, after) >= SAME_STEP,
  );
}

export function referenceChange(pair: SkillPair): ListChange<SkillPlan['references'][number]> {
  return listsIn(
    pair,
    ({ references }) => references,
    (before, after) => before.file === after.file,
  );
}

/** What travels with the skill; where the author keeps it is no one's business. */
interface CarriedFile {
  readonly path: string;
  readonly sha256: string;
  readonly executable: boolean;
}

export function fileChange(pair: SkillPair): ListChange<CarriedFile> {
  return listsIn(
    pair,
    ({ files }) => files.map(({ path, sha256, executable }): CarriedFile => ({ path, sha256, executable })),
    (before, after) => before.path === after.path,
  );
}
