/** The texts that are open in an editor; each is instead of the file on the disk until it is closed. */
import { fileURLToPath } from 'node:url';
import type { SourceFile } from '../../../base/diagnostic.ts';
import { type LineRange, offsetAt } from '../positions.ts';
import { attempt } from '../../../edge/command-line/failure.ts';

interface OpenText {
  /** As the client writes it. */
  readonly uri: string;
  readonly version: number;
  readonly text: string;
}

/** A change of the whole text where it has no range. */
export interface DocumentChange {
  readonly range?: LineRange;
  readonly text: string;
}

export interface Overlay {
  readonly open: (document: OpenText) => string | undefined;
  readonly change: (uri: string, version: number, changes: readonly DocumentChange[]) => string | undefined;
  readonly close: (uri: string) => string | undefined;
  /** By absolute path. */
  readonly at: (path: string) => OpenText | undefined;
  readonly paths: () => readonly string[];
}

/** Each change gives the absolute path of its file; undefined where there is none. */
export function openOverlay(): Overlay {
  const texts = new Map<string, OpenText>();
  const put = (document: OpenText): string | undefined => {
    const path = pathOf(document.uri);
    if (path !== undefined) texts.set(path, document);
    return path;
  };
  return {
    open: put,
    change(uri, version, changes) {
      const before = texts.get(pathOf(uri) ?? '');
      return before && put({ uri: before.uri, version, text: changes.reduce(withChange, before.text) });
    },
    close(uri) {
      const path = pathOf(uri);
      return path !== undefined && texts.delete(path) ? path : undefined;
    },
    at: (path) => texts.get(path),
    paths: () => [...texts.keys()],
  };
}

function withChange(text: string, { range, text: now }: DocumentChange): string {
  if (!range) return now;
  const source: SourceFile = { path: '', text };
  const [start, end] = [offsetAt(source, range.start), offsetAt(source, range.end)];
  return text.slice(0, start) + now + text.slice(Math.max(start, end));
}

/** Undefined for a text that is no file, as a new one or one of a version control system. */
export function pathOf(uri: string): string | undefined {
  return uri.startsWith('file:') ? attempt(() => fileURLToPath(uri)) : undefined;
}
