/** One thing that AGENTS.md says how to add: its parts, and the complaint that names each part that is forgotten. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A new file, or an edit of one that is there. One without a text and an edit is what `npm run fix` prints. */
interface Part {
  readonly file: string;
  readonly text?: string;
  readonly edit?: readonly [before: string, after: string];
}

/** A part, or a piece of the first part's text or edit; and the complaint that names it. */
export type Forgotten = readonly [
  what: string,
  forget: { readonly part?: string; readonly piece?: string | RegExp },
  named: RegExp,
];

export interface Extension {
  readonly name: string;
  readonly parts: readonly Part[];
  readonly forgotten: readonly Forgotten[];
}

export const from = (file: string, ...edits: readonly (readonly [string, string])[]): string =>
  edits.reduce((text, [before, after]) => text.replaceAll(before, after), readFileSync(join(ROOT, file), 'utf8'));
