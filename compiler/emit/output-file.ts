/** The output of emit: every file of the output folder, as a value. */
import type { Origins } from '@haft/runtime';

interface Output {
  /** Below the output folder, forward slashes. */
  readonly path: string;
  /** Path of its spec, relative to the project. */
  readonly source: string;
}

export interface TextFile extends Output {
  readonly kind: 'text';
  /** Computed at each call. */
  readonly text: string;
  readonly executable?: boolean;
}

/** A file of the author's that travels with a skill, byte for byte. */
export interface CopiedFile extends Output {
  readonly kind: 'copy';
  /** Relative to the project. */
  readonly from: string;
  readonly executable: boolean;
}

/** A file with code that imports author's files and is still to be bundled. */
export interface BundledFile extends Output {
  readonly kind: 'bundle';
  /** Imports are relative to the project. */
  readonly module: string;
  /** The whole file around the bundled code. */
  readonly print: (code: BundledCode) => string;
  readonly executable: boolean;
}

/** A module and everything it imports as statements of one function, which may use `require` and `import.meta`. */
export interface BundledCode {
  readonly text: string;
  readonly origins: Omit<Origins, 'first'>;
}

export type OutputFile = TextFile | CopiedFile | BundledFile;
