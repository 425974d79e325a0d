/** Every rule against its own examples: the good pass, the bad are found where they are, with golden words. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AnyRule } from '../compiler/check/rule.ts';
import { RULES } from '../compiler/check/rules/index.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { emit } from '../compiler/emit/emit.ts';
import type { Diagnostic, SourceFile } from '../compiler/base/diagnostic.ts';
import { applyEdits } from '../compiler/spec/yaml/apply-edits.ts';
import { EXAMPLE_SETTINGS, exampleFindings, exampleProject, layOver } from './support/example.ts';
import { everyNth } from './support/runs.ts';
import { codes, fixable, fixed, inOrder, onceFixed, untouched, withComments } from './support/repairs.ts';
import { printFindings } from './support/fixture-project.ts';
import { EXAMPLE_PAGES } from './support/example-pages.ts';
import { onlyBroken } from './support/settings.ts';

const RULE_FOLDER = join(import.meta.dirname, '../compiler/check/rules');
const GOLDEN = join(import.meta.dirname, 'golden/rules');

test('the project that examples are laid over is valid', () => {
  expect(planSpecs([exampleProject()], { settings: onlyBroken() }).diagnostics).toEqual([]);
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test.each(rule.good.map((example) => [example]))('good: %j', (example) => {
    const diagnostics = exampleFindings(layOver(rule.subject, example).source);
    // Other rules may object to the mix of base and example, but the example itself has to have its shape.
    expect(diagnostics.filter(({ code }) => code === id || /^(yaml|spec)\//.test(code))).toEqual([]);
  });

  test.each(rule.bad.map((example) => [example]))('bad: %j', (example) => {
    const { source, from = 0 } = layOver(rule.subject, example);
    const found = findingsOf(rule, source);
    expect(found).not.toHaveLength(0);
    for (const { span, severity, message, hint } of found) {
      // A suspicion is a warning.
      expect([rule.severity, 'warning']).toContain(severity);
      expect(message).toMatch(/\.$/);
      expect(hint).toMatch(/[.?]$/);
      expect(span.start, 'points into the example').toBeGreaterThanOrEqual(from);
      expect(span.end).toBeGreaterThan(span.start);
      expect(span.end).toBeLessThanOrEqual(source.text.length);
    }
  });

  test('its bad examples break it and nothing else', () => {
    const sound = [exampleProject(), ...rule.good.map((example) => layOver(rule.subject, example).source)];
    const expected = new Set([id, ...sound.flatMap(errorsIn).map(({ code }) => code)]);
    for (const example of rule.bad) {
      const errors = errorsIn(layOver(rule.subject, example).source);
      expect(errors.filter(({ code }) => !expected.has(code)).map(({ message }) => message)).toEqual([]);
    }
  });

  test('its fixes leave nothing of it, and nothing new', () => {
    for (const example of rule.bad) {
      const { source } = layOver(rule.subject, example);
      const before = exampleFindings(source);
      const edits = findingsOf(rule, source).flatMap(({ fix }) => fix?.edits ?? []);
      if (edits.length === 0) continue;
      const after = exampleFindings({ ...source, text: applyEdits(source.text, edits) });
      expect(after.filter((one) => one.code === id && one.fix)).toEqual([]);
      expect(after.length).toBeLessThan(before.length);
    }
  });

  test('its texts are golden', async () => {
    const printed = rule.bad.map((example) => {
      const { source } = layOver(rule.subject, example);
      return `${heading(example)}\n${printFindings({ diagnostics: findingsOf(rule, source), texts: [source] })}`;
    });
    await expect(printed.join('\n')).toMatchFileSnapshot(join(GOLDEN, `${id}.txt`));
  });

  // report-alike.test.ts: a message that names its subject as letters would never be joined with its like.
  test('gives the names of its subject as values', () => {
    for (const example of rule.bad) {
      for (const { message, unnamed, about, related } of findingsOf(rule, layOver(rule.subject, example).source)) {
        // A connection of the example has the name of its server.
        if (related || id === 'server/secret-declared') continue;
        const subject = about.tool ?? about.skill ?? about.server ?? '';
        if (subject !== '' && message.includes(`"${subject}"`)) expect(unnamed?.names, message).toContain(subject);
      }
    }
  });

  // A suppression or a baseline may hide it, and then the specs are compiled as they are.
  test.skipIf(rule.locked)('can be disabled', () => {
    const written = new Set(everyNth(3, rule.bad));
    for (const example of rule.bad) {
      const { source } = layOver(rule.subject, example);
      const { value, diagnostics } = planSpecs([source], {
        settings: EXAMPLE_SETTINGS,
        onlyNew: () => [],
        files: EXAMPLE_PAGES,
      });
      expect(diagnostics).toEqual([]);
      if (written.has(example)) expect(value && emit(value.plan, 'out').length).toBeGreaterThan(3);
      else expect(value).toBeDefined();
    }
  });

  test('is documented', () => {
    expect(rule.why).toMatch(/^[A-Z][^]*\.$/);
    expect(rule.source).toMatch(/^(EXT §\d|MCP |Agent Skills|JSON Schema)[^]*[^.]$/);
    expect(rule.good.length).toBeGreaterThanOrEqual(2);
    expect(rule.bad.length).toBeGreaterThanOrEqual(2);
  });
});

/** Every repair that a rule offers: it removes its diagnostic, brings no other, and leaves every other byte alone. */
const REPAIRED = RULES.flatMap((rule) => {
  return rule.bad.map((example) => [rule.id, example, layOver(rule.subject, example).source] as const);
}).filter(([id, , source]) => fixable(source, id).length > 0);

test('these rules have a repair', () => {
  const ids = new Set(REPAIRED.map(([id]) => id));
  expect([...ids]).toEqual(
    expect.arrayContaining([
      'param/boolean-for-flag',
      'param/bounds-order',
      'param/default-not-required',
      'param/enum-for-closed-set',
      'param/integer-for-count',
      'param/name-format',
      'param/optional-has-default',
      'skill/description-parts',
      'skill/hidden-text',
    ]),
  );
});

describe.each(REPAIRED)('a repair of %s: %j', (id, _example, source) => {
  test('removes what it repairs, and brings nothing new', () => {
    const before = exampleFindings(source);
    const after = exampleFindings(fixed(source, id));
    const left = before.filter(({ code, fix }) => code === id && !fix);
    expect(after.filter(({ code }) => code === id)).toHaveLength(left.length);
    expect(new Set([...codes(after), ...codes(before)])).toEqual(new Set(codes(before)));
  });

  test('one at a time as well', () => {
    const before = exampleFindings(source);
    for (const { fix } of fixable(source, id)) {
      const text = applyEdits(source.text, fix?.edits ?? []);
      const after = exampleFindings({ ...source, text });
      expect(after.filter(({ code }) => code === id).length).toBeLessThan(
        before.filter(({ code }) => code === id).length,
      );
      expect(codes(before)).toEqual(expect.arrayContaining(codes(after)));
    }
  });

  test('a second time changes nothing', () => {
    const once = fixed(source, id);
    expect(fixed(once, id).text).toBe(once.text);
  });

  test('keeps every comment and every line that it does not touch', () => {
    const commented = { ...source, text: withComments(source.text) };
    const after = fixed(commented, id).text;
    expect(after.match(/# kept \d+/g)).toEqual(commented.text.match(/# kept \d+/g));
    const changed = onceFixed(source, id);
    expect(inOrder(untouched(source.text, changed.edits), changed.text.split('\n'))).toBe(true);
  });

  test('keeps the line ends of Windows', () => {
    const windows = { ...source, text: source.text.replaceAll('\n', '\r\n') };
    const after = fixed(windows, id).text;
    expect(after.replaceAll('\r\n', '\n')).toBe(fixed(source, id).text);
    expect(after).not.toMatch(/[^\r]\n/);
  });
});

describe('the list of rules', () => {
  test('has every rule of every file, under an id that starts with its folder', async () => {
    const files = rulesIn(RULE_FOLDER, '.ts').filter((path) => path.includes('/'));
    const exported = await Promise.all(
      files.map(async (path) => {
        const cells: AnyRule[] = Object.values(await import(join(RULE_FOLDER, `${path}.ts`)));
        expect(cells.map(({ id }) => id.split('/')[0])).toEqual(cells.map(() => path.split('/')[0]));
        return cells;
      }),
    );
    expect(new Set(exported.flat())).toEqual(new Set(RULES));
    expect(RULES.map(({ id }) => id)).toEqual(RULES.map(({ id }) => id).toSorted());
  });

  test('has no id twice', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  });

  test('has a golden file for each, and no other is left over', () => {
    expect(rulesIn(GOLDEN, '.txt')).toEqual(RULES.map(({ id }) => id).sort());
  });
});

function findingsOf(rule: AnyRule, source: SourceFile): Diagnostic[] {
  return exampleFindings(source).filter(({ code }) => code === rule.id);
}

function errorsIn(source: SourceFile): Diagnostic[] {
  return exampleFindings(source).filter(({ severity }) => severity === 'error');
}

function heading(example: string): string {
  return example
    .trimEnd()
    .split('\n')
    .map((line) => `> ${line.length > 120 ? `${line.slice(0, 119)}…` : line}`)
    .join('\n');
}

function rulesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => path.slice(0, -ending.length).replaceAll('\\', '/'))
    .sort();
}
