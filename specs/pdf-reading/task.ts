/** The three tasks by name: what each is given, and what it finds. */
import type {
  GetPdfInfoResult,
  ReadPdfPagesArguments,
  ReadPdfPagesResult,
  SearchPdfTextArguments,
  SearchPdfTextResult,
} from '../../generated/servers/pdf-reading/tools.ts';
import type { Document } from './document.ts';
import type { Outcome } from './problem.ts';

export interface Tasks {
  readonly info: { readonly asked: Record<never, never>; readonly found: GetPdfInfoResult };
  readonly read: { readonly asked: Omit<ReadPdfPagesArguments, 'file_path'>; readonly found: ReadPdfPagesResult };
  readonly search: { readonly asked: Omit<SearchPdfTextArguments, 'file_path'>; readonly found: SearchPdfTextResult };
}

export type TaskName = keyof Tasks;

/** What a task works with. */
export interface Desk {
  readonly document: Document;
  readonly file: { readonly name: string; readonly size: number };
  /** Whether it is time to answer with what there is. */
  readonly isLate: () => boolean;
}

export type Perform<Task extends TaskName> = (
  desk: Desk,
  asked: Tasks[Task]['asked'],
) => Promise<Outcome<Tasks[Task]['found']>>;
