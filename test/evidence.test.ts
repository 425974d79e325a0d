/** Severity follows certainty: no error depends on the wording of a text, unless its rule says that two signals make it one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { check } from '../compiler/check/check.ts';
import { rule } from '../compiler/check/rule.ts';
import { RULES } from '../compiler/check/rules/index.ts';
import { load } from '../compiler/spec/yaml/load.ts';
import type { Diagnostic } from '../compiler/base/diagnostic.ts';
import { layOver } from './support/example.ts';
import { everyNth } from './support/runs.ts';
import { onlyRule } from './support/settings.ts';

/** Keys with texts for people and models, at any depth. */
const TEXTS = new Set(
  'case context description does error example examples expected_behavior input limits never query reason retry_hint steps summary title triggers when'.split(
    ' ',
  ),
);

/** Ordinary words become others of the same length; names, code, marks and numbers stay. */
function reworded(text: string): string {
  return text.replaceAll(/(?<![\w`{./@$:-])[A-Za-z][a-z]{2,}(?![\w`}/@:-]|\.\w)/g, (word) =>
    word.replaceAll(/[a-z]/g, (letter) => ('aeiouy'.includes(letter) ? 'u' : 'q')),
  );
}

function withOtherWords(value: unknown, isText = false): unknown {
  if (typeof value === 'string') return isText ? reworded(value) : value;
  if (Array.isArray(value)) return value.map((one) => withOtherWords(one, isText));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, withOtherWords(one, TEXTS.has(key))] as const);
  return Object.fromEntries(entries);
}

/** What fails a check or a release. */
function errorsOf(id: string, text: string): readonly Diagnostic[] {
  const { value } = load([{ path: 'specs/library.yaml', text }]);
  const { diagnostics } = check(value, { consequences: true, settings: onlyRule(id) });
  return diagnostics.filter(
    ({ code, severity, stopsRelease }) => code === id && (severity === 'error' || stopsRelease),
  );
}

describe.each(RULES.filter(({ evidence }) => evidence === undefined).map((rule) => [rule.id, rule] as const))(
  '%s',
  (id, rule) => {
    test('finds the same errors in other words', () => {
      for (const example of everyNth(3, rule.bad)) {
        const { text } = layOver(rule.subject, example).source;
        const others = parseAllDocuments(text).map((document) => stringify(withOtherWords(document.toJS())));
        expect(errorsOf(id, others.join('---\n')).length, example).toBe(errorsOf(id, text).length);
      }
    });
  },
);

test.each(RULES.filter(({ evidence }) => evidence === 'prose').map((rule) => [rule.id, rule] as const))(
  '%s judges prose and is a warning at most',
  (id, { bad, subject, severity, release, imported }) => {
    expect([severity, release, imported]).not.toContain('error');
    expect(bad.flatMap((example) => errorsOf(id, layOver(subject, example).source.text))).toEqual([]);
  },
);

test('a rule that judges prose is no error by its type', () => {
  const examples = { good: ['name: a', 'name: b'], bad: ['name: c', 'name: d'] } as const;
  const cell = {
    id: 'tool/a',
    subject: 'tool',
    says: '',
    why: '',
    source: '',
    ...examples,
    check: () => undefined,
  } as const;
  rule({ ...cell, evidence: 'prose', severity: 'warning' });
  rule({ ...cell, evidence: 'signals', severity: 'error' });
  // @ts-expect-error A guess is a warning at most.
  rule({ ...cell, evidence: 'prose', severity: 'error' });
  // @ts-expect-error Nor is it an error at a release.
  rule({ ...cell, evidence: 'prose', severity: 'warning', release: 'error' });
});

describe('precision on public servers', () => {
  const text = readFileSync(join(import.meta.dirname, 'bench/precision.yaml'), 'utf8');
  const { findings } = parse(text) as {
    readonly findings: readonly { readonly rule: string; readonly verdict: string; readonly because: string }[];
  };

  test('every verdict has its reason', () => {
    expect(findings.filter(({ verdict, because }) => !/^(?:useful|noise|wrong)$/.test(verdict) || !because)).toEqual(
      [],
    );
  });

  test.each(RULES.map((one) => [one.id, one] as const))(
    '%s: what its page says is what was judged, and decides over its severity',
    (id, { measured, severity, release }) => {
      const judged = findings.filter(({ rule: own }) => own === id);
      const useful = judged.filter(({ verdict }) => verdict === 'useful').length;
      expect(measured).toEqual(judged.length < 30 ? undefined : { useful, judged: judged.length });
      if (!measured) return;
      expect(measured.useful / measured.judged).toBeGreaterThanOrEqual(0.5);
      if ([severity, release].includes('error')) expect(measured.useful / measured.judged).toBeGreaterThanOrEqual(0.8);
    },
  );
});
