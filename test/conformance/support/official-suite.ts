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
  const main = join(createRequire(import.meta.url).resolve(PACKAGE), '../dist/index.js');
  const args = ['--import', HOOK, main, 'server', '--url', url, ...asked, '-o', results];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'exit');
  // A folder for each scenario: server-<scenario>-<time>.
  return new Map(
    readdirSync(results).map((folder) => {
      const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
      return [scenario, JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8'))];
    }),
  );
}
