// One program from its start to its end: wall time, and the most memory that it or one of its children held.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PEAK = fileURLToPath(new URL('peak-memory.cjs', import.meta.url));

/** No colors, no telemetry. */
const QUIET = { NO_COLOR: '1', DO_NOT_TRACK: '1' };

/**
 * `{ seconds, mebibytes, code, output }`; `code` is undefined when it did not end within `bound` seconds.
 * Every process of Node says its peak when it ends, through a module loaded before everything else.
 */
export async function run(args, cwd, bound) {
  const peaks = mkdtempSync(join(tmpdir(), 'haft-bench-peak-'));
  const env = { ...process.env, ...QUIET, HAFT_BENCH_PEAK: peaks, NODE_OPTIONS: `--require=${JSON.stringify(PEAK)}` };
  try {
    const begin = performance.now();
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    // With its group: one that starts others would leave them running beside the next.
    const end = () => process.kill(-child.pid, 'SIGKILL');
    const interrupted = () => {
      end();
      process.exit(130);
    };
    const timer = setTimeout(end, bound * 1000);
    process.once('SIGINT', interrupted);
    const [code] = await once(child, 'close');
    process.off('SIGINT', interrupted);
    clearTimeout(timer);
    const seconds = (performance.now() - begin) / 1000;
    return { seconds, mebibytes: highest(peaks), code: code ?? undefined, output };
  } finally {
    rmSync(peaks, { recursive: true });
  }
}

function highest(folder) {
  return Math.max(0, ...readdirSync(folder).map((name) => Number(readFileSync(join(folder, name), 'utf8')) / 1024));
}
