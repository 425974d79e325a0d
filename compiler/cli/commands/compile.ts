/** `haft compile`: specs → skills, servers, evals and host entries in the output folder. */
import { join } from 'node:path';
import { checkProject, contentsOf } from '../build.ts';
import type { Command, ExitCode, Format } from '../command.ts';
import { FORMAT, OUT, SPECS, formatFlag, textFlag } from '../command.ts';
import type { Added } from '../handlers/scaffold.ts';
import type { Plan } from '../../plan/model.ts';
import { listFlag, printList } from '../listing/print-list.ts';
import { conflictLines } from '../print/conflict.ts';
import { openProject, slashed } from '../project.ts';
import { counted, reportFindings } from '../report.ts';
import type { Findings } from '../report.ts';
import { TODAY, todayOf } from '../today.ts';
import { whatIsThere } from './check.ts';
import { writeOutput } from '../write/write.ts';
import type { WriteReport } from '../write/write.ts';

export const compileCommand: Command = {
  name: 'compile',
  summary: 'Compile the specs into skills, tool servers, evals and host entries.',
  flags: {
    specs: SPECS,
    out: OUT,
    check: { type: 'boolean', words: 'Write nothing; fail when the output folder is not what the specs say.' },
    inputs: { type: 'boolean', words: 'Write nothing; list the files that a compile reads.' },
    outputs: { type: 'boolean', words: 'Write nothing; list the files that a compile writes.' },
    format: FORMAT,
    today: TODAY,
  },
  examples: [
    ['haft compile', 'Compile specs/ into generated/.'],
    ['haft compile --check', 'In CI: fail when somebody forgot to compile.'],
    ['haft compile --specs agents --out build/agents', 'Other folders, without a haft.yaml.'],
    ['haft compile --inputs', 'For a build engine: what the output depends on, one path a line.'],
  ],
  async run(invocation) {
    const { cwd, flags } = invocation;
    const format = formatFlag(invocation);
    const onlyCheck = flags['check'] === true;
    const opened = openProject({ cwd, specs: textFlag(invocation, 'specs'), out: textFlag(invocation, 'out') });
    if (!opened.value) return stop({ ...opened, root: cwd, cwd }, format);
    const project = opened.value;
    const list = listFlag(flags);
    if (list) return printList(list, project, { invocation, format });
    const { diagnostics, texts, compiled, sources, added } = await checkProject(project, {
      addStubs: !onlyCheck,
      today: todayOf(invocation),
    });
    const findings = { diagnostics, sources: texts, root: project.root, cwd };
    if (!compiled) return stop(findings, format);
    const report = writeOutput(project.out, await contentsOf(project, compiled, sources), onlyCheck);
    const out = slashed(cwd, project.out) || '.';
    reportFindings(findings, format, { files: report, added });
    if (format === 'text') printReport(report, { plan: compiled.plan, added, out, onlyCheck });
    return exitCode(report, onlyCheck);
  },
};

/** Nothing is written while something has to be corrected: the last good output stays. */
function stop(findings: Findings, format: Format): 1 {
  reportFindings(findings, format);
  return 1;
}

function exitCode(report: WriteReport, onlyCheck: boolean): ExitCode {
  const drift = report.created.length + report.changed.length + report.removed.length;
  return report.conflicts.length > 0 || (onlyCheck && drift > 0) ? 1 : 0;
}

interface Printed {
  readonly plan: Plan;
  readonly added: readonly Added[];
  readonly out: string;
  readonly onlyCheck: boolean;
}

function printReport(report: WriteReport, { plan, added, out, onlyCheck }: Printed): void {
  for (const { path, names } of added) {
    process.stdout.write(`${path}: added ${counted(names.length, 'handler stub')} to fill in: ${names.join(', ')}\n`);
  }
  for (const conflict of report.conflicts) process.stderr.write(`${conflictLines(conflict, out)}\n`);
  process.stdout.write(onlyCheck ? driftLines(report, out) : `${doneLine(report, plan, out)}\n`);
}

function doneLine(report: WriteReport, plan: Plan, out: string): string {
  const { created, changed, removed, unchanged } = report;
  const written = created.length + changed.length;
  return `${whatIsThere(plan)} compiled into ${out}/: ${counted(written, 'file')} written, ${unchanged.length} unchanged, ${removed.length} removed.`;
}

function driftLines({ created, changed, removed, unchanged }: WriteReport, out: string): string {
  const rows = [
    ...created.map((path) => `missing   ${join(out, path)}`),
    ...changed.map((path) => `outdated  ${join(out, path)}`),
    ...removed.map((path) => `left over ${join(out, path)}`),
  ];
  if (rows.length === 0) return `${out}/ is what the specs say: ${counted(unchanged.length, 'file')}.\n`;
  return `${rows.join('\n')}\n${out}/ is not what the specs say. Run "haft compile" and commit the result.\n`;
}
