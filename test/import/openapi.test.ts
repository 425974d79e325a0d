/** The importer of OpenAPI documents, rule by rule. */
import { expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { printDocuments } from '../../compiler/features/import/print.ts';
import { SHOP } from './shop.ts';

test('a small service becomes specs that an author can read', () => {
  const made = importOpenapi({ text: SHOP, name: 'shop.yaml' });
  if (made.kind !== 'imported') throw new Error(JSON.stringify(made));
  expect(
    printDocuments(made.documents)
      .map(({ path, text }) => `# ${path}\n${text}`)
      .join('\n'),
  ).toMatchSnapshot();
  expect(
    made.losses.map(({ kind, subject, from, message }) => `${kind} ${subject}: ${from}: ${message}`),
  ).toMatchSnapshot();
});
