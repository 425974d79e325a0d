/** A file of the output folder with its bytes: what emit gave, after copying and bundling. */
export interface Content {
  /** Below the output folder, forward slashes. */
  readonly path: string;
  readonly source: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}
