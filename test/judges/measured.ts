/** What a run of the built command costs. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../support/folder.ts';
import { BIN } from '../support/haft.ts';

interface Cost {
  readonly code: number | null;
  /** Of processor time. */
  readonly seconds: number;
  /** The most memory that the process had. */
  readonly mib: number;
}

const PROBE = `
import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(process.env.PROBE_FILE, JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, mib: Math.round(maxRSS / 1024) }));
});
`;

export function measuredHaft(cwd: string, ...args: readonly string[]): Cost {
  const folder = temporaryFolder({ 'probe.mjs': PROBE });
  const file = join(folder, 'cost.json');
  const probe = ['--import', pathToFileURL(join(folder, 'probe.mjs')).href];
  const { status } = spawnSync(process.execPath, [...probe, BIN, ...args], {
    cwd,
    stdio: 'ignore',
    env: { ...process.env, PROBE_FILE: file },
  });
  return { code: status, ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<Cost, 'code'>) };
}
