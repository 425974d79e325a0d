/** The budget of steps for matching. */

/** Steps that may still be taken, of about 40 ns each; below zero nothing is decided any more. */
export interface Budget {
  left: number;
}

/** Steps that all patterns of one validation may take together: well below a second. */
export const MAX_STEPS = 8_000_000;
