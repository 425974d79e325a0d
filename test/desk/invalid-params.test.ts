/** Requests whose params are not what the method takes: each has an answer that says so, and the server goes on. */
import { expect, test } from 'vitest';
import { REQUESTS } from '../../compiler/features/desk/run/requests.ts';
import { BOOKS } from '../support/books.ts';
import { openEditor } from '../support/editor.ts';
import { temporaryFolder } from '../support/folder.ts';

test('each request about a text names its invalid params', async () => {
  const editor = await openEditor(temporaryFolder(BOOKS));
  const textDocument = { uri: editor.uri('specs/books.yaml') };
  const wrong: readonly unknown[] = [
    null,
    1,
    [],
    {},
    { textDocument: null },
    { textDocument: { uri: 1 } },
    { textDocument, position: null },
    { textDocument, position: { line: 'one', character: 0 } },
    { textDocument, range: {} },
    { textDocument, newName: 1 },
    { textDocument, context: { only: 'quickfix' } },
  ];
  const methods = Object.keys(REQUESTS).filter((method) => method.startsWith('textDocument/'));
  for (const method of methods)
    for (const params of wrong)
      await expect(editor.ask(method, params), JSON.stringify([method, params])).rejects.toThrow('name no place');
  expect(await editor.ask('workspace/symbol', null)).toEqual(expect.any(Array));
  // Of a text that is not open.
  expect(await editor.ask('textDocument/documentSymbol', { textDocument })).toBeNull();
  await editor.close();
});
