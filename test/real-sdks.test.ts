/**
 * The real SDKs of models on a compiled module, against a double of their APIs: results, bad arguments, failures, images,
 * approval and abort; and their types. Not in the default run: 500 MB. `HAFT_TEST_SDKS=<folder>` is a folder in which npm
 * installed them: `npm install ai@6 @ai-sdk/openai@3 openai@7 @anthropic-ai/sdk@1 @openai/agents@0.20 @google/genai@2 @langchain/core@1
 * @langchain/openai@1 @llamaindex/core@0.6 @llamaindex/openai@0.4 genkit@1 @genkit-ai/compat-oai@1 @types/node@20`.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProcessProject } from './support/in-process-project.ts';

const FOLDER = process.env['HAFT_TEST_SDKS'];
if (FOLDER === undefined)
  process.stdout.write(
    'real-sdks: skipped; HAFT_TEST_SDKS=<folder> has the SDKs, as real-sdks.test.ts installs them.\n',
  );

const SOURCES = join(import.meta.dirname, 'real-sdks');
const ends: (() => void)[] = [];
let own = '';
let url = '';
let module = '';

const envelope = (data: object): string => JSON.stringify({ success: true, data });
const FOUND = envelope({ notes: ['tides'], limit: 10 });

/** The programs that docs/agents-of-your-own.md shows, by the names of their files. */
const GUIDES = [
  ...readFileSync(join(import.meta.dirname, '../docs/agents-of-your-own.md'), 'utf8').matchAll(
    /^```ts\n\/\/ (\S+)\n([^]*?)^```$/gm,
  ),
].map(([, name = '', text = '']) => ({ name, text }));

/** SDKs that have no adapter: whether they ask, and what a model reads of arguments that they check themselves. */
const OWN_CHECK = { langchain: 'did not match expected schema', genkit: 'Schema validation failed' };

/** What a model of each SDK reads of the image, and of a call that was not approved; whether it marks failures. */
const SDKS = {
  ai: { image: [expect.objectContaining({ type: 'input_image' })], denied: 'no' },
  responses: { image: [expect.objectContaining({ type: 'input_image' })], denied: 'denied' },
  chat: { image: '(image, image/png)', denied: 'denied' },
  anthropic: { image: { content: [expect.objectContaining({ type: 'image' })] }, denied: 'denied' },
  gemini: { image: { parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }] }, denied: 'denied' },
  agents: {
    image: [expect.objectContaining({ type: 'input_image' })],
    denied: expect.stringContaining('not approved'),
  },
} as const;

describe.runIf(FOLDER !== undefined)('a model', () => {
  beforeAll(async () => {
    const folder = inProcessProject('outputs: [in-process]\n', {}, (end) => ends.push(end));
    module = join(folder, 'generated/servers/notes/in-process.mjs');
    own = mkdtempSync(join(FOLDER ?? '', 'haft-'));
    ends.push(() => rmSync(own, { recursive: true, force: true }));
    copyFileSync(join(SOURCES, 'drive.mjs'), join(own, 'drive.mjs'));
    copyFileSync(module, join(own, 'in-process.mjs'));
    for (const { name, text } of GUIDES)
      writeFileSync(join(own, name.replace('.mts', '.mjs')), transformSync(text, { loader: 'ts' }).code);
    const double = spawn(process.execPath, [join(import.meta.dirname, 'doubles/model-apis/main.mjs')]);
    ends.push(() => void double.kill());
    [url] = (await once(double.stdout.setEncoding('utf8'), 'data')).map((line) => String(line).trim()) as [string];
  });
  afterAll(() => ends.forEach((end) => end()));

  const run = async (sdk: string, scenario: object): Promise<Record<string, unknown>> => {
    const args = [join(own, 'drive.mjs'), sdk, url, module, JSON.stringify(scenario)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { encoding: 'utf8' });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  /** The text of a result, wherever an API has it. */
  const textOf = (result: unknown): string => JSON.stringify(result).replaceAll('\\', '');

  test.each(Object.entries(SDKS))(
    'of %s calls, is refused, fails, sees, asks and is stopped',
    async (sdk, own) => {
      expect(textOf(await run(sdk, { tool: 'search_notes', args: { query: 'tides' } }))).toContain(FOUND);
      const bad = await run(sdk, { tool: 'search_notes', args: { query: 3 } });
      expect(textOf(bad)).toContain('/query must be a string, got the number 3.');
      const failed = await run(sdk, { tool: 'search_notes', args: { query: 'nothing' } });
      expect(textOf(failed)).toContain('"retry_hint":"Try other words."');
      if (sdk === 'anthropic') expect(failed['result']).toMatchObject({ is_error: true });
      expect((await run(sdk, { tool: 'draw_notes' }))['result']).toMatchObject(own.image as object);
      const granted = await run(sdk, { tool: 'delete_note', args: { title: 'a' }, approve: true });
      expect([granted['asked'], textOf(granted)]).toEqual([1, expect.stringContaining(envelope({ deleted: 'a' }))]);
      const denied = { tool: 'delete_note', args: { title: 'a' }, approve: false };
      expect(await run(sdk, denied)).toEqual({ asked: 1, result: own.denied });
      expect(await run(sdk, { tool: 'wait_for_note', abort: true })).not.toHaveProperty('error', undefined);
    },
    300_000,
  );

  /** LlamaIndex writes a result over several lines, and without the quotes of JSON. */
  const bare = (text: string): string => text.replaceAll(/\\n|[\\"\s]/g, '');

  test.each(['langchain', 'llamaindex', 'genkit'] as const)(
    'of %s calls, fails and is answered by the program of the guide',
    async (sdk) => {
      const readOf = async (scenario: object): Promise<string> => bare(JSON.stringify(await run(sdk, scenario)));
      expect(await readOf({ tool: 'search_notes', args: { query: 'tides' } })).toContain(bare(FOUND));
      const failed = await readOf({ tool: 'search_notes', args: { query: 'nothing' } });
      expect(failed).toContain(bare('"retry_hint":"Try other words."'));
      const bad = await readOf({ tool: 'search_notes', args: { query: 3 } });
      expect(bad).toContain(bare(sdk === 'llamaindex' ? '/query must be a string, got the number 3.' : OWN_CHECK[sdk]));
      const granted = await run(sdk, { tool: 'delete_note', args: { title: 'a' }, approve: true });
      const asked = sdk === 'genkit' ? 1 : 0;
      expect(granted['asked']).toBe(asked);
      expect(bare(JSON.stringify(granted))).toContain(bare(envelope({ deleted: 'a' })));
    },
    300_000,
  );

  test.each(['responses', 'anthropic', 'agents'])(
    'of %s is found by a search where tools are deferred',
    async (sdk) => {
      const found = await run(sdk, { tool: 'search_notes', args: { query: 'tides' }, defer: true });
      expect(textOf(found)).toContain(FOUND);
    },
    300_000,
  );

  test('the types of the packages take what the adapters make, and refuse unknown names', () => {
    for (const [from, to] of [
      [join(SOURCES, 'types.mts'), 'types.mts'],
      [module, 'in-process.mjs'],
      [module.replace(/\.mjs$/, '.d.mts'), 'in-process.d.mts'],
    ] as const)
      copyFileSync(from, join(own, to));
    for (const { name, text } of GUIDES) writeFileSync(join(own, name), text);
    expect(GUIDES.length).toBeGreaterThan(8);
    const flags = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--skipLibCheck',
      '--types',
      'node',
    ];
    const tsc = join(import.meta.dirname, '../node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, ...flags, 'types.mts', ...GUIDES.map(({ name }) => name)], {
      cwd: own,
      stdio: 'pipe',
      encoding: 'utf8',
    });
  }, 300_000);
});
