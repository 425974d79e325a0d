// `npm run fix`: formats the sources, and prints what is made from them and is out of date. CI compares everything from scratch.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleCommandLine, writeSchemas } from './command-line.mjs';
import { PRINTERS, bundlePrinters, print, removeOthers, writeText } from './print.mjs';
import { changedFiles, recordFiles, runStale } from './stale.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CACHE = 'node_modules/.cache/haft/fix.json';
const TIDY = 'node_modules/.cache/haft/tidy.json';
const PACKAGES = 'package-lock.json';
const COMMAND_LINE = 'compiler/dist/command-line/';

/** Ends the run where the program fails. */
function run(program, ...args) {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, program), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  process.stderr.write(stderr);
  if (status !== 0) process.exit(status ?? 1);
  return stderr;
}

/** More names than this may be too long for a command line: then all files are looked at. */
const MAX_NAMES = 200;

/** Formats the sources that are not as the last run left them. CI looks at all. */
function tidy() {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  const sources = (stdout ?? '').split('\0').filter((path) => /\.[cm]?[jt]s$/.test(path));
  const settings = ['.oxlintrc.json', '.oxfmtrc.json', PACKAGES];
  const changed = changedFiles(ROOT, TIDY, sources, settings);
  if (sources.length > 0 && changed.length === 0) return;
  const names = changed.length > MAX_NAMES ? [] : changed;
  run('node_modules/oxlint/bin/oxlint', '--fix', '--quiet', '--no-error-on-unmatched-pattern', ...names);
  run('node_modules/oxfmt/bin/oxfmt', '--no-error-on-unmatched-pattern', ...names);
  recordFiles(ROOT, TIDY, sources, settings);
}

tidy();

const SCRIPTS = ['standalone', 'drivers', 'view-page'].map((name) => `scripts/${name}.mjs`);

const standalone = {
  id: 'standalone',
  async run() {
    const { TARGET, standaloneModule } = await import('./standalone.mjs');
    writeText(TARGET, await standaloneModule());
    const drivers = await import('./drivers.mjs');
    writeText(drivers.TARGET, await drivers.driversModule());
    const page = await import('./view-page.mjs');
    writeText(page.TARGET, await page.viewPageModule());
    const outputs = ['standalone', 'drivers', 'view-page'].map((name) => `compiler/emit/server/${name}.generated.ts`);
    return { inputs: ['runtime/', ...SCRIPTS, PACKAGES], outputs };
  },
};

const tryPage = {
  id: 'try page',
  async run() {
    const { TARGET, tryPageModule } = await import('./try-page.mjs');
    writeText(TARGET, await tryPageModule());
    const inputs = [
      'compiler/cli/try/page/',
      'compiler/base/',
      'scripts/try-page.mjs',
      'scripts/view-page.mjs',
      PACKAGES,
    ];
    return { inputs, outputs: ['compiler/cli/try/page.generated.ts'] };
  },
};

const commandLine = {
  id: 'command line',
  async run() {
    rmSync(join(ROOT, COMMAND_LINE), { recursive: true, force: true });
    const modules = await bundleCommandLine(ROOT);
    const schemas = writeSchemas(ROOT);
    return {
      inputs: [...modules, 'scripts/command-line.mjs', 'scripts/machine-code.mjs', 'compiler/bin/load.js', PACKAGES],
      outputs: [COMMAND_LINE, ...schemas],
    };
  },
};

let modulesOf;
const printerStep = (id) => ({
  id,
  async run() {
    modulesOf ??= await bundlePrinters(ROOT);
    const { reads, outputs } = await print(ROOT, id);
    if (id === 'rule-pages') removeOthers(ROOT, 'docs/rules', outputs);
    return { inputs: [...modulesOf(id), ...reads, 'scripts/print.mjs', PACKAGES], outputs };
  },
});

const generated = {
  // What is deprecated ends on a day.
  id: `generated ${new Date().toISOString().slice(0, 10)}`,
  async run() {
    // Findings are shown again by the next run.
    if (run('compiler/bin/haft.js', 'compile', '--no-types') !== '') return undefined;
    const settings = [
      'haft.yaml',
      'haft.contract.json',
      'haft.baseline.json',
      'haft.decisions.json',
      'haft.imports.json',
    ];
    const inputs = [COMMAND_LINE, 'compiler/bin/', 'specs/', ...settings, 'tsconfig.json', PACKAGES];
    return { inputs, outputs: ['generated/'] };
  },
};

await runStale(ROOT, CACHE, [standalone, tryPage, commandLine, ...PRINTERS.map(printerStep), generated]);
