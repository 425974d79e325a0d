/** What the compile benchmark feeds: valid specs, the same operations for everybody, the same bytes every time. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { haftSpecs } from './bench/compile/haft-specs.mjs';
import { graphQl, openApi, typeSpec } from './bench/compile/peer-inputs.mjs';
import { withSection } from './bench/page.mjs';

const COUNT = 135;

/** Names of tools as each language writes them down. */
const LANGUAGES = {
  haft: [haftSpecs, /^ {2}- name: (\w+)$/gm],
  openApi: [openApi, /"operationId": "(\w+)"/g],
  typeSpec: [typeSpec, /^op (\w+)\(/gm],
  graphQl: [graphQl, /^ {2}(\w+)\($/gm],
} as const;

const textOf = (files: Readonly<Record<string, string>>): string =>
  Object.entries(files)
    .map((entry) => entry.join('\n'))
    .join('\n');

describe('the inputs of the compile benchmark', () => {
  test('as specs, nothing is to be said about them', () => {
    const specs = Object.entries(haftSpecs(COUNT)).map(([path, text]) => ({ path, text }));
    const { value, diagnostics } = planSpecs(specs, { today: '2026-11-20' });
    expect(diagnostics).toEqual([]);
    expect(value?.plan.servers.length).toBe(14);
    expect(value?.plan.servers.flatMap(({ tools }) => tools).length).toBe(COUNT);
    expect(value?.plan.servers.every(({ tools }) => tools.every((tool) => tool.evals.length >= 5))).toBe(true);
  });

  test.each(Object.entries(LANGUAGES))('%s: every operation once, by the same name', (_language, [inputs, name]) => {
    const names = [...textOf(inputs(COUNT)).matchAll(name)].map((match) => match[1]);
    expect(names.length).toBe(COUNT);
    const ours = [...textOf(haftSpecs(COUNT)).matchAll(LANGUAGES.haft[1])].map((match) => match[1]);
    expect(new Set(names)).toEqual(new Set(ours));
    expect(new Set(names).size).toBe(COUNT);
  });

  test('same bytes on every machine; figures of two benchmarks can be compared only while this holds', () => {
    const hash = ([inputs]: (typeof LANGUAGES)[keyof typeof LANGUAGES]): string =>
      createHash('sha256')
        .update(textOf(inputs(COUNT)))
        .digest('hex')
        .slice(0, 16);
    expect(Object.fromEntries(Object.entries(LANGUAGES).map(([name, one]) => [name, hash(one)])))
      .toMatchInlineSnapshot(`
      {
        "graphQl": "29d5e38b5bee0180",
        "haft": "10c19d8acdd7e785",
        "openApi": "65cb2363c92583e5",
        "typeSpec": "c6382a8510272e2c",
      }
    `);
  });

  test('ten thousand are possible, all of them different', () => {
    const names = [...textOf(haftSpecs(10_000)).matchAll(LANGUAGES.haft[1])].map((match) => match[1]);
    expect(new Set(names).size).toBe(10_000);
    expect(() => haftSpecs(100_000)).toThrow(/words for 12000/);
  });
});

describe('the page of benchmarks', () => {
  test('each benchmark writes its own section, in a fixed order, and leaves the other as it is', () => {
    const serving = withSection('', 'Serving', ['machine a', '', '### Start', '', '| 1 |']);
    const both = withSection(serving, 'Compiling', ['machine b', '']);
    expect(both).toMatch(
      /^# Benchmarks\n[^]*\n## Compiling\n\nmachine b\n\n## Serving\n\nmachine a\n\n### Start\n\n\| 1 \|\n$/,
    );
    expect(withSection(both, 'Compiling', ['machine c'])).toBe(both.replace('machine b', 'machine c'));
    expect(withSection(both, 'Serving', ['machine d'])).not.toContain('### Start');
  });
});
