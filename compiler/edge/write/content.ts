/** The bytes of each file of the output folder, after copying and bundling. */
export interface FileContent {
  /** Below the output folder, forward slashes. */
  readonly path: string;
  readonly source: string;
  /** Lazy: all of them together may not fit into memory. */
  readonly bytes: () => Uint8Array;
  readonly executable: boolean;
}
