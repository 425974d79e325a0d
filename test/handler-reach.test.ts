/** What code of handlers uses beside `call` is found in any spelling that names it, and nothing else is. */
import 'esbuild';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outsideReaches } from '../compiler/edge/handlers/reach.ts';
import { temporaryFolder } from './support/folder.ts';
import { runs } from './support/runs.ts';

const found = async (code: string, more: Readonly<Record<string, string>> = {}): Promise<string[]> => {
  const reaches = await outsideReaches(temporaryFolder({ 'specs/run.ts': code, ...more }), 'specs/run.ts');
  return reaches.map(({ name, instead, span }) => `${span.file} ${name} ${instead}`);
};

const RUN = 'export const run = () => ({});\n';

/** Ways to use a module. */
const IMPORTS: readonly ((name: string) => string)[] = [
  (name) => `import { x as y } from '${name}';\nexport const run = () => y();`,
  (name) => `import * as all from "${name}";\nexport const run = () => all.x();`,
  (name) => `import thing from '${name}';\nexport const run = () => thing;`,
  (name) => `import '${name}';\n${RUN}`,
  (name) => `export const run = async () => (await import('${name}')).x();`,
  (name) => `export const run = async () => (await import(\`${name}\`)).x();`,
  (name) => `export const run = () => require('${name}').x();`,
  (name) => `export { x } from '${name}';\n${RUN}`,
  (name) => `export * from '${name}';\n${RUN}`,
];

const MODULES: readonly (readonly [name: string, instead: string])[] = [
  ['child_process', 'run'],
  ['cluster', 'run'],
  ['fs', 'file'],
  ['fs/promises', 'file'],
  ['module', 'file'],
  ['http', 'request'],
  ['https', 'request'],
  ['http2', 'request'],
  ['net', 'request'],
  ['tls', 'request'],
  ['dgram', 'request'],
  ['dns/promises', 'request'],
];

describe('a module of Node', () => {
  test('that reaches out is found in every spelling, with what replaces it', async () => {
    const spelled = fc.tuple(fc.constantFrom(...MODULES), fc.constantFrom(...IMPORTS), fc.constantFrom('', 'node:'));
    await fc.assert(
      fc.asyncProperty(spelled, async ([[name, instead], write, scheme]) => {
        expect(await found(write(scheme + name))).toEqual([`specs/run.ts node:${name} ${instead}`]);
      }),
      { numRuns: runs(500) },
    );
  });

  test.each([
    'node:path',
    'crypto',
    'node:util',
    'node:worker_threads',
    'stream/promises',
    'some-package',
    '@a/fs',
    'fs-extra',
  ])('%s is not', async (name) => {
    expect(await found(`import * as all from '${name}';\nexport const run = () => all;`)).toEqual([]);
  });

  test('types, comments and texts are not', async () => {
    const code = `import type { Stats } from 'node:fs';\n// import 'node:fs'\nexport const run = (): Stats | string => "node:net";`;
    expect(await found(code)).toEqual([]);
  });

  test('is found in a file that the handler imports', async () => {
    const more = { 'specs/deep/other.ts': "import { x } from 'node:net';\nexport const y = x;\n" };
    const code = "import { y } from './deep/other.ts';\nexport const run = () => y;";
    expect(await found(code, more)).toEqual(['specs/deep/other.ts node:net request']);
  });
});

test.each([
  ['fetch("/")', 'fetch request'],
  ['globalThis.fetch("/")', 'fetch request'],
  ['globalThis["fetch"]("/")', 'fetch request'],
  ['global.fetch("/")', 'fetch request'],
  ['[fetch].map((get) => get("/"))', 'fetch request'],
  ['new WebSocket("ws://a")', 'WebSocket request'],
  ['process.getBuiltinModule("fs")', 'process.getBuiltinModule file'],
])('the global in %s is found', async (code, result) => {
  expect(await found(`export const run = () => ${code};`)).toEqual([`specs/run.ts ${result}`]);
});

test.each([
  'const fetch = (x: string) => x;\nexport const run = () => fetch("/");',
  'export const run = (fetch: () => void) => fetch();',
  'export const run = (_: object, call: { fetch(): void }) => call.fetch();',
  'export const run = () => ({ fetch: 1 });',
])('a name of the code itself is not: %s', async (code) => {
  expect(await found(code)).toEqual([]);
});
