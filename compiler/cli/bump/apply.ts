/** A proposal → the specs and handlers as they become, written only when they say what they should. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { planSpecs } from '../../plan/plan-specs.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import type { Surroundings } from '../../check/check.ts';
import { hasErrors, positionAt } from '../../base/diagnostic.ts';
import type { Diagnostic, SourceFile, TextEdit } from '../../base/diagnostic.ts';
import { applyEdits, offsetAfter } from '../../spec/yaml/apply-edits.ts';
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
  const judge = (specs: readonly SourceFile[], isOld: (one: Diagnostic) => boolean): Judged => {
    const after = planSpecs(specs, surroundings);
    const fresh = after.diagnostics.filter((one) => !isOld(one));
    const value = after.value ?? (hasErrors(fresh) ? undefined : after.unjudged);
    const versions = contract && value ? compareVersions(contract, value, dates).diagnostics : [];
    const own = versions.filter(({ about }) => proposal.tools.includes(about.tool ?? ''));
    const left = after.diagnostics.filter((one) => one.severity === 'error' && isOld(one)).length;
    const all = [...after.diagnostics, ...versions];
    const unused = all.filter((one) => one.code === 'suppression/unused' && !isOld(one));
    return { specs, problems: [...fresh, ...own], left, all, unused, ...(value && { compiled: value }) };
  };
  const before = judge(sources.specs, () => true).all;
  const attempt = (...rounds: readonly (readonly TextEdit[])[]): Judged => {
    const old = new Set(before.flatMap((one) => namesOf(one, rounds)));
    const specs = rounds.reduce((files, edits) => files.map((file) => withEdits(file, edits)), sources.specs);
    return judge(specs, (one) => namesOf(one, []).some((name) => old.has(name)));
  };
  let last: Outcome = { specs: sources.specs, problems: [], left: 0 };
  for (const edits of proposal.alternatives) {
    const first = attempt(edits);
    last = first.unused.length > 0 ? attempt(edits, linesOf(first)) : first;
    if (!hasErrors(last.problems) && isRestored(last, proposal)) return last;
  }
  return last;
}

interface Judged extends Outcome {
  readonly all: readonly Diagnostic[];
  /** Suppressions that nothing needs since the edits. */
  readonly unused: readonly Diagnostic[];
}

/** A finding is known by its rule and its place, wherever edits have moved it, and by what it is about: its message may count lines. */
function namesOf({ code, span, about }: Diagnostic, rounds: readonly (readonly TextEdit[])[]): string[] {
  const { file, start } = span;
  const place = rounds.reduce((offset, edits) => offsetAfter(offset, file, edits), start);
  return [[place], ...(about.tool === undefined ? [] : [about])].map((part) => JSON.stringify([code, file, part]));
}

function isRestored({ compiled }: Outcome, { restored }: BumpProposal): boolean {
  return restored.every((tool) => {
    const now = toolNamed(compiled?.plan, tool.name);
    return now !== undefined && hasSameInterface(now, tool);
  });
}

/** Of the tool that a suppression was for, and of its copy, one may not need it. */
function linesOf({ specs, unused }: Judged): TextEdit[] {
  return unused.flatMap(({ span }): TextEdit[] => {
    const text = specs.find(({ path }) => path === span.file)?.text;
    if (text === undefined) return [];
    const start = text.lastIndexOf('\n', span.start - 1) + 1;
    return [{ file: span.file, start, end: text.indexOf('\n', span.end) + 1, text: '' }];
  });
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
