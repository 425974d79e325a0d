/** Prints the findings of a command: text for people to stderr, every other format to stdout. */
import { join } from 'node:path';
import type { Diagnostic, SourceFile } from '../../base/diagnostic.ts';
import { type Counts, countsOf } from '../../report/findings/counts.ts';
import { shortenFinding } from '../../report/findings/excerpt.ts';
import type { FormatName } from '../../report/format-names.ts';
import type { Findings, PrintContext } from '../../report/format.ts';
import { FORMATS } from '../../report/formats.ts';
import { findingsAsJson } from '../../report/formats/json.ts';
import { slashed } from '../project/root.ts';
import { terminalOf } from './terminal.ts';
import { VERSION } from '../../base/version.ts';

export interface FindingsInFiles {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceFile[];
  /** Absolute; paths of diagnostics are relative to it. */
  readonly root: string;
  readonly cwd: string;
}

/** `more` are further members of the JSON result. As text only the first findings are shown, unless `all` is set. */
export function reportFindings(found: FindingsInFiles, format: FormatName, more: object = {}, all = false): Counts {
  const stream = format === 'text' ? process.stderr : process.stdout;
  const text = FORMATS[format].findings({ ...findingsOf(found), more, all }, contextFor(stream, found));
  if (text !== '') stream.write(text);
  return countsOf(found.diagnostics);
}

/** The findings as members of a JSON result. */
export function jsonEntries(found: FindingsInFiles): object {
  return findingsAsJson(findingsOf(found));
}

export function findingsOf({ diagnostics, sources }: FindingsInFiles): Findings {
  return {
    diagnostics: diagnostics.map(shortenFinding),
    sources: new Map(sources.map((source) => [source.path, source])),
  };
}

export function contextFor(
  stream: NodeJS.WriteStream,
  { root, cwd }: Pick<FindingsInFiles, 'root' | 'cwd'>,
): PrintContext {
  return { version: VERSION, ...terminalOf(stream), show: (file) => slashed(cwd, join(root, file)) };
}
