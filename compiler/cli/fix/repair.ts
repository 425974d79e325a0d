/** `haft check --fix` and `--fix-suggested`: writes fixes, and says what is left to the author. */
import { join, resolve } from 'node:path';
import { type Diagnostic, type Grade, type SourceFile, positionAt } from '../../base/diagnostic.ts';
import { fileDiffs } from '../../base/text/difference.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import type { Project } from '../../edge/project/project.ts';
import { readSources } from '../../edge/project/read-sources.ts';
import { slashed } from '../../edge/project/root.ts';
import { surroundingsOf } from '../../edge/tasks/surroundings.ts';
import { writeSpecs } from '../../edge/write/write-specs.ts';
import type { FixableFinding, Prover } from './judge-fixes.ts';
import { applyFixes, gradesOf, independent, isProposal, judgeFixes } from './judge-fixes.ts';
import { proverFor } from './prover.ts';
import type { Surroundings } from '../../check/check.ts';
import { planSpecs } from '../../plan/plan-specs.ts';
import { checkChoices } from '../../versions/receipts/planned-choices.ts';

interface Repair {
  readonly cwd: string;
  readonly today: string;
  readonly dryRun: boolean;
  /** All safe fixes. */
  readonly safe: boolean;
  /** Places of suggestions, as they are printed. */
  readonly places: readonly string[];
}

/** Fixes are looked for with the settings of `trial`, and applied where they are sound with those of the project. */
export async function repair(project: Project, trial: Project, wanted: Repair): Promise<void> {
  const { cwd, today, dryRun } = wanted;
  const sources = readSources(project);
  const settings: FixSettings = {
    ...proverFor(project, sources, today),
    ...(trial !== project && { trial: surroundingsOf(trial, sources, today) }),
  };
  const print = (text: string): void => void process.stdout.write(escapeUnsafe(text));
  const placed: Placed = { root: project.root, cwd };
  const chosen = await applySuggested(sources.specs, wanted.places, settings, placed);
  const fixed = wanted.safe ? await fixSpecs(chosen.specs, settings) : { specs: chosen.specs, done: [], suggested: [] };
  const config = wanted.safe ? fixConfig(project, fixed.specs, settings) : { before: [], after: [], done: [] };
  const texts = { before: [...sources.specs, ...config.before], after: [...fixed.specs, ...config.after] };
  if (dryRun) print(fileDiffs(texts.before, texts.after));
  else writeSpecs(project.root, texts.before, texts.after);
  const done = [...fixed.done, ...config.done].map(({ file, title }) => `${file}: ${title}\n`);
  const count = done.length + chosen.applied;
  const total = `${pluralize(count, 'edit')} ${dryRun ? 'available' : 'applied'}.\n`;
  print([...chosen.lines, ...done, count === 0 ? NOTHING : total].join(''));
  print(suggestionText(fixed.suggested, fixed.specs, placed));
}

/** Names in `choices:` of haft.yaml; with such a mistake no eval runs, so that no result can change. */
function fixConfig({ config, settings }: Project, specs: readonly SourceFile[], { surroundings }: FixSettings) {
  const { value } = planSpecs(specs, surroundings);
  const before = config?.sources ?? [];
  if (!value || !config) return { before, after: before, done: [] };
  const proposals = checkChoices(value.plan, config.document, settings.released).filter(isProposal);
  const done = proposals.map(({ span, fix }) => ({ file: span.file, title: fix.title }));
  return { before, after: applyFixes(before, proposals), done };
}

const NOTHING = 'Nothing was changed: no finding has a fix that leaves calls as they are.\n';

interface Placed {
  readonly root: string;
  readonly cwd: string;
}

function placeText({ span }: FixableFinding, specs: readonly SourceFile[], { root, cwd }: Placed): string {
  const { line, column } = positionAt(specs.find(({ path }) => path === span.file)?.text ?? '', span.start);
  return `${slashed(cwd, join(root, span.file))}:${line}:${column}`;
}

function suggestionText(suggested: readonly FixableFinding[], specs: readonly SourceFile[], placed: Placed): string {
  if (suggested.length === 0) return '';
  const lines = suggested.map((one) => {
    const place = placeText(one, specs, placed);
    return `${place} ${one.code}\n  ${one.fix.title} ${reasonOf(one.fix.grade)}\n  Apply it with: haft check --fix-suggested ${place}\n`;
  });
  return `\n${pluralize(suggested.length, 'suggestion')} not applied. Each line says what would change:\n${lines.join('')}`;
}

function reasonOf(grade: Grade | undefined): string {
  return grade?.kind === 'suggestion' ? grade.because : '';
}

/** One by one, in the order given. */
async function applySuggested(
  specs: readonly SourceFile[],
  places: readonly string[],
  settings: FixSettings,
  placed: Placed,
) {
  if (places.length === 0) return { specs, applied: 0, lines: [] };
  const all = proposalsIn(specs, settings);
  const picked = places.map((place) => pick(place, all, specs, placed));
  const grades = await gradesOf(specs, picked, settings);
  const lines: string[] = [];
  let [current, applied] = [specs, 0];
  for (const one of picked) {
    const now = proposalsIn(current, settings).find((other) => keyOf(other) === keyOf(one));
    const next = now && withoutNewFinding(current, [now], settings);
    const { title } = one.fix;
    if (!next) lines.push(`${one.span.file}: not applied, because it brings another finding: ${title}\n`);
    else {
      lines.push(`${one.span.file}: ${title} ${reasonOf(grades.get(one))}`.trimEnd() + '\n');
      [current, applied] = [next, applied + 1];
    }
  }
  return { specs: current, applied, lines };
}

/** `file:line` or `file:line:column`; the first one of a line that has several. */
function pick(place: string, all: readonly FixableFinding[], specs: readonly SourceFile[], placed: Placed) {
  const [, file = '', line = '', column] = /^(.*?):(\d+)(?::(\d+))?$/.exec(place) ?? [];
  const wanted = `${slashed(placed.cwd, resolve(placed.cwd, file))}:${line}:${column ?? ''}`;
  const match = all.find((one) => {
    const own = placeText(one, specs, placed);
    return column === undefined ? own.startsWith(wanted) : own === wanted;
  });
  if (match) return match;
  const places = [...new Set(all.map((one) => placeText(one, specs, placed)))];
  const more = places.length > 12 ? ', …' : '';
  const hint =
    places.length === 0 ? 'No finding has a fix.' : `Places with a fix: ${places.slice(0, 12).join(', ')}${more}.`;
  throw new Failure(`There is no fix at "${place}", expected <file>:<line> as \`haft check --fix\` prints it.`, hint);
}

/** How fixes are looked for and proved. */
export interface FixSettings extends Prover {
  /** Other surroundings, in which the fixes are looked for. */
  readonly trial?: Surroundings;
}

/**
 * Applies the fixes that are proved to be safe, round by round, until none is left; the others are suggestions, at their
 * places in the texts that it gives. A fix that causes a new diagnostic is not applied.
 */
export async function fixSpecs(specs: readonly SourceFile[], settings: FixSettings) {
  const done: { file: string; title: string }[] = [];
  const rejected = new Set<string>();
  const grades = new Map<string, Grade>();
  let current = specs;
  let isGradedBefore = false;
  for (;;) {
    const open = proposalsIn(current, settings).filter((one) => !rejected.has(keyOf(one)) && !grades.has(keyOf(one)));
    const batch = independent(open);
    if (batch.length === 0 && !isGradedBefore)
      return { specs: current, done, suggested: suggestionsIn(current, settings, grades) };
    if (batch.length === 0) {
      // What is said of a suggestion is true of the texts that are written.
      grades.clear();
      isGradedBefore = false;
      continue;
    }
    const judged = await judgeFixes(current, batch, settings);
    const safe = batch.filter((one) => judged.get(one)?.kind === 'safe');
    for (const [one, grade] of judged) if (grade.kind !== 'safe') grades.set(keyOf(one), grade);
    const [first] = safe;
    // Terminates: every round grades a fix as a suggestion, applies one, which removes a diagnostic and adds none, or rejects one.
    if (!first) continue;
    const tried = tryAny(current, safe, settings);
    if (tried) {
      current = tried.specs;
      isGradedBefore = grades.size > 0;
      done.push(...tried.done.map(({ span, fix }) => ({ file: span.file, title: fix.title })));
      // What did not fit before may fit now; each repair lowers the count, so this ends.
      rejected.clear();
    } else rejected.add(keyOf(first));
  }
}

function proposalsIn(specs: readonly SourceFile[], { surroundings, trial }: FixSettings): readonly FixableFinding[] {
  return planSpecs(specs, trial ?? surroundings).diagnostics.filter(isProposal);
}

function suggestionsIn(specs: readonly SourceFile[], settings: FixSettings, grades: ReadonlyMap<string, Grade>) {
  if (grades.size === 0) return [];
  return proposalsIn(specs, settings).flatMap((one) => {
    const grade = grades.get(keyOf(one));
    return grade ? [{ ...one, fix: { ...one.fix, grade } }] : [];
  });
}

/** The same while other fixes move it; its message may count what they change. */
function keyOf({ code, span, about, fix }: FixableFinding): string {
  return JSON.stringify([code, span.file, about, fix.edits.map(({ text }) => text)]);
}

/** All at once, else those of one file, else the first alone. */
function tryAny(specs: readonly SourceFile[], fixes: readonly FixableFinding[], settings: FixSettings) {
  const file = fixes[0]?.span.file;
  const ofFile = fixes.filter(({ span }) => span.file === file);
  for (const batch of [fixes, ofFile, fixes.slice(0, 1)]) {
    const fixed = withoutNewFinding(specs, batch, settings);
    if (fixed) return { specs: fixed, done: batch };
  }
  return undefined;
}

/** The specs with the fixes; undefined where they bring a finding, or leave as many as before. */
function withoutNewFinding(specs: readonly SourceFile[], batch: readonly FixableFinding[], settings: FixSettings) {
  const { trial } = settings;
  const surroundings = { ...settings.surroundings, consequences: true };
  const before = countByCode(planSpecs(specs, surroundings).diagnostics);
  const changed = applyFixes(specs, batch);
  const after = countByCode(planSpecs(changed, surroundings).diagnostics);
  const worse = [...after].some(([code, count]) => count > (before.get(code) ?? 0));
  const fewer =
    trial === undefined
      ? sum(after) < sum(before)
      : proposalsIn(changed, settings).length < proposalsIn(specs, settings).length;
  return worse || !fewer ? undefined : changed;
}

function countByCode(diagnostics: readonly Diagnostic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
