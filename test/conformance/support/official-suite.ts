/** Runs the official conformance suite as a child process and reads what it found. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';

/** One check of a scenario, as the suite writes it. */
export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

const PACKAGE = '@modelcontextprotocol/conformance/package.json';
const HOOK = pathToFileURL(join(import.meta.dirname, 'glob-sync.mjs')).href;

/** The checks of every scenario of a revision's requirements, by scenario. */
export function officialSuite(url: string, revision: string): Promise<Checks> {
  return run(url, ['--requirements', revision]);
}

/** The checks of scenarios of an extension, which no revision requires. */
export async function officialScenarios(url: string, scenarios: readonly string[]): Promise<Checks> {
  const ran = await Promise.all(scenarios.map((scenario) => run(url, ['--scenario', scenario, '--force'])));
  return new Map(ran.flatMap((checks) => [...checks]));
}

type Checks = ReadonlyMap<string, readonly Check[]>;

async function run(url: string, asked: readonly string[]): Promise<Checks> {
  const results = mkdtempSync(join(tmpdir(), 'haft-suite-'));
  onTestFinished(() => rmSync(results, { recursive: true }));
  await suite(['server', '--url', url, ...asked, '-o', results]);
  // A folder for each scenario: server-<scenario>-<time>.
  return new Map(
    readdirSync(results).map((folder) => {
      const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
      return [scenario, JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8'))];
    }),
  );
}

/** What the suite found about a client, and what the client printed. */
export interface ClientRun {
  readonly checks: readonly Check[];
  readonly printed: string;
}

const CLIENT = join(import.meta.dirname, 'client.mjs');

/** Lets the client of this folder run against the server of one scenario. */
export async function officialClient(scenario: string): Promise<ClientRun> {
  const results = mkdtempSync(join(tmpdir(), 'haft-suite-'));
  onTestFinished(() => rmSync(results, { recursive: true }));
  await suite([
    'client',
    '--command',
    `${process.execPath} ${CLIENT}`,
    '--scenario',
    scenario,
    '--timeout',
    '110000',
    '-o',
    results,
  ]);
  const files = readdirSync(results, { recursive: true, encoding: 'utf8' });
  const made = files.find((path) => path.endsWith('checks.json')) ?? '';
  const read = (name: string): string => readFileSync(join(results, made.replace(/checks\.json$/, name)), 'utf8');
  return { checks: JSON.parse(read('checks.json')), printed: read('stdout.txt') + read('stderr.txt') };
}

/** The names of the scenarios for clients. */
export async function clientScenarios(): Promise<readonly string[]> {
  const text = await suite(['list']);
  const [, section = ''] = /^Client scenarios[^]*?\n([^]*?)\n\n/m.exec(text) ?? [];
  return [...section.matchAll(/^ +- (\S+)/gm)].map(([, name = '']) => name);
}

/** Runs it, and gives its standard output. */
async function suite(args: readonly string[]): Promise<string> {
  const main = join(createRequire(import.meta.url).resolve(PACKAGE), '../dist/index.js');
  const child = spawn(process.execPath, ['--import', HOOK, main, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(child, 'close');
  return text;
}
