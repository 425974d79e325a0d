/** What holds for the rules whatever the spec: valid ones pass, layout means nothing, nothing throws, fixing only improves. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { RULES } from '../compiler/check/rules/index.ts';
import { fixSpecs } from '../compiler/cli/fix/repair.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import type { Diagnostic, SourceFile } from '../compiler/base/diagnostic.ts';
import { headerVariable } from '../runtime/server/environment.ts';
import type { Json } from '../runtime/language/json.ts';
import { anyBroken, anyCut, cutInto } from './support/broken-spec.ts';
import { exampleFindings, layOver } from './support/example.ts';
import { anyFixable } from './support/fixable-spec.ts';
import { anyLayout, print, printDocument } from './support/random-layout.ts';
import type { Layout } from './support/random-layout.ts';
import { anyProject } from './support/random-spec.ts';
import { runs } from './support/runs.ts';
import { BY_COMPARISON } from './support/fix-settings.ts';

describe('a valid project', () => {
  test('has no error', () => {
    fc.assert(
      fc.property(anyProject(), anyLayout(), (project, layout) => {
        const files = print(project, layout);
        expect(errorsOf(planSpecs(files).diagnostics).map(telling), textOf(files)).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });

  test('means the same in every layout', () => {
    fc.assert(
      fc.property(anyProject(), anyLayout(), anyLayout(), (project, one, other) => {
        const files = print(project, other);
        const [a, b] = [planSpecs(print(project, one)), planSpecs(files)];
        expect(codesOf(b.diagnostics), textOf(files)).toEqual(codesOf(a.diagnostics));
        const [planA, planB] = [a.value?.plan, b.value?.plan].map(withoutPlaces);
        expect(planA).toBeDefined();
        expect(planB).toEqual(planA);
        // Keys of the author's own, such as the names of parameters, keep the author's order.
        if (!one.shuffled && !other.shuffled) expect(JSON.stringify(planB)).toBe(JSON.stringify(planA));
      }),
      { numRuns: runs(100) },
    );
  });
});

/** Names of headers that differ by case and separators alone, and others. */
const headerName = fc
  .tuple(fc.constantFrom('x', 'X'), fc.constantFrom('-', '_', ''), fc.constantFrom('notes', 'Notes'))
  .map((parts) => parts.join(''));

test('two headers of a server are reported where a caller without HTTP could set only one of them', () => {
  fc.assert(
    fc.property(headerName, headerName, (one, other) => {
      fc.pre(one !== other);
      const headers = `headers: { ${one}: { description: One. }, ${other}: { description: Other. } }`;
      const server = `kind: server\nname: notes\nversion: 1.0.0\nsummary: Keeps notes.\ntransports: [http]\n`;
      const text = `${server}auth: { issuer: "https://login.shop.example", scopes: { read: Read. }, ${headers} }\n`;
      const found = codesOf(planSpecs([{ path: 'specs/notes.yaml', text }]).diagnostics);
      expect(found.includes('server/auth-headers')).toBe(headerVariable(one) === headerVariable(other));
    }),
  );
});

describe('a broken project', () => {
  test('is reported the same in every layout', () => {
    fc.assert(
      fc.property(anyBroken(), anyLayout(), anyLayout(), (project, one, other) => {
        // What stands in which file decides who owns a tool without a name, so that both share it.
        const same = { ...other, files: one.files, seed: one.seed, apart: one.apart };
        const [a, b] = [print(project, one), print(project, same)];
        expect(codesOf(findingsOf(b)), `${textOf(a)}\n=====\n${textOf(b)}`).toEqual(codesOf(findingsOf(a)));
      }),
      { numRuns: runs(100) },
    );
  });

  test('makes no rule throw, and every finding has its place, its sentence and its next step', () => {
    fc.assert(
      fc.property(anyBroken(), anyLayout(), fc.array(anyCut(), { maxLength: 2 }), (project, layout, cuts) => {
        const files = cuts.reduce(cutInto, print(project, layout));
        for (const { span, message, hint, related = [], fix } of findingsOf(files)) {
          for (const place of [span, ...related.map((one) => one.span), ...(fix?.edits ?? [])]) {
            const text = files.find(({ path }) => path === place.file)?.text;
            expect(text, `${place.file} is one of the files`).toBeDefined();
            expect(place.start).toBeGreaterThanOrEqual(0);
            expect(place.end).toBeGreaterThanOrEqual(place.start);
            expect(place.end).toBeLessThanOrEqual(text?.length ?? 0);
          }
          expect(message).toMatch(/\.$/);
          expect(hint).toMatch(/[.?]$/);
        }
      }),
      { numRuns: runs(250) },
    );
  });
});

describe('fixing', () => {
  test('adds no code, keeps every comment, and is done after one run', async () => {
    let fixed = 0;
    await fc.assert(
      fc.asyncProperty(anyBroken(anyFixable()), anyLayout(), async (project, layout) => {
        const files = print(project, layout);
        const before = findingsOf(files);
        const { specs, done, suggested } = await fixSpecs(files, BY_COMPARISON);
        fixed += done.length + suggested.length;
        const after = planSpecs(specs).diagnostics;
        const known = new Set(before.map(({ code }) => code));
        expect(
          after.filter(({ code }) => !known.has(code)).map(telling),
          `${textOf(files)}\n=====\n${textOf(specs)}`,
        ).toEqual([]);
        expect(remarksOf(specs), `${textOf(files)}\n=====\n${textOf(specs)}`).toEqual(remarksOf(files));
        expect(await fixSpecs(specs, BY_COMPARISON)).toEqual({ specs, done: [], suggested });
      }),
      { numRuns: runs(100, 3) },
    );
    expect(fixed, 'the property is about projects that can be fixed').toBeGreaterThan(runs(50));
  });
});

describe('the examples of a rule', () => {
  test('tell the same in every layout', () => {
    const examples = RULES.flatMap(({ id, subject, good, bad }) =>
      [...good, ...bad].map((text) => ({ id, subject, text })),
    );
    fc.assert(
      fc.property(fc.constantFrom(...examples), anyLayout(), ({ id, subject, text }, layout) => {
        const { source } = layOver(subject, text);
        const laid = relaid(source, layout);
        expect(codesOf(exampleFindings(laid)), `${id}\n${laid.text}`).toEqual(codesOf(exampleFindings(source)));
      }),
      { numRuns: runs(300) },
    );
  });
});

function errorsOf(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** As often as they are found, in no order. */
function codesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code }) => code).sort();
}

function telling({ code, message }: Diagnostic): string {
  return `${code}: ${message}`;
}

function textOf(files: readonly SourceFile[]): string {
  return files.map(({ path, text }) => `#### ${path}\n${text}`).join('\n');
}

function remarksOf(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ text }) => text.match(/# remark \d+;/g) ?? []).sort();
}

/** Nothing that is thrown is caught: a rule that throws fails the property. */
function findingsOf(files: readonly SourceFile[]): readonly Diagnostic[] {
  return planSpecs(files).diagnostics;
}

/** A plan says which file everything comes from, and that is the layout's. */
function withoutPlaces(plan: unknown): unknown {
  return plan === undefined
    ? undefined
    : JSON.parse(JSON.stringify(plan), (key, value: unknown) =>
        key === 'source' || key === 'handlerFile' ? undefined : value,
      );
}

function relaid({ path, text }: SourceFile, layout: Layout): SourceFile {
  const values = parseAllDocuments(text).map((document): Json => document.toJS({ maxAliasCount: -1 }) as Json);
  const texts = values.map((value, at) => printDocument(value, { ...layout, seed: layout.seed + at }));
  return { path, text: texts.join(`---${layout.ending}`) };
}
