/** `haft check --fix` and `--fix-suggested`: writes fixes, and says what is left to the author. */
import { join, resolve } from 'node:path';
import type { SourceFile } from '../../base/diagnostic.ts';
import { positionAt } from '../../base/diagnostic.ts';
import { lineDiff } from '../../base/text/line-diff.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import type { Project } from '../../edge/project/project.ts';
import { readSources } from '../../edge/project/read-sources.ts';
import { slashed } from '../../edge/project/root.ts';
import { surroundingsOf } from '../../edge/tasks/surroundings.ts';
import { writeSpecs } from '../../edge/write/write-specs.ts';
import { fixSpecs, keyOf, proposalsIn, withoutNewFinding } from './fix-specs.ts';
import type { FixSettings } from './fix-specs.ts';
import { gradesOf } from './judge-fixes.ts';
import type { FixableFinding } from './judge-fixes.ts';
import { proverFor } from './prover.ts';

interface Repair {
  readonly cwd: string;
  readonly today: string;
  readonly dryRun: boolean;
  /** All safe fixes. */
  readonly safe: boolean;
  /** Places of suggestions, as they are printed. */
  readonly places: readonly string[];
}

/** Fixes are looked for with the settings of `asked`, and applied where they are sound with those of the project. */
export async function repair(project: Project, asked: Project, wanted: Repair): Promise<void> {
  const { cwd, today, dryRun } = wanted;
  const sources = readSources(project);
  const settings: FixSettings = {
    ...proverFor(project, sources, today),
    ...(asked !== project && { asked: surroundingsOf(asked, sources, today) }),
  };
  const print = (text: string): void => void process.stdout.write(escapeUnsafe(text));
  const placed: Placed = { root: project.root, cwd };
  const chosen = await applySuggested(sources.specs, wanted.places, settings, placed);
  const fixed = wanted.safe ? await fixSpecs(chosen.specs, settings) : { specs: chosen.specs, done: [], suggested: [] };
  if (!dryRun) writeSpecs(project.root, sources.specs, fixed.specs);
  for (const [index, { path, text }] of fixed.specs.entries()) {
    const before = sources.specs[index]?.text ?? '';
    if (dryRun && before !== text) print(lineDiff(path, before, text));
  }
  const done = fixed.done.map(({ file, title }) => `${file}: ${title}\n`);
  const count = done.length + chosen.applied;
  print([...chosen.lines, ...done, `${pluralize(count, 'edit')} ${dryRun ? 'available' : 'applied'}.\n`].join(''));
  print(suggestionText(fixed.suggested, fixed.specs, placed));
}

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
    return `${place} ${one.code}\n  ${one.fix.title} ${reasonOf(one)}\n  Apply it with: haft check --fix-suggested ${place}\n`;
  });
  return `\n${pluralize(suggested.length, 'suggestion')} not applied. Each line says what would change:\n${lines.join('')}`;
}

function reasonOf({ fix: { grade } }: FixableFinding): string {
  return grade?.kind === 'suggestion' ? grade.because : '';
}

interface Chosen {
  readonly specs: readonly SourceFile[];
  readonly applied: number;
  readonly lines: readonly string[];
}

/** One by one, in the order given. */
async function applySuggested(
  specs: readonly SourceFile[],
  places: readonly string[],
  settings: FixSettings,
  placed: Placed,
): Promise<Chosen> {
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
    else
      lines.push(
        `${one.span.file}: ${title} ${reasonOf({ ...one, fix: withGrade(one, grades.get(one)) })}`.trimEnd() + '\n',
      );
    if (next) [current, applied] = [next, applied + 1];
  }
  return { specs: current, applied, lines };
}

function withGrade({ fix }: FixableFinding, grade: FixableFinding['fix']['grade']): FixableFinding['fix'] {
  return { ...fix, ...(grade && { grade }) };
}

/** `file:line` or `file:line:column`; the first one of a line that has several. */
function pick(
  place: string,
  all: readonly FixableFinding[],
  specs: readonly SourceFile[],
  placed: Placed,
): FixableFinding {
  const [, file = '', line = '', column] = /^(.*?):(\d+)(?::(\d+))?$/.exec(place) ?? [];
  const wanted = `${slashed(placed.cwd, resolve(placed.cwd, file))}:${line}:${column ?? ''}`;
  const found = all.find((one) => {
    const own = placeText(one, specs, placed);
    return column === undefined ? own.startsWith(wanted) : own === wanted;
  });
  if (found) return found;
  const places = [...new Set(all.map((one) => placeText(one, specs, placed)))];
  const more = places.length > 12 ? ', …' : '';
  const hint =
    places.length === 0 ? 'No finding has a fix.' : `Places with a fix: ${places.slice(0, 12).join(', ')}${more}.`;
  throw new Failure(`There is no fix at "${place}", expected <file>:<line> as \`haft check --fix\` prints it.`, hint);
}
