/** One whole compile: read, check, emit, write, report. Loaded only when the last compile is out of date. */
import { shellWord } from '../../base/text/escape.ts';
import { checkProject } from '../spine.ts';
import { type Bundler, contentsOf, outputsOf } from '../../edge/tasks/contents.ts';
import type { CheckedProject } from '../../edge/passes/run-passes.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import { inFileOrder } from '../../base/diagnostic.ts';
import { type ExitCode, type Invocation, textFlag } from '../../edge/command-line/command.ts';
import type { FormatName } from '../../report/format-names.ts';
import { printReport } from '../../edge/print/compiled.ts';
import { summarizePlan } from '../../base/text/pluralize.ts';
import { withProgress } from '../../edge/command-line/progress.ts';
import { onEndingSignal } from '../../edge/command-line/streams.ts';
import { NOTHING_FOUND, type TypeFindings, checkTypes } from '../../edge/handlers/check-types.ts';
import type { Project } from '../../edge/project/project.ts';
import { reportFindings, openOrReport } from '../../edge/command-line/report.ts';
import { slashed } from '../../edge/project/root.ts';
import { knownOutputs, rememberCompile } from '../../edge/cache/remember.ts';
import type { CacheKey } from '../../edge/cache/state.ts';
import { memoizedBundler } from '../../edge/bundle/memoized-bundler.ts';
import type { FileContent } from '../../edge/write/decide.ts';
import { type WriteReport, writeOutput } from '../../edge/write/write.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { todayOf } from '../../edge/project/today.ts';
import { inputsOf } from '../../edge/build-inputs/inputs.ts';
import { findTypeScript } from '../../edge/handlers/typescript.ts';

export async function compileSpecs(invocation: Invocation, format: FormatName, key: CacheKey): Promise<ExitCode> {
  const { cwd, flags } = invocation;
  const since = Date.now();
  const onlyCheck = flags['check'] === true;
  const project = openOrReport(invocation, format, { out: textFlag(invocation, 'out') })?.value;
  if (!project) return 1;
  const list = listFlag(flags);
  if (list) return printList(list, project, invocation, format);
  const checked = await checkProject(project, { addStubs: !onlyCheck, today: key.today, remembers: true });
  const { compiled, added } = checked;
  const findings = { diagnostics: checked.diagnostics, sources: checked.texts, root: project.root, cwd };
  if (!compiled) {
    // Nothing is written, so that the last good output remains.
    reportFindings(findings, format);
    return 1;
  }
  const bundler = memoizedBundler();
  const { report, types } = await write(invocation, { project, checked, compiled, bundle: bundler.bundle });
  const diagnostics = inFileOrder([...checked.diagnostics, ...types.diagnostics]);
  const all = flags['all'] === true;
  const allFindings = { ...findings, diagnostics, sources: [...checked.texts, ...types.texts] };
  const { errors } = reportFindings(allFindings, format, { more: { files: report, added }, all });
  if (format === 'text')
    printReport(report, {
      there: summarizePlan(compiled.plan),
      added,
      out: slashed(cwd, project.out) || '.',
      onlyCheck,
      all,
      command: commandOf(invocation),
    });
  if (!onlyCheck)
    rememberCompile(key, {
      project,
      checked: { ...checked, diagnostics },
      report,
      imported: await modulesOf([...new Set([...bundler.inputs(), ...types.read])]),
      since,
    });
  return errors > 0 ? 1 : exitCode(report, onlyCheck);
}

/** The command of the run, with its folders. */
function commandOf(invocation: Invocation): string {
  const places = ['specs', 'out'].flatMap((flag) => {
    const value = textFlag(invocation, flag);
    return value === undefined ? [] : [` --${flag} ${shellWord(value)}`];
  });
  return `haft compile${places.join('')}`;
}

interface Writing {
  readonly project: Project;
  readonly checked: CheckedProject;
  readonly compiled: PlannedSpecs;
  readonly bundle: Bundler;
}

/** Types are checked after the output is written, because handlers import them from it: an error leaves the output there. */
function write({ flags }: Invocation, { project, checked, compiled, bundle }: Writing) {
  return withProgress(async ({ count, show }) => {
    const contents = await contentsOf(project, compiled, checked.sources, bundle);
    const counted = countReads(contents, (done) => count('writing', done, contents.length, 'files'));
    const hashes = knownOutputs(project, compiled.plan, counted);
    const report = writeOutput(project.out, counted, flags['check'] === true);
    if (flags['check'] !== true) {
      hashes.save();
      checked.keepFindings?.();
    }
    if (checked.handlers.length === 0 || flags['no-types'] === true) return { report, types: NOTHING_FOUND };
    show('checking the types of handlers');
    return { report, types: await typesOf(project, checked.handlers) };
  });
}

/** The same contents; tells how many were asked for their bytes. */
function countReads(contents: readonly FileContent[], onRead: (done: number) => void): readonly FileContent[] {
  return contents.map((content, done) => ({
    ...content,
    bytes() {
      onRead(done);
      return content.bytes();
    },
  }));
}

/** Modules, and the files that determine how they are read. */
async function modulesOf(inputs: readonly string[]): Promise<readonly string[]> {
  if (inputs.length === 0) return [];
  const { governingFiles } = await import('../../edge/build-inputs/imported.ts');
  return [...inputs, ...(await governingFiles(inputs))];
}

function exitCode(report: WriteReport, onlyCheck: boolean): ExitCode {
  const drift = report.created.length + report.changed.length + report.removed.length;
  return report.conflicts.length > 0 || (onlyCheck && drift > 0) ? 1 : 0;
}

type List = 'inputs' | 'outputs';

function listFlag(flags: Invocation['flags']): List | undefined {
  const [list, second] = (['inputs', 'outputs', 'check'] as const).filter((name) => flags[name] === true);
  if (second)
    throw new Failure(`\`--${list}\` and \`--${second}\` cannot be used together.`, 'Run the command once for each.');
  return list === 'check' ? undefined : list;
}

/** The inputs are known also for invalid specs, the outputs only for valid ones. */
async function printList(list: List, project: Project, invocation: Invocation, format: FormatName): Promise<0 | 1> {
  const checked = await checkProject(project, { today: todayOf(invocation) });
  const { diagnostics, texts, compiled, sources } = checked;
  if (list === 'inputs') return print(list, await inputsOf(project, checked), format);
  if (compiled) return print(list, outputsOf(project, compiled.plan, sources), format);
  reportFindings({ diagnostics, sources: texts, root: project.root, cwd: invocation.cwd }, format);
  return 1;
}

function print(list: List, paths: readonly string[], format: FormatName): 0 {
  const text = format === 'json' ? JSON.stringify({ [list]: paths }, null, 2) : paths.join('\n');
  process.stdout.write(text === '' ? '' : `${text}\n`);
  return 0;
}

/** Interrupted, `tsc` ends before we do. */
async function typesOf(project: Project, handlers: readonly string[]): Promise<TypeFindings> {
  const typescript = findTypeScript(project.root);
  if (!typescript) return NOTHING_FOUND;
  const stop = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    stop.abort();
    process.kill(process.pid, signal);
  };
  const leave = onEndingSignal(interrupt);
  try {
    return await checkTypes({ project, typescript, handlers, signal: stop.signal });
  } finally {
    leave();
  }
}
