/** Prints what a command found: text for people to stderr, every other format to stdout. */
import { join } from 'node:path';
import type { Diagnostic, SourceFile } from '../diagnostic.ts';
import type { Format } from './command.ts';
import { firstOf, shortened } from './print/excerpt.ts';
import { printGithub } from './print/github.ts';
import { jsonOf, printJson } from './print/json.ts';
import { printJunit } from './print/junit.ts';
import { printMarkdown } from './print/markdown.ts';
import { summarise } from './print/printer.ts';
import type { PrintContext, Printer, Summary } from './print/printer.ts';
import { printSarif } from './print/sarif.ts';
import { terminalOf } from './print/terminal.ts';
import { printText } from './print/text.ts';
import { counted } from './print/counted.ts';
import { slashed } from './root.ts';

export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceFile[];
  /** Absolute; paths of diagnostics are relative to it. */
  readonly root: string;
  readonly cwd: string;
}

const PRINTERS: Readonly<Record<Exclude<Format, 'text' | 'json'>, Printer>> = {
  sarif: printSarif,
  github: printGithub,
  junit: printJunit,
  markdown: printMarkdown,
};

/** `more` are further members of the JSON result. As text only the first findings are shown, unless `all` are asked for. */
export function reportFindings(findings: Findings, format: Format, more: object = {}, all = false): Summary {
  const diagnostics = findings.diagnostics.map(shortened);
  const summary = summarise(diagnostics);
  const context = contextOf(findings);
  if (format === 'json') process.stdout.write(printJson(diagnostics, context, more));
  else if (format !== 'text') process.stdout.write(PRINTERS[format](diagnostics, context));
  else if (diagnostics.length > 0) process.stderr.write(textOf(diagnostics, context, all));
  return summary;
}

function textOf(diagnostics: readonly Diagnostic[], context: PrintContext, all: boolean): string {
  const shown = all ? diagnostics : firstOf(diagnostics);
  const left = diagnostics.length - shown.length;
  const more = left > 0 ? `… and ${counted(left, 'more finding')}: "haft check --all" prints every one.\n` : '';
  return `${printText(shown, context)}\n${more}${countLine(summarise(diagnostics))}\n`;
}

/** The findings as members of a JSON result. */
export function jsonEntries(findings: Findings): object {
  return jsonOf(findings.diagnostics.map(shortened), contextOf(findings));
}

function contextOf({ sources, root, cwd }: Findings): PrintContext {
  return {
    sources: new Map(sources.map((source) => [source.path, source])),
    terminal: terminalOf(process.stderr),
    show: (file) => slashed(cwd, join(root, file)),
  };
}

function countLine({ errors, warnings }: Summary): string {
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}
