/** The language server over a released project: names that stay, successors, all safe fixes, lenses, symbols, requests that are given up, and files on the disk. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { offsetAt } from '../../compiler/features/desk/positions.ts';
import type { LspEdit } from '../../compiler/features/desk/run/place.ts';
import { applyEdits } from '../../compiler/spec/yaml/apply-edits.ts';
import { type Editor, openEditor } from '../support/editor.ts';
import { haft } from '../support/haft.ts';
import { SPEC, TEXT, edited } from '../support/released.ts';

interface Opened {
  readonly editor: Editor;
  readonly cwd: string;
  /** The place of a text in the open file. */
  readonly at: (find: string) => { readonly textDocument: object; readonly position: object };
  readonly codes: () => Promise<readonly unknown[]>;
}

async function opened(edit: (text: string) => string, watches = false): Promise<Opened> {
  const cwd = edited(edit);
  const text = readFileSync(join(cwd, SPEC), 'utf8');
  const editor = await openEditor(cwd, { watches });
  onTestFinished(() => editor.close());
  editor.open(SPEC, text);
  const at: Opened['at'] = (find) => {
    const before = text.slice(0, text.indexOf(find)).split('\n');
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    return { textDocument: { uri: editor.uri(SPEC) }, position };
  };
  const codes = async (): Promise<readonly unknown[]> =>
    [...(await editor.settled()).values()].flat().map(({ code }) => code);
  return { editor, cwd, at, codes };
}

const same = (text: string): string => `${text}# a comment\n`;

test.each([
  [
    'get_time',
    /^Tool "get_time" is released\. .*`haft bump --renamed get_time=<new name>`: the old name stays as deprecated\.$/s,
  ],
  ['zone:', /^Parameter "zone" is released\. .*Add one with a new name, and keep this one\.$/s],
  ['clock', /^Server "clock" is released\./],
])('the released name %s can be changed', async (name, why) => {
  const { editor, at } = await opened(same);
  await expect(editor.ask('textDocument/prepareRename', at(name))).rejects.toThrow(why);
  await expect(editor.ask('textDocument/rename', { ...at(name), newName: 'another' })).rejects.toThrow(why);
});

test('a name that was not released yet cannot be changed', async () => {
  const { editor, at } = await opened((text) => text.replaceAll('list_trains', 'list_ferries'));
  const edit = (await editor.ask('textDocument/rename', { ...at('list_ferries'), newName: 'list_ships' })) as {
    changes: object;
  };
  expect(Object.keys(edit.changes)).toEqual([editor.uri(SPEC)]);
});

interface CodeAction {
  readonly title: string;
  readonly edit: { readonly changes: Readonly<Record<string, readonly LspEdit[]>> };
}

async function actionsAt(
  { editor }: Opened,
  place: ReturnType<Opened['at']>,
  only: string,
): Promise<readonly CodeAction[]> {
  const { position, textDocument } = place;
  const asked = { textDocument, range: { start: position, end: position }, context: { diagnostics: [], only: [only] } };
  return (await editor.ask('textDocument/codeAction', asked)) as readonly CodeAction[];
}

function applied({ edit }: CodeAction, { editor, cwd }: Opened): string {
  const source = { path: SPEC, text: readFileSync(join(cwd, SPEC), 'utf8') };
  const edits = (edit.changes[editor.uri(SPEC)] ?? []).map(({ range, newText }) => {
    return { file: SPEC, start: offsetAt(source, range.start), end: offsetAt(source, range.end), text: newText };
  });
  return applyEdits(source.text, edits);
}

test('an edit that breaks callers does not become a successor', async () => {
  const desk = await opened((text) => text.replace('maxLength: 40', 'maxLength: 4'));
  expect(await desk.codes()).toContain('version/breaking-in-place');
  const [action, ...others] = await actionsAt(desk, desk.at('maxLength: 4'), 'refactor');
  expect([action?.title, others]).toEqual(['Publish the edit as the successor of get_time (haft bump)', []]);
  const after = action ? applied(action, desk) : '';
  expect(after).toMatch(/name: get_time_v2/);
  desk.editor.open(SPEC, after);
  expect(await desk.codes()).not.toContain('version/breaking-in-place');
});

test('all safe fixes at once are other ones than those of haft check --fix', async () => {
  const desk = await opened((text) =>
    text.replace('the user asks how late it is', 'Use when the user asks how late it is'),
  );
  const [action] = await actionsAt(desk, desk.at('kind'), 'source.fixAll');
  expect(action?.title).toBe('Apply all safe fixes');
  const after = action ? applied(action, desk) : '';
  haft(desk.cwd, 'check', '--fix', '--today', '2026-11-20');
  expect(after).toBe(readFileSync(join(desk.cwd, SPEC), 'utf8'));
  expect(after).not.toContain('Use when');
});

test('lenses lack tokens and evals, or a search of symbols lacks a tool', async () => {
  const { editor } = await opened(same);
  const lenses = (await editor.ask('textDocument/codeLens', { textDocument: { uri: editor.uri(SPEC) } })) as {
    command: { title: string };
  }[];
  expect(lenses.map(({ command }) => command.title)).toEqual([
    expect.stringMatching(/^\d+ tokens · \d+ evals$/),
    expect.stringMatching(/^\d+ tokens · \d+ evals$/),
  ]);
  const symbols = (await editor.ask('workspace/symbol', { query: 'TRAIN' })) as {
    name: string;
    location: { uri: string };
  }[];
  expect(symbols).toMatchObject([{ name: 'list_trains', location: { uri: editor.uri(SPEC) } }]);
});

test('a request that was given up is answered all the same, or takes others with it', async () => {
  const { editor, at } = await opened(same);
  const first = editor.ask('textDocument/hover', at('get_time'));
  const second = editor.ask('textDocument/hover', at('effects'));
  // The first request of an editor is `initialize`.
  editor.tell('$/cancelRequest', { id: 3 });
  editor.tell('$/cancelRequest', { id: 99 });
  await expect(first).resolves.not.toBeNull();
  await expect(second).rejects.toThrow('The request was cancelled.');
});

test('a change on the disk is not seen', async () => {
  const desk = await opened(same, true);
  const { editor, cwd } = desk;
  expect(await desk.codes()).not.toContain('version/breaking-in-place');
  editor.tell('textDocument/didClose', { textDocument: { uri: editor.uri(SPEC) } });
  await editor.settled();
  const next = editor.published();
  writeFileSync(join(cwd, SPEC), TEXT.replace('maxLength: 40', 'maxLength: 4'));
  await next;
  expect(await desk.codes()).toContain('version/breaking-in-place');
});
