/** The hash of the code of handlers: the same wherever the project lies, another one with every file that is imported. */
import { expect, test } from 'vitest';
import { withHandlerCode } from '../compiler/plan/handler-code.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { compile } from '../compiler/compile.ts';
import { serverSpec, toolItem } from './support/specs.ts';

const SPEC = serverSpec('clock', 'Tells the time.', [toolItem('get_time', 'handler: handlers.ts')]);
const FILES: Readonly<Record<string, string>> = {
  'handlers.ts': "import { zone } from './lib/zone.js';\nexport const getTime = () => zone;\n",
  'lib/zone.ts': "export * from '../more';\nexport const zone = 1;\n",
  'more/index.ts': "import { readFileSync } from 'node:fs';\nexport const more = readFileSync;\n",
  'other.ts': 'export const other = 1;\n',
};

function hashOf(files: Readonly<Record<string, string>>, folder = 'specs'): unknown {
  const { value } = compile([{ path: `${folder}/clock.yaml`, text: SPEC }]);
  const plan = value?.plan as Plan;
  return withHandlerCode(plan, (path) => files[path.slice(folder.length + 1)]).servers[0]?.handlers;
}

test('changes with the file and with what it imports, and with nothing else', () => {
  const hash = hashOf(FILES);
  expect(hash).toEqual({ 'handlers.ts': expect.stringMatching(/^[0-9a-f]{16}$/) });
  for (const path of Object.keys(FILES))
    if (path !== 'other.ts') expect(hashOf({ ...FILES, [path]: `${FILES[path]}// More.\n` })).not.toEqual(hash);
  expect(hashOf({ ...FILES, 'other.ts': '' })).toEqual(hash);
});

test('is the same with other line ends and in another folder', () => {
  const windows = Object.fromEntries(
    Object.entries(FILES).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]),
  );
  expect(hashOf(windows)).toEqual(hashOf(FILES));
  expect(hashOf(FILES, 'app/tools')).toEqual(hashOf(FILES));
});

test('is absent where there is no code', () => {
  expect(hashOf({})).toBeUndefined();
});
