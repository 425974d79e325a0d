/** How sure the rules about wording are: half of each list tuned them, the other half was kept for one measurement, and is a test since. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { check } from '../compiler/check/check.ts';
import { load } from '../compiler/spec/yaml/load.ts';
import { everyNth } from './support/runs.ts';

interface Told {
  readonly about: string;
  readonly name: string;
  readonly does: string;
  readonly when: string;
  readonly effects?: string;
  readonly params?: object;
}

/** What a wrong reading of words sets off, certain or only asked about. */
const WORDING =
  /^(?:tool\/(?:no-implementation-details|generic-name|vague-verb|all-purpose|several-in-one|hidden-text|verb-first)|param\/(?:enum-for-closed-set|integer-for-count|boolean-for-flag|array-for-list|generic-name|secret)|server\/secret-literal)$/;

function findings({ about, name, does, when, effects = 'read', params = {} }: Told): string[] {
  const server = { kind: 'server', name: 'example', version: '1.0.0', summary: about };
  const description = { does, when };
  const tool = { kind: 'tool', name, description, effects, parameters: params, handler: 'handlers.ts' };
  const text = [server, tool].map((document) => stringify(document)).join('---\n');
  const { diagnostics } = check(load([{ path: 'specs/example.yaml', text }]).value);
  return diagnostics
    .filter(({ code, message }) => WORDING.test(code) || message.includes('does not describe a situation'))
    .map(({ code, message }) => `${code}: ${message}`);
}

function casesOf(file: string, half: 'tuned' | 'measured'): [string, Told][] {
  const lists = parse(readFileSync(join(import.meta.dirname, 'fixtures/wording', file), 'utf8')) as Record<
    string,
    Told[]
  >;
  return Object.entries(lists).flatMap(([list, all]) => {
    const chosen = all.filter((_, at) => (at % 2 === 0) === (half === 'tuned'));
    return chosen.map((told): [string, Told] => [`${list}: ${told.name}: ${told.does}`, told]);
  });
}

describe.each(['tuned', 'measured'] as const)('%s', (half) => {
  test('wrong wording is found', () => {
    const cases = casesOf('bad.yaml', half);
    const missed = cases.filter(([, told]) => findings(told).length === 0).map(([label]) => label);
    expect({ of: cases.length, missed }).toMatchSnapshot();
  });

  test('correct wording has no finding', () => {
    const cases = casesOf('clean.yaml', half);
    expect(everyNth(4, cases).flatMap(([label, told]) => findings(told).map((found) => `${label} → ${found}`))).toEqual(
      [],
    );
  });
});

/** The lists that were written by somebody who had read no rule; their names say which half they are of. */
function blindCases(file: string, half: 'tuned' | 'measured'): [string, Told][] {
  const text = readFileSync(join(import.meta.dirname, 'fixtures/wording', file), 'utf8');
  const lists = Object.entries(parse(text) as Record<string, Told[]>).filter(([list]) => list.startsWith(half));
  return lists.flatMap(([list, all]) => all.map((told): [string, Told] => [`${list}: ${told.name}`, told]));
}

describe.each(['tuned', 'measured'] as const)('%s, written blind', (half) => {
  test('wrong wording is found', () => {
    const cases = blindCases('blind-bad.yaml', half);
    const missed = cases.filter(([, told]) => findings(told).length === 0).map(([label]) => label);
    expect({ of: cases.length, missed }).toMatchSnapshot();
  });

  test('correct wording has no finding', () => {
    const cases = blindCases('blind-clean.yaml', half);
    expect(everyNth(4, cases).flatMap(([label, told]) => findings(told).map((found) => `${label} → ${found}`))).toEqual(
      [],
    );
  });
});
