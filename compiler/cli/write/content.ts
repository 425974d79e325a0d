/** A file of the output folder with its bytes: what emit gave, after copying and bundling. */
export interface Content {
  /** Below the output folder, forward slashes. */
  readonly path: string;
  readonly source: string;
  /** Made when they are asked for: all of them together may be more than fits into memory. */
  readonly bytes: () => Uint8Array;
  readonly executable: boolean;
}
