/** The texts of a failure, as data. */

/** The author's message for one failure; becomes the failure envelope of EXT §2.4. */
export interface ErrorCase {
  readonly error: string;
  readonly retry_hint: string;
  /** Machine-readable name of the failure; the runtime's own code where absent. */
  readonly code?: string;
  /** The case holds only when the response text contains this, or one of these. */
  readonly contains?: string | readonly string[];
  /** RFC 6901; a text of the response that is added to `error`, cleaned and clipped. */
  readonly detail?: string;
}
