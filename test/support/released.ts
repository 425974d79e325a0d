/** A small project that was released, and one edit in it: what tests of versions begin with. */
import { expect } from 'vitest';
import { temporaryFolder, writeFiles } from './folder.ts';
import { haft } from './haft.ts';
import { COMMAND, serverSpec, toolItem } from './specs.ts';

export const SPEC = 'specs/clock.yaml';
const PARAMETERS =
  'parameters: { zone: { type: string, maxLength: 40, default: UTC, description: "Case-sensitive name of a time zone, such as UTC." } }';
export const TOOL = toolItem('get_time', `${PARAMETERS}\n    ${COMMAND.replace('[date]', '[date, "{zone}"]')}`);
export const TEXT = serverSpec('clock', 'Tells the time.', [TOOL, toolItem('list_trains', COMMAND)]);

export const SETTINGS = 'rules: { version/evals-stale: off }\n';

/** A released project with one edit in it; its evals need not be run, unless the settings say so. */
export function edited(edit: (text: string) => string, today = '2026-11-20', settings = SETTINGS): string {
  const folder = temporaryFolder({ [SPEC]: TEXT, 'haft.yaml': settings });
  expect(haft(folder, 'release', '--today', today)).toMatchObject({ code: 0, stderr: '' });
  const text = edit(TEXT);
  expect(text).not.toBe(TEXT);
  writeFiles(folder, { [SPEC]: text });
  return folder;
}

export const deprecated = (day: string, use = 'get_time_v2'): string =>
  `deprecated: { since: 2026-11-20, use: ${use}, remove_after: ${day}, reason: It was too coarse. }`;

/** The second form of the tool, with its old form beside it. */
export const successor = (from: string, to: string, mark: string): ((text: string) => string) => {
  return (text) =>
    text.replace(
      TOOL,
      `${TOOL.trimEnd()}\n    ${mark}\n${TOOL.replace('get_time', 'get_time_v2').replace(from, to).trimEnd()}\n    replaces: get_time\n`,
    );
};
