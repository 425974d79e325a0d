/** The texts of a failure, as data, and when they hold. */

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

/** From status or exit code (as decimal text) to its cases, tried in order. */
export type ErrorTable = Readonly<Record<string, readonly ErrorCase[]>>;

/** A failure reported inside a success, such as HTTP 200 with `{"failed": {…}}`. */
export interface FailureTest extends ErrorCase {
  /** RFC 6901; it finds something when that is anything but null, false, "" or an empty container. */
  readonly pointer: string;
  /** What it has to find for the call to have failed; `something` where absent. */
  readonly finds?: 'something' | 'nothing';
}
