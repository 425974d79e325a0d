/** Opens the project of a command, and prints findings: as text to standard error where the command has another output, else to standard output. */
import { type Invocation, textFlag } from './command.ts';
import { type OpenedProject, type Project, openProject } from '../project/project.ts';
import { join } from 'node:path';
import type { Diagnostic, SourceFile } from '../../base/diagnostic.ts';
import { type Counts, countsOf } from '../../report/findings/counts.ts';
import { shortenFinding } from '../../report/findings/frame.ts';
import type { FormatName } from '../../report/format-names.ts';
import type { Findings, PrintContext } from '../../report/format.ts';
import { FORMATS } from '../../report/formats.ts';
import { findingsAsJson } from '../../report/formats/json.ts';
import { folderWith, slashed } from '../project/root.ts';
import { VERSION } from '../../base/version.ts';

export interface FindingsInFiles {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceFile[];
  /** Absolute; paths of diagnostics are relative to it. */
  readonly root: string;
  readonly cwd: string;
}

interface Printing extends Pick<Findings, 'more' | 'all' | 'wholeBy'> {
  /** The findings are what the command was asked for. */
  readonly isOutput?: boolean;
}

export function reportFindings(findings: FindingsInFiles, format: FormatName, printing: Printing = {}): Counts {
  const { isOutput = format !== 'text', ...how } = printing;
  const stream = isOutput ? process.stdout : process.stderr;
  const text = FORMATS[format].findings({ ...findingsOf(findings), ...how }, contextFor(stream, findings));
  if (text !== '') stream.write(text);
  return countsOf(findings.diagnostics);
}

/** The findings as members of a JSON result. */
export function jsonEntries(findings: FindingsInFiles): object {
  return findingsAsJson(findingsOf(findings));
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
  const from = (folder: string) => (file: string) => slashed(folder, join(root, file));
  const repository = folderWith('.git', root) ?? cwd;
  return { version: VERSION, ...terminalOf(stream), show: from(cwd), inRepository: from(repository) };
}

/** What the terminal of a stream supports: long lines of source are cut to its columns. */
export function terminalOf(stream: NodeJS.WriteStream) {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const color = FORCE_COLOR ? FORCE_COLOR !== '0' : stream.isTTY === true && !NO_COLOR;
  return { color, width: Math.max(stream.columns ?? 120, 40) };
}

/** Undefined if haft.yaml has errors, which are reported. */
export function openOrReport(
  invocation: Invocation,
  format: FormatName = 'text',
  { out, ...printing }: Printing & { readonly out?: string | undefined } = {},
): (OpenedProject & { readonly value: Project }) | undefined {
  const { cwd } = invocation;
  const opened = openProject({ cwd, specs: textFlag(invocation, 'specs'), out });
  if (opened.value) return { ...opened, value: opened.value };
  reportFindings({ ...opened, cwd }, format, printing);
  return undefined;
}
