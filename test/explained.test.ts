/** `haft explain` knows each finding about handlers. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HANDLER_FINDINGS } from '../compiler/edge/handlers/explained.ts';

const SOURCES = ['compiler/check/handlers.ts', 'compiler/edge/handlers/check-types.ts'];

test('every finding about handlers has a page', () => {
  const found = SOURCES.flatMap((path) => readFileSync(path, 'utf8').match(/server\/handler-[a-z-]+/g) ?? []);
  expect([...new Set(found)].toSorted()).toEqual(HANDLER_FINDINGS.map(({ id }) => id).toSorted());
});
