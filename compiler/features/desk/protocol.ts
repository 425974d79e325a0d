/** The parts of the Language Server Protocol that the desk answers with. */
import type { LineRange } from './positions.ts';

export interface LspDiagnostic {
  readonly range: LineRange;
  readonly severity: 1 | 2 | 3;
  readonly code: string;
  readonly source: 'haft';
  readonly message: string;
  readonly relatedInformation?: readonly { readonly location: LspLocation; readonly message: string }[];
  /** 1: shown faded, because it has no effect. 2: struck through, because it is deprecated. */
  readonly tags?: readonly (1 | 2)[];
}

export interface LspLocation {
  readonly uri: string;
  readonly range: LineRange;
}

export interface LspEdit {
  readonly range: LineRange;
  readonly newText: string;
}

/** Each text with the version that its edits are for; null for a file that is not open. */
export interface LspWorkspaceEdit {
  readonly documentChanges: readonly {
    readonly textDocument: { readonly uri: string; readonly version: number | null };
    readonly edits: readonly LspEdit[];
  }[];
  readonly changes: Readonly<Record<string, readonly LspEdit[]>>;
}
