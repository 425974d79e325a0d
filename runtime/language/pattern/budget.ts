/** The budget of steps for matching. */

/** Remaining steps, of about 40 ns each; below zero every match is undecided. */
export interface StepBudget {
  left: number;
}

/** Steps that all patterns of one validation may take together: well below a second. */
export const MAX_STEPS = 8_000_000;
