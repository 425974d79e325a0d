/** `haft compile`: specs → skills, servers, evals and host entries in the output folder. */
import { resolve } from 'node:path';
import type { Command, Invocation } from '../../edge/command-line/command.ts';
import { FORMAT, NO_TYPES, OUT, SPECS, formatFlag, textFlag, toggle } from '../../edge/command-line/command.ts';
import { printReport } from '../../edge/print/compiled.ts';
import { rootOf, slashed } from '../../edge/project/root.ts';
import { TODAY, todayOf } from '../../edge/project/today.ts';
import { readIfUpToDate, type CacheKey } from '../../edge/cache/state.ts';
import { findTypeScript } from '../../edge/handlers/typescript.ts';

export const compileCommand: Command = {
  name: 'compile',
  summary: 'Compile the specs into skills, tool servers, evals and host entries.',
  flags: {
    specs: SPECS,
    out: OUT,
    check: toggle('Write nothing; fail if the output folder is out of date.'),
    inputs: toggle('Write nothing; list the files that a compile would read.'),
    outputs: toggle('Write nothing; list the files that a compile would write.'),
    'no-types': NO_TYPES,
    all: toggle('Print all findings and files; by default long lists end after the first 100.'),
    format: FORMAT,
    today: TODAY,
  },
  meant: { build: 'haft compile', generate: 'haft compile' },
  examples: [
    ['haft compile', 'Compile specs/ into generated/.'],
    ['haft compile --check', 'In CI: fail if the output is out of date.'],
    ['haft compile --specs agents --out build/agents', 'Use other folders, without a haft.yaml.'],
    ['haft compile --inputs', 'For a build engine: all inputs, one path per line.'],
  ],
  async run(invocation) {
    const { cwd, flags } = invocation;
    const format = formatFlag(invocation);
    const key = keyOf(invocation);
    const lists = flags['inputs'] === true || flags['outputs'] === true;
    const warm = lists || (format !== 'text' && format !== 'json') ? undefined : readIfUpToDate(key);
    if (!warm) return (await import('../compile/compile-specs.ts')).compileSpecs(invocation, format, key);
    const report = { created: [], changed: [], removed: [], unchanged: warm.files, conflicts: [] };
    const out = slashed(cwd, warm.out) || '.';
    if (format === 'text')
      printReport(report, {
        there: warm.there,
        added: [],
        out,
        onlyCheck: flags['check'] === true,
        all: true,
        command: 'haft compile',
      });
    else {
      const { reportFindings } = await import('../../edge/command-line/report.ts');
      const more = { files: report, added: [] };
      reportFindings({ diagnostics: [], sources: [], root: '', cwd: '' }, 'json', { more });
    }
    return 0;
  },
};

function keyOf(invocation: Invocation): CacheKey {
  const { cwd } = invocation;
  const folder = (name: string): string | undefined => {
    const written = textFlag(invocation, name);
    return written === undefined ? undefined : resolve(cwd, written);
  };
  const root = rootOf(cwd);
  const types = invocation.flags['no-types'] === true ? undefined : findTypeScript(root)?.stamp;
  return { root, specs: folder('specs'), out: folder('out'), today: todayOf(invocation), types };
}
