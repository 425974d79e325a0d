/** A proposal → the specs and handlers as they become, written only when they say what they should. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { planSpecs } from '../../plan/plan-specs.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import type { Surroundings } from '../../check/check.ts';
import { hasErrors, positionAt } from '../../base/diagnostic.ts';
import type { Diagnostic, SourceFile, TextEdit } from '../../base/diagnostic.ts';
import { applyEdits } from '../../spec/yaml/apply-edits.ts';
import { lineDiff } from '../../base/text/line-diff.ts';
import { compareVersions } from '../../versions/against-release.ts';
import { readText } from '../../edge/project/contract.ts';
import { writeSpecs } from '../../edge/write/write-specs.ts';
import { hasSameInterface } from './choose.ts';
import { toolNamed } from './proposal.ts';
import type { BumpProposal, ProposalInput } from './proposal.ts';

interface Outcome {
  readonly specs: readonly SourceFile[];
  /** What would be wrong with them. */
  readonly problems: readonly Diagnostic[];
  /** Errors that were there before as well: of two tools that are gone, each comes back by itself. */
  readonly left: number;
  readonly compiled?: PlannedSpecs;
}

/** The first way that brings the released versions back without a new problem; else the last one, with what is wrong. */
export function tryEdits(work: ProposalInput, proposal: BumpProposal, surroundings: Surroundings): Outcome {
  const { sources, contract, dates } = work;
  const before = new Set(planSpecs(sources.specs, surroundings).diagnostics.map(keyOf));
  const attempt = (specs: readonly SourceFile[]): Outcome & { readonly all: readonly Diagnostic[] } => {
    const after = planSpecs(specs, surroundings);
    const fresh = after.diagnostics.filter((one) => !before.has(keyOf(one)));
    const value = after.value ?? (hasErrors(fresh) ? undefined : after.unjudged);
    const versions = contract && value ? compareVersions(contract, value, dates).diagnostics : [];
    const own = versions.filter(({ about }) => proposal.tools.includes(about.tool ?? ''));
    const left = after.diagnostics.filter((one) => one.severity === 'error' && before.has(keyOf(one))).length;
    const all = [...after.diagnostics, ...versions];
    return { specs, problems: [...fresh, ...own], left, all, ...(value && { compiled: value }) };
  };
  const known = new Set(
    attempt(sources.specs)
      .all.filter(isUnused)
      .map(({ message }) => message),
  );
  let last: Outcome = { specs: sources.specs, problems: [], left: 0 };
  for (const edits of proposal.alternatives) {
    const first = attempt(sources.specs.map((source) => withEdits(source, edits)));
    const unused = first.all.filter((one) => isUnused(one) && !known.has(one.message));
    last = unused.length > 0 ? attempt(first.specs.map((source) => withoutLines(source, unused))) : first;
    if (!hasErrors(last.problems) && isRestored(last, proposal)) return last;
  }
  return last;
}

/** The same problem, wherever the edits have moved it. */
function keyOf({ code, message, span }: Diagnostic): string {
  return `${code} ${span.file} ${message}`;
}

function isUnused({ code }: Diagnostic): boolean {
  return code === 'suppression/unused';
}

function isRestored({ compiled }: Outcome, { restored }: BumpProposal): boolean {
  return restored.every((tool) => {
    const now = toolNamed(compiled?.plan, tool.name);
    return now !== undefined && hasSameInterface(now, tool);
  });
}

/** Of the tool that a suppression was for, and of its copy, one may not need it. */
function withoutLines(source: SourceFile, about: readonly Diagnostic[]): SourceFile {
  const edits = about.flatMap(({ span }): TextEdit[] => {
    if (span.file !== source.path) return [];
    const start = source.text.lastIndexOf('\n', span.start - 1) + 1;
    return [{ file: span.file, start, end: source.text.indexOf('\n', span.end) + 1, text: '' }];
  });
  return withEdits(source, edits);
}

function withEdits(source: SourceFile, edits: readonly TextEdit[]): SourceFile {
  const own = edits.filter(({ file }) => file === source.path);
  return own.length === 0 ? source : { ...source, text: applyEdits(source.text, own) };
}

/** All files or none. */
export function write({ project, sources }: ProposalInput, { files }: BumpProposal, { specs }: Outcome): void {
  const before = files.map(({ path }) => ({ path, text: textAt(project.root, path) }));
  writeSpecs(project.root, [...sources.specs, ...before], [...specs, ...files]);
}

export function differences({ project, sources }: ProposalInput, { files }: BumpProposal, { specs }: Outcome): string {
  const old = new Map(sources.specs.map(({ path, text }) => [path, text]));
  const pairs = [...specs, ...files].map(({ path, text }) => {
    return { path, text, before: old.get(path) ?? textAt(project.root, path) };
  });
  return pairs.flatMap(({ path, text, before }) => (text === before ? [] : [lineDiff(path, before, text)])).join('');
}

function textAt(root: string, path: string): string {
  return existsSync(join(root, path)) ? readText(join(root, path)) : '';
}

/** One line for each thing that was done, with its place in the files as they are now. */
export function placesOf({ references, restored, tools, done }: BumpProposal, { specs, compiled }: Outcome): string[] {
  const texts = new Map(specs.map(({ path, text }) => [path, text]));
  const lineOf = (file: string, offset: number): string => `${file}:${positionAt(texts.get(file) ?? '', offset).line}`;
  const parts = tools.flatMap((name) => {
    const part = compiled?.spec.tools.find((one) => one.spec.name === name);
    const { file, start } = part?.at(['name']) ?? { file: '', start: 0 };
    const isOld = restored.some((tool) => tool.name === name);
    return part
      ? [`${lineOf(file, start)} Tool "${name}" ${isOld ? 'is as it was released' : 'is the successor'}.`]
      : [];
  });
  const named = [...new Set(references.map(({ file }) => file))].map((file) => {
    const own = references.filter((edit) => edit.file === file);
    return `${file} now names "${own[0]?.text ?? ''}" (${own.length} ${own.length === 1 ? 'place' : 'places'}).`;
  });
  return [...parts, ...done, ...named];
}
