/** The judge is the official conformance suite: a compiled server passes every scenario that can apply to it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startHttp } from '../runtime/support/http-client.ts';
import { compiledServer } from './support/compiled.ts';
import type { Check } from './support/official-suite.ts';
import { officialScenarios, officialSuite } from './support/official-suite.ts';
import { everyNth } from '../support/runs.ts';

/**
 * By revision, or extension, and scenario: required, maybe with exceptions by check and their reasons, or the reason why it
 * cannot apply. One that cannot apply and passes has a second reason, why that proves nothing.
 */
type Applicability = Readonly<
  Record<
    string,
    Readonly<
      Record<
        string,
        | { readonly required: true; readonly except?: Readonly<Record<string, string>> }
        | { readonly not_applicable: string; readonly passes?: string }
      >
    >
  >
>;

const TABLE: Applicability = JSON.parse(readFileSync(join(import.meta.dirname, 'applicability.json'), 'utf8'));

const file = await compiledServer();

const RANK = ['2026-07-28', '2025-11-25', 'skills'];

/** The newest revision first, which a default run asks for; the others have their turn with HAFT_RUNS=1. */
const TABLES = Object.entries(TABLE).toSorted(([one], [other]) => RANK.indexOf(one) - RANK.indexOf(other));

describe.each(everyNth(TABLES.length, TABLES))('the requirements of %s', (revision, table) => {
  test('are met, as far as they can apply', async () => {
    const { url } = await startHttp(file, []);
    const isRevision = /^\d{4}-/.test(revision);
    const ran = await (isRevision ? officialSuite(url, revision) : officialScenarios(url, Object.keys(table)));
    // Every scenario of the suite is in the table, and the other way round.
    expect([...ran.keys()].toSorted()).toEqual(Object.keys(table).toSorted());
    const failed = [...ran].flatMap(([scenario, checks]) => failuresOf(scenario, checks, table[scenario]));
    expect(failed).toEqual([]);
    const unused = Object.entries(table).flatMap(([scenario, entry]) => unusedExceptions(entry, ran.get(scenario)));
    expect(unused).toEqual([]);
    const passing = [...ran].flatMap(([scenario, checks]) => (passesAnyway(table[scenario], checks) ? [scenario] : []));
    const known = Object.entries(table).flatMap(([scenario, entry]) => ('passes' in entry ? [scenario] : []));
    expect(passing.toSorted()).toEqual(known.toSorted());
  });
});

type Entry = Applicability[string][string] | undefined;

function failuresOf(scenario: string, checks: readonly Check[], entry: Entry): string[] {
  const excepted = entry !== undefined && 'required' in entry ? (entry.except ?? {}) : {};
  const applies = entry !== undefined && 'required' in entry;
  return checks.flatMap((check) => {
    const { id, errorMessage = '' } = check;
    // Whatever a scenario wants, no message of the server may break the schema of the protocol.
    const counts = (applies && !Object.hasOwn(excepted, id)) || id === 'wire-schema-valid';
    return counts && isBad(check) ? [`${scenario}: ${id}: ${errorMessage}`] : [];
  });
}

/** What passes could be required: then the table would be out of date. */
function passesAnyway(entry: Entry, checks: readonly Check[]): boolean {
  if (entry === undefined || 'required' in entry || checks.some(isBad)) return false;
  return checks.some(({ id, status }) => id !== 'wire-schema-valid' && status === 'SUCCESS');
}

/** Warnings count: they tell of a SHOULD that was not kept. */
function isBad({ status }: Check): boolean {
  return status === 'FAILURE' || status === 'WARNING';
}

/** An exception that the suite does not need any more must go. */
function unusedExceptions(entry: Entry, checks: readonly Check[] = []): string[] {
  const excepted = entry !== undefined && 'required' in entry ? Object.keys(entry.except ?? {}) : [];
  return excepted.filter((id) => !checks.some((check) => check.id === id && isBad(check)));
}

test('the table gives a reason for everything that is left out', () => {
  for (const table of Object.values(TABLE)) {
    for (const entry of Object.values(table)) {
      const reasons =
        'required' in entry
          ? Object.values(entry.except ?? {})
          : [entry.not_applicable, entry.passes ?? entry.not_applicable];
      for (const reason of reasons) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    }
  }
});
