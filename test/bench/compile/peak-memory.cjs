// Loaded before a measured program: when it ends, writes how many KiB it held at most.
const { readFileSync, writeFileSync } = require('node:fs');

// Threads of one process share its memory.
if (require('node:worker_threads').isMainThread)
  process.on('exit', () => {
    writeFileSync(`${process.env['HAFT_BENCH_PEAK']}/${process.pid}`, String(peak()));
  });

/** The kernel's own mark where there is one: it begins at zero with the program, `maxRSS` with what started it. */
function peak() {
  try {
    return /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
