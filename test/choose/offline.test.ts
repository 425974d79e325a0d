/** The offline tier: what the reader knows of fields, and what it does not judge. */
import { describe, expect, test } from 'vitest';
import { candidatesOf } from '../../compiler/features/evals/offline/candidate.ts';
import { createOfflineJudge } from '../../compiler/features/evals/figures/suite.ts';
import type { CaseOutcome } from '../../compiler/features/evals/judge/judge.ts';
import { createReader } from '../../compiler/features/evals/offline/reader.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import type { Plan, ToolEval } from '../../compiler/plan/model.ts';

const SERVER = `kind: server
name: library
version: 1.0.0
title: Library
summary: Finds and lends books.
tools:
`;

const tool = (name: string, keys: string): string =>
  `  - { name: ${name}, effects: read, handler: handlers.ts, ${keys} }\n`;

const SEARCH = tool(
  'search_books',
  'description: { does: Searches the catalog by title and topic., when: a title or topic is known, examples: [find something on bees], instead: [{ case: the card number is known, use: get_loan }] }, parameters: { query: { type: string, description: Part of the title., minLength: 1 } }, required: [query]',
);
const LOAN = tool(
  'get_loan',
  'description: { does: Reads what was lent to a reader., when: the reader asks for a loan, examples: ["when must I bring it back"] }, parameters: { state: { type: string, enum: [overdue, open], default: open, description: Which ones. } }',
);

function planOf(...tools: readonly string[]): Plan {
  const { value, diagnostics } = planSpecs([{ path: 'specs/library.yaml', text: SERVER + tools.join('') }]);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (!value) throw new Error(errors.map(({ message }) => message).join('\n'));
  return value.plan;
}

const read = (...tools: readonly string[]): ((request: string) => string | undefined) => {
  const rank = createReader(candidatesOf(planOf(...tools)));
  return (request) => rank(request)[0]?.name;
};

describe('the reader', () => {
  test.each([
    ['books about bees', 'search_books'],
    ['when do I have to bring this back', 'get_loan'],
    ['is anything overdue', 'get_loan'],
    ['I only have the card number', 'get_loan'],
  ])('"%s" is for %s', (request, name) => {
    expect(read(SEARCH, LOAN)(request)).toBe(name);
    expect(read(LOAN, SEARCH)(request)).toBe(name);
  });

  test('gives the same order each time, and nothing for an empty choice', () => {
    const rank = createReader(candidatesOf(planOf(SEARCH, LOAN)));
    expect(rank('loan of a book')).toEqual(rank('loan of a book'));
    expect(createReader([])('loan')).toEqual([]);
  });
});

const marginOf = (judged: CaseOutcome): number | undefined =>
  judged.kind === 'judged' ? judged.reading?.margin : undefined;

describe('a case', () => {
  const judge = createOfflineJudge(candidatesOf(planOf(SEARCH, LOAN)));
  const verdict = (one: ToolEval): CaseOutcome => judge(one);

  test('is right with a margin over its rival', () => {
    const judged = verdict({ query: 'books about bees', expect: 'search_books' });
    expect(judged).toMatchObject({ kind: 'judged', right: true, reading: { rank: 1, rival: 'get_loan' } });
    expect(marginOf(judged)).toBeGreaterThan(0);
  });

  test('is lost with a negative margin', () => {
    const judged = verdict({ query: 'is this loan overdue', expect: 'search_books' });
    expect(judged).toMatchObject({ right: false, called: 'get_loan', reading: { rank: 2, rival: 'get_loan' } });
    expect(marginOf(judged)).toBeLessThan(0);
  });

  test('is right with either of two, and not without evidence', () => {
    expect(verdict({ query: 'overdue', expect: { any_of: ['search_books', 'get_loan'] } })).toMatchObject({
      right: true,
    });
    expect(verdict({ query: 'zzz', expect: 'search_books' })).toMatchObject({ right: false });
  });

  test.each([
    [{ query: 'sing a song', expect: null }],
    [{ query: 'the book', expect: { ask: true } }],
    [{ query: 'and the next', expect: 'search_books', after: [{ user: 'books about bees' }] }],
  ] as const)('%j is not judged', (one) => {
    expect(verdict(one)).toMatchObject({ kind: 'not-judged' });
  });
});
