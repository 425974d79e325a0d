/** The pieces of a descriptor that say how values are translated, how a result is read from a response or an output, and when a call has failed. */
import type { Json } from '../language/json.ts';
import type { ValueReading } from '../language/value-reading.ts';

/** Names of `data`'s properties → the source of each. */
export type ResultTable = Readonly<Record<string, ResultRule>>;

export type ResultRule =
  /** RFC 6901 pointer into the response. */
  string | (ResultSource & ResultFinish);

export type ResultSource =
  /** With `suffix`, of the map that the pointer finds: the first member whose name ends so. */
  | { readonly pointer: string; readonly suffix?: string }
  | { readonly header: string }
  | { readonly argument: string }
  | { readonly value: Json }
  /** Length of the text or list that the pointer finds; with `where`, of the elements that match. */
  | { readonly length: string; readonly where?: Conditions }
  /** Whether the pointer finds something: anything but null and "". */
  | { readonly exists: string }
  /** Names of the members of the map that the pointer finds. */
  | { readonly keys: string }
  /** One object for each element that matches. */
  | (ListSource & { readonly fields: ResultTable })
  /** One value for each element that matches; what has none is left out. */
  | (ListSource & { readonly item: ResultRule })
  /** A map; `pointer` is where its pointers begin, the whole response where absent. */
  | { readonly fields: ResultTable; readonly pointer?: string }
  /** The first of these that finds a value. */
  | { readonly first: readonly ResultRule[] }
  /** This text where `limit`, `slice` or `on_more` has left something out, else nothing; `{left_out}` is how much. */
  | { readonly note: string };

/** The list that `each` finds, or the members of the map that `entries` finds, as { key, value }. */
export type ListSource = ({ readonly each: string } | { readonly entries: string }) & { readonly where?: Conditions };

/** Pointer into an element → the value that it has, or the values of which it has one; null is also an absent one. */
export type Conditions = Readonly<Record<string, Scalar | readonly Scalar[]>>;

type Scalar = string | number | boolean | null;

/** What is done with a value after it was found, in this order. */
interface ResultFinish {
  /** How a text is read; one of another form is absent. */
  readonly as?: ValueReading;
  /** The text for an absent value. */
  readonly default?: Json;
  readonly slice?: Slice;
  /** Elements of a list or characters of a text, as a number or `{parameter}`; what is beyond is left out. */
  readonly limit?: number | string;
  /** Text of the service or program → text for the model; other values stay unchanged. */
  readonly translate?: Readonly<Record<string, string>>;
  /** Makes a text of a list, with this between the elements. */
  readonly join?: string;
}

/** A window of a long text or list: both name integer parameters. */
export interface Slice {
  readonly start: string;
  readonly length: string;
}

/** What is around the work of a behavior. */
export interface AroundWork<Step> {
  /** `let` reads values for the steps after it; their templates name them like parameters. */
  readonly before?: readonly (Step & { readonly let?: ResultTable })[];
  /** Reads after the work that must find its effect; `let` of the behavior reads values for them. */
  readonly verify?: readonly (Step & { readonly let?: ResultTable })[];
  readonly let?: ResultTable;
  readonly omit?: OmitTable;
}

/** Parameter → the value that counts as absent. */
export type OmitTable = Readonly<Record<string, string | number | boolean>>;

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
  /** RFC 6901, or `stderr`; it finds something when that is anything but null, false, "" or an empty container. */
  readonly pointer: string;
  /** What it has to find for the call to have failed; `something` where absent. */
  readonly finds?: 'something' | 'nothing';
}
