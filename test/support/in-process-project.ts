/** A project whose tools find, draw, delete and wait, compiled for calls in the process of the caller. */
import { expect } from 'vitest';
import { temporaryFolder } from './folder.ts';
import { haft } from './haft.ts';

const SPEC = `kind: server
name: notes
version: 1.0.0
summary: Finds, draws and deletes notes.
env:
  NOTES_KEY: { description: Key of the notes., secret: true, optional: true }
tools:
  - name: search_notes
    description:
      does: Finds notes by words.
      when: the user looks for a note
      examples: [find my note on tides]
    effects: read
    parameters:
      query: { type: string, description: Words to look for. }
      limit: { type: integer, minimum: 1, maximum: 50, default: 10, description: How many notes to return at most. }
      tag: { type: string, enum: [home, work], description: Tag of the notes. }
    required: [query]
    returns:
      type: object
      properties: { notes: { type: array, items: { type: string } }, limit: { type: integer } }
      required: [notes, limit]
    handler: notes.ts
  - name: draw_notes
    description:
      does: Draws how many notes there are.
      when: the user wants a picture of the notes
      examples: [draw my notes]
    effects: read
    handler: notes.ts
  - name: delete_note
    description:
      does: Deletes a note for good.
      when: the user wants a note deleted
      examples: [delete the note on tides]
    effects: destroy
    parameters:
      title: { type: string, description: Title of the note. }
    required: [title]
    returns: { type: object, properties: { deleted: { type: string } }, required: [deleted] }
    handler: notes.ts
  - name: wait_for_note
    description:
      does: Waits until a note is written.
      when: the user waits for a note
      examples: [wait for the next note]
    effects: read
    returns: { type: object, properties: { title: { type: string } }, required: [title] }
    handler: notes.ts
`;

const HANDLERS = `import type { Handlers } from '../generated/servers/notes/tools.ts';

export const searchNotes: Handlers['searchNotes'] = ({ query, limit, tag }, call) => {
  if (query === 'nothing') return call.fail('No note has these words.', 'Try other words.', 'not_found');
  if (query === 'key') return { notes: [String(call.env.NOTES_KEY)], limit };
  return { notes: [query + (tag ?? '')], limit };
};
export const drawNotes: Handlers['drawNotes'] = (_args, call) =>
  call.content([{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }]);
export const deleteNote: Handlers['deleteNote'] = ({ title }) => ({ deleted: title });
export const waitForNote: Handlers['waitForNote'] = (_args, call) =>
  new Promise(() => {
    call.log('waiting');
    call.signal.addEventListener('abort', () => call.log('told to stop'));
  });
`;

/** Compiled; its module is `generated/servers/notes/in-process.mjs`. */
export function inProcessProject(
  config: string,
  files: Readonly<Record<string, string>> = {},
  atEnd?: (end: () => void) => void,
): string {
  const folder = temporaryFolder(
    { 'specs/notes.yaml': SPEC, 'specs/notes.ts': HANDLERS, 'haft.yaml': config, ...files },
    atEnd,
  );
  expect(haft(folder, 'compile')).toMatchObject({ code: 0 });
  return folder;
}
