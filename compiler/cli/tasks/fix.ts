/** Applies the certain repairs of diagnostics, round by round, until none is left. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Surroundings } from '../../check/check.ts';
import { compile } from '../../compile.ts';
import type { Diagnostic, SourceFile } from '../../diagnostic.ts';
import { applyEdits } from '../../load/apply-edits.ts';
import { readText } from '../project/contract.ts';
import { Failure } from '../command-line/failure.ts';
import { clearLeftOvers, writeWhole } from '../write/whole.ts';

interface Fixed {
  /** Every text with its fixes. */
  readonly specs: readonly SourceFile[];
  /** Titles of what was done, with the file. */
  readonly done: readonly { readonly file: string; readonly title: string }[];
}

/** A fix that causes a new diagnostic is not applied. `asked` are other surroundings, in which the fixes are looked for. */
export function fixSpecs(
  specs: readonly SourceFile[],
  surroundings: Surroundings,
  asked: Surroundings = surroundings,
): Fixed {
  const done: { file: string; title: string }[] = [];
  const refused = new Set<string>();
  let current = specs;
  for (;;) {
    const fixable = fixableIn(current, asked).filter((one) => !refused.has(keyOf(one)));
    const [first] = fixable;
    if (!first) return { specs: current, done };
    const tried = tryAny(current, fixable, { surroundings, asked });
    // Terminates: every round either applies a fix, which removes a diagnostic and adds none, or rejects one.
    if (tried) {
      current = tried.specs;
      done.push(...tried.done);
      // What did not fit before may fit now; each repair lowers the count, so this ends.
      refused.clear();
    } else refused.add(keyOf(first));
  }
}

interface Judged {
  readonly surroundings: Surroundings;
  readonly asked: Surroundings;
}

function fixableIn(specs: readonly SourceFile[], surroundings: Surroundings): readonly Diagnostic[] {
  return compile(specs, surroundings).diagnostics.filter(({ fix }) => fix);
}

/** All at once, else those of one file, else the first alone. */
function tryAny(specs: readonly SourceFile[], fixable: readonly Diagnostic[], judged: Judged): Fixed | undefined {
  const file = fixable[0]?.span.file;
  const ofFile = fixable.filter(({ span }) => span.file === file);
  for (const batch of [fixable, ofFile, fixable.slice(0, 1)]) {
    const fixed = tryFixes(specs, batch, judged);
    if (fixed) return fixed;
  }
  return undefined;
}

function keyOf({ code, span, message }: Diagnostic): string {
  return `${code}\n${span.file}\n${message}`;
}

function tryFixes(
  specs: readonly SourceFile[],
  batch: readonly Diagnostic[],
  { surroundings, asked }: Judged,
): Fixed | undefined {
  const before = countByCode(compile(specs, surroundings).diagnostics);
  const edits = batch.flatMap(({ fix }) => fix?.edits ?? []);
  const changed = specs.map((source) => ({
    ...source,
    text: applyEdits(
      source.text,
      edits.filter(({ file }) => file === source.path),
    ),
  }));
  const after = countByCode(compile(changed, surroundings).diagnostics);
  const worse = [...after].some(([code, count]) => count > (before.get(code) ?? 0));
  const fewer =
    asked === surroundings
      ? sum(after) < sum(before)
      : fixableIn(changed, asked).length < fixableIn(specs, asked).length;
  if (worse || !fewer) return undefined;
  return { specs: changed, done: batch.map(({ span, fix }) => ({ file: span.file, title: fix?.title ?? '' })) };
}

function countByCode(diagnostics: readonly Diagnostic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

/** Writes the changed files, all of them or none; stops if one was changed meanwhile. */
export function writeFixed(root: string, before: readonly SourceFile[], after: readonly SourceFile[]): void {
  for (const folder of new Set(after.map(({ path }) => dirname(join(root, path))))) clearLeftOvers(folder);
  const changed = after.filter(({ text }, index) => text !== before[index]?.text);
  const old = new Map(before.map(({ path, text }) => [path, text]));
  writeWhole(
    changed.map(({ path, text }) => {
      const now = existsSync(join(root, path)) ? readText(join(root, path)) : '';
      if (now.replace(/^\uFEFF/, '') !== old.get(path))
        throw new Failure(`"${path}" was changed by another program during the fix.`, 'Run the command again.');
      return { path: join(root, path), content: (now.startsWith('\uFEFF') ? '\uFEFF' : '') + text };
    }),
  );
}
