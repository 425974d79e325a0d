/** The findings that an editor shows are those of `haft check`, after any sequence of edits. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { array, assert, asyncProperty, boolean, constantFrom, double, nat, record } from 'fast-check';
import { expect, test } from 'vitest';
import { shownFinding } from '../../compiler/features/desk/findings.ts';
import { placingOf } from '../../compiler/features/desk/run/place.ts';
import { type DeskSteps, openDesk } from '../../compiler/features/desk/run/project-desk.ts';
import { choices, evals } from '../../compiler/features/evals/run/run-context.ts';
import { recordings } from '../../compiler/features/recordings/run/pass.ts';
import { checkProject } from '../../compiler/cli/spine.ts';
import { openOverlay } from '../../compiler/features/desk/run/overlay.ts';
import { stepsFor } from '../../compiler/cli/commands/lsp.ts';
import { openEditor } from '../support/editor.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runs } from '../support/runs.ts';
import { haft } from '../support/haft.ts';
import { CLOCK, COMMAND, serverSpec, toolItem } from '../support/specs.ts';

const SECOND = CLOCK.replace('name: clock', 'name: calendar');
const SNIPPETS = [
  '\n',
  ':',
  ' ',
  '"',
  '{',
  '- ',
  'x',
  'name',
  '\t',
  '# haft-ignore ',
  '🕰',
  '\r\n',
  'effects: reed',
  '---\n',
];

const edit = record({
  file: constantFrom('specs/clock.yaml', 'specs/second.yaml', 'haft.yaml'),
  at: double({ min: 0, max: 1, noNaN: true }),
  length: nat(12),
  text: constantFrom(...SNIPPETS, ''),
  whole: boolean(),
});

test('an editor shows other findings than haft check on the same texts', async () => {
  await assert(
    asyncProperty(array(edit, { minLength: 1, maxLength: 6 }), async (edits) => {
      const texts: Record<string, string> = {
        'haft.yaml': 'profile: ext\n',
        'specs/clock.yaml': CLOCK,
        'specs/second.yaml': SECOND,
      };
      const root = temporaryFolder(texts);
      const editor = await openEditor(root);
      for (const [path, text] of Object.entries(texts)) editor.open(path, text);
      for (const { file, at, length, text, whole } of edits) {
        const before = texts[file] ?? '';
        const start = betweenLines(before, Math.round(at * before.length));
        const end = Math.max(start, betweenLines(before, Math.min(before.length, start + length)));
        texts[file] = before.slice(0, start) + text + before.slice(end);
        editor.change(file, whole ? [{ text: texts[file] }] : [{ range: lines(before, start, end), text }]);
        await editor.settled();
      }
      const shown = await editor.settled();
      for (const [path, text] of Object.entries(texts)) writeFileSync(join(root, path), text);
      expect(Object.fromEntries(shown)).toEqual(await checked(root));
      await editor.close();
    }),
    { numRuns: runs(1000, 20) },
  );
});

/** No position of an editor is inside of an end of a line. */
function betweenLines(text: string, offset: number): number {
  return text.slice(offset - 1, offset + 1) === '\r\n' ? offset - 1 : offset;
}

/** Counted the slow way. */
function lines(text: string, start: number, end: number): object {
  const position = (offset: number): object => {
    const before = text.slice(0, offset).split(/\r\n|\r|\n/);
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  };
  return { start: position(start), end: position(end) };
}

test('what waits until nothing is typed is not shown then, or shown between two letters', async () => {
  const two = serverSpec('clock', 'Tells the time.', [toolItem('get_time', COMMAND), toolItem('list_trains', COMMAND)]);
  const root = temporaryFolder({ 'haft.yaml': '', 'specs/clock.yaml': two });
  expect(haft(root, 'release')).toMatchObject({ code: 0 });
  const editor = await openEditor(root);
  editor.open('specs/clock.yaml', two);
  const worse = two
    .replace('Tells the exact time of the computer.', 'Reads a device.')
    .replace('Lists the next departures from the nearest station.', 'Tells what time it is now and how late.');
  editor.change('specs/clock.yaml', [{ text: worse }]);
  const shown = await editor.settled();
  writeFileSync(join(root, 'specs/clock.yaml'), worse);
  expect(JSON.stringify([...shown])).toContain('"eval/lost-by-change"');
  expect(Object.fromEntries(shown)).toEqual(await checked(root));
  const overlay = openOverlay();
  const desk = openDesk(
    root,
    stepsFor(() => '2026-11-20'),
    overlay,
  );
  const [quick, whole] = [await desk.glance(), await desk.look()];
  const later = whole.diagnostics.filter((one) => !quick.diagnostics.includes(one));
  expect(new Set(later.map(({ code }) => code))).toEqual(new Set(['eval/lost-by-change']));
  expect(whole.diagnostics).toHaveLength(quick.diagnostics.length + later.length);
  await editor.close();
});

/** A check of the files on the disk by what was opened for it alone, without anything that waits. */
async function checked(root: string): Promise<object> {
  const overlay = openOverlay();
  const steps: DeskSteps = {
    ...stepsFor(() => '2026-11-20'),
    check: ({ project, sources, today }) => checkProject(project, { today, sources }, choices, evals, recordings),
  };
  const desk = openDesk(root, steps, overlay);
  const looked = await desk.look();
  const placing = placingOf(looked, desk, overlay);
  const files = new Map<string, object[]>();
  for (const one of looked.diagnostics) {
    const uri = placing.uriOf(one.span.file);
    files.set(uri, [...(files.get(uri) ?? []), shownFinding(one, placing)]);
  }
  return Object.fromEntries(files);
}
