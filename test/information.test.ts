/** The measure behind rules about texts: generic words say nothing in any order, one word of the domain says something, and claims are compared with schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { claimOf, claimedBounds } from '../compiler/check/analysis/intended-type/claims.ts';
import { informationIn, isUninformative, type TextKind } from '../compiler/check/analysis/prose/information.ts';
import { load } from '../compiler/spec/yaml/load.ts';
import { check } from '../compiler/check/check.ts';
import { runs } from './support/runs.ts';

const NONE: ReadonlySet<string> = new Set();

/** The kind of text of the faults of a class. */
const KINDS: Readonly<Record<string, TextKind>> = {
  'error without what happened': 'error',
  'hint without a next step': 'hint',
  'when without a situation': 'situation',
  'does without content': 'does',
  'case without content': 'situation',
  'example that nobody types': 'request',
  'step without content': 'step',
  'never without content': 'never',
  'trigger without content': 'request',
};

const faults = parse(readFileSync(join(import.meta.dirname, 'fixtures/words/faults.yaml'), 'utf8')) as Readonly<
  Record<string, readonly (readonly [string, Readonly<Record<string, unknown>>])[]>
>;

/** Words of texts that say nothing, by the kind of the text. */
const WORDS = Object.entries(KINDS).map(([fault, kind]) => {
  const texts = (faults[fault] ?? [])
    .flatMap(([, set]) => Object.values(set).flat())
    .filter((one) => typeof one === 'string');
  const words = texts.flatMap((text) => text.match(/\b[A-Za-z][a-z]+\b/g) ?? []);
  return { fault, kind, words: [...new Set(words.filter((word) => isUninformative(word, kind)))] };
});

/** A word of no list: consonants and vowels in turn. */
const strange = fc.stringMatching(/^(?:[bdfgklmnprtvz][aou]){3}k$/);

describe.each(WORDS)('$fault', ({ kind, words }) => {
  const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 });
  const around = fc.constantFrom('', '.', ' 404', ' (E_FAILED_7)', ' <input>', '!');

  test('its words say nothing in any order, with codes and numbers; a word of the domain says something', () => {
    expect(words.length).toBeGreaterThan(5);
    fc.assert(
      fc.property(text, around, strange, fc.nat(), (all, end, word, place) => {
        fc.pre(kind !== 'error' || !/\btimed out\b|\btoo many (?:requests|calls)\b/i.test(all.join(' ')));
        expect(isUninformative(all.join(' ') + end, kind)).toBe(true);
        const at = place % (all.length + 1);
        expect(informationIn(all.toSpliced(at, 0, word).join(' ') + end, kind, NONE)).toHaveLength(1);
      }),
      { numRuns: runs(10_000) },
    );
  });
});

describe('claims of a description', () => {
  const bounds = fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 500 }));
  const both = fc.constantFrom(
    (a: number, b: number) => `from ${a} to ${b}`,
    (a: number, b: number) => `must be between ${a} and ${b}`,
    (a: number, b: number) => `${a}-${b}`,
    (a: number, b: number) => `range: ${a}..${b}`,
    (a: number, b: number) => `Minimum ${a}, maximum ${b}`,
    (a: number, b: number) => `At least ${a}; no more than ${b}`,
  );
  const joined = fc.constantFrom(
    (text: string, claim: string) => `${text}, ${claim}.`,
    (text: string, claim: string) => `${text} (${claim})`,
    (text: string, claim: string) => `${text}. ${claim}.`,
    (text: string, claim: string) => `${claim}; ${text}`,
  );

  test('a range that is a clause is found with its numbers, and one of something else is not', () => {
    fc.assert(
      fc.property(bounds, both, joined, strange, ([least, more], claim, join_, word) => {
        const most = least + more;
        const found = claimedBounds(join_(`Number of the ${word}`, claim(least, most)));
        expect(found.flatMap((one) => one.least ?? [])).toEqual([least]);
        expect(found.flatMap((one) => one.most ?? [])).toEqual([most]);
        expect(claimedBounds(join_(`Number of the ${word}`, `a ${word} has ${least} to ${most}`))).toEqual([]);
        expect(claimedBounds(join_(`Number of the ${word}`, `from ${least} to ${most} it is a ${word}`))).toEqual([]);
      }),
      { numRuns: runs(10_000) },
    );
  });

  const optional = fc.constantFrom(
    'optional',
    'may be omitted',
    'this parameter is not required',
    'defaults to',
    'if not given',
    'it can be left out',
  );
  const required = fc.constantFrom(
    'required',
    'mandatory',
    'must always be given',
    'this is required',
    'it must not be omitted',
  );

  test('whether it is required is a clause about the parameter, and not about a thing', () => {
    fc.assert(
      fc.property(optional, required, joined, strange, (free, forced, join_, word) => {
        const text = `Name of the ${word}`;
        expect(claimOf(join_(text, free), true)).toBe(free);
        expect(claimOf(join_(text, forced), false)).toBe(forced);
        expect(claimOf(join_(text, forced), true)).toBeUndefined();
        expect(claimOf(join_(text, free), false)).toBeUndefined();
        expect(claimOf(join_(text, `the ${word} is optional`), true)).toBeUndefined();
        expect(claimOf(join_(text, `${word} that is required`), false)).toBeUndefined();
        expect(claimOf(join_(text, `required for a ${word}`), false)).toBeUndefined();
      }),
      { numRuns: runs(10_000) },
    );
  });
});

describe('two tools that do the same', () => {
  const GROUPS = 8;
  const nouns = fc.uniqueArray(strange, { minLength: 4 * GROUPS, maxLength: 4 * GROUPS });
  const doing = (texts: readonly string[]): readonly unknown[] => {
    const tools = texts.map((does, at) => ({
      name: `grind_${at}`,
      description: { does, when: 'the miller has grain' },
      effects: 'read',
      handler: 'handlers.ts',
    }));
    const server = { kind: 'server', name: 'mill', version: '1.0.0', summary: 'Grinds grain.', tools };
    const { value } = load([{ path: 'specs/server.yaml', text: JSON.stringify(server) }]);
    return check(value).diagnostics.flatMap(({ code, about }) => (code === 'tool/same-does' ? [about.tool] : []));
  };

  test('are found with their words in another order, and not where the verb, a thing or its number differs, or one says more', () => {
    fc.assert(
      fc.property(nouns, (words) => {
        const texts = Array.from({ length: GROUPS }, (_, group) => {
          const [a = '', b = '', c = '', d = ''] = words.slice(4 * group);
          return [
            `Grinds the ${a} of a ${b} with its ${c}.`,
            `Grinds, with their ${c}, each ${b} and ${a}.`,
            `The ${a} of this ${b} is grinded by ${c}.`,
            `Sieves the ${a} of a ${b} with its ${c}.`,
            `Grinds the ${a} of a ${b} with its ${d}.`,
            `Grinds the ${a}s of a ${b} with its ${c}.`,
            `Grinds the ${d} ${a} of a ${b} with its ${c}.`,
          ];
        });
        const same = texts.flatMap((_, group) => [`grind_${7 * group + 1}`, `grind_${7 * group + 2}`]);
        expect(doing(texts.flat())).toEqual(same);
      }),
      // Each has eight cases.
      { numRuns: runs(10_000 / GROUPS) },
    );
  });
});
