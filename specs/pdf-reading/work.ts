/** What the thread does with a file: opens the document, performs the task, and names what the parser complains of. */
import { openDocument } from './document.ts';
import { tellInfo } from './info.ts';
import type { Outcome } from './problem.ts';
import { readPages } from './read-pages.ts';
import { searchPages } from './search-pages.ts';
import type { Perform, TaskName } from './task.ts';

/** Everything about one call; it crosses the border of the thread. */
export interface Job {
  readonly task: TaskName;
  /** Checked against the schema of the tool. */
  readonly asked: unknown;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly seconds: number;
}

const TASKS: { readonly [Task in TaskName]: Perform<Task> } = {
  info: tellInfo,
  read: readPages,
  search: searchPages,
};

/** Part of the deadline after which no further page is begun. */
const LATE = 0.6;

export async function work({ task, asked, name, bytes, seconds }: Job): Promise<Outcome<unknown>> {
  const late = performance.now() + seconds * 1000 * LATE;
  // The parser takes the bytes over, and then they have no length here.
  const file = { name, size: bytes.length };
  try {
    const document = await openDocument(bytes);
    if (document.pages === 0) return { problem: 'no_pages' };
    return await TASKS[task]({ document, file, isLate: () => performance.now() > late }, asked as never);
  } catch (thrown) {
    const complaint = thrown instanceof Error ? thrown.name : '';
    if (complaint === 'PasswordException') return { problem: 'encrypted' };
    if (/Exception$|^FormatError$/.test(complaint)) return { problem: 'damaged' };
    throw thrown;
  }
}
