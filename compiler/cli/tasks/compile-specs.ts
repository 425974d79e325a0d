/** One whole compile: read, check, emit, write, report. Loaded only when the last compile is out of date. */
import { checkProject, contentsOf } from './build.ts';
import type { ExitCode, Invocation } from '../command-line/command.ts';
import type { FormatName } from '../../report/format-names.ts';
import { textFlag } from '../command-line/command.ts';
import { listFlag, printList } from '../build-inputs/print-list.ts';
import { printReport } from '../print/compiled.ts';
import { summarizePlan } from '../../report/text/pluralize.ts';
import { rememberSound, soundHash } from '../cache/sound.ts';
import { openProject } from '../project/project.ts';
import { reportFindings } from '../command-line/report.ts';
import type { Found } from '../command-line/report.ts';
import { slashed } from '../project/root.ts';
import { rememberCompile } from '../cache/remember.ts';
import type { CacheKey } from '../cache/state.ts';
import { memoizedBundler } from '../watch/memoized-bundler.ts';
import { writeOutput } from '../write/write.ts';
import type { WriteReport } from '../write/write.ts';

export async function compileSpecs(invocation: Invocation, format: FormatName, key: CacheKey): Promise<ExitCode> {
  const { cwd, flags } = invocation;
  const since = Date.now();
  const onlyCheck = flags['check'] === true;
  const opened = openProject({ cwd, specs: textFlag(invocation, 'specs'), out: textFlag(invocation, 'out') });
  if (!opened.value) return stop({ ...opened, cwd }, format);
  const project = opened.value;
  const list = listFlag(flags);
  if (list) return printList(list, project, { invocation, format });
  const checked = await checkProject(project, { addStubs: !onlyCheck, today: key.today });
  const { compiled, sources, added } = checked;
  const findings = { diagnostics: checked.diagnostics, sources: checked.texts, root: project.root, cwd };
  if (checked.planned) rememberSound(project.root, soundHash(project, sources, key.today));
  if (!compiled) return stop(findings, format);
  const bundler = memoizedBundler();
  const report = writeOutput(project.out, await contentsOf(project, compiled, sources, bundler.bundle), onlyCheck);
  reportFindings(findings, format, { files: report, added });
  const out = slashed(cwd, project.out) || '.';
  if (format === 'text') printReport(report, { there: summarizePlan(compiled.plan), added, out, onlyCheck });
  if (!onlyCheck)
    rememberCompile(key, { project, checked, report, imported: await modulesOf(bundler.inputs()), since });
  return exitCode(report, onlyCheck);
}

/** Modules, and the files that determine how they are read. */
async function modulesOf(inputs: readonly string[]): Promise<readonly string[]> {
  if (inputs.length === 0) return [];
  const { governingFiles } = await import('../build-inputs/governing.ts');
  return [...inputs, ...governingFiles(inputs)];
}

/** With errors nothing is written, so that the last good output remains. */
function stop(findings: Found, format: FormatName): 1 {
  reportFindings(findings, format);
  return 1;
}

function exitCode(report: WriteReport, onlyCheck: boolean): ExitCode {
  const drift = report.created.length + report.changed.length + report.removed.length;
  return report.conflicts.length > 0 || (onlyCheck && drift > 0) ? 1 : 0;
}
