/** Prints what a command found: people's text to stderr, programs' JSON to stdout. */
import { join } from 'node:path';
import type { Diagnostic, SourceFile } from '../diagnostic.ts';
import { summarise, toJson } from './print/json.ts';
import type { Summary } from './print/json.ts';
import { terminalOf } from './print/terminal.ts';
import { printText } from './print/text.ts';
import { slashed } from './project.ts';

export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceFile[];
  /** Absolute; paths of diagnostics are relative to it. */
  readonly root: string;
  readonly cwd: string;
}

/** `more` are further members of the JSON result. */
export function reportFindings(findings: Findings, format: string | undefined, more: object = {}): Summary {
  const { diagnostics, root, cwd } = findings;
  const sources = new Map(findings.sources.map((source) => [source.path, source]));
  const summary = summarise(diagnostics);
  if (format === 'json') {
    process.stdout.write(
      `${JSON.stringify({ diagnostics: toJson(diagnostics, sources), summary, ...more }, null, 2)}\n`,
    );
  } else if (diagnostics.length > 0) {
    const show = (file: string): string => slashed(cwd, join(root, file));
    process.stderr.write(
      `${printText(diagnostics, { sources, show, terminal: terminalOf(process.stderr) })}\n${countLine(summary)}\n`,
    );
  }
  return summary;
}

function countLine({ errors, warnings }: Summary): string {
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
