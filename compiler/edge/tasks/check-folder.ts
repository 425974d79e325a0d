/** `haft check --profile <profile> <folder>`: what a folder of specs would need in another profile. */
import { resolve } from 'node:path';
import { planSpecs } from '../../plan/plan-specs.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { type Invocation, formatFlag, textFlag } from '../command-line/command.ts';
import { Failure } from '../command-line/failure.ts';
import { reportFindings } from '../command-line/report.ts';
import { statsOf } from '../project-files/read.ts';
import type { Project } from '../project/project.ts';
import { type Sources, readSources, textsWithCarried } from '../project/read-sources.ts';
import { slashed } from '../project/root.ts';
import { surroundingsOf } from './surroundings.ts';

/** Adds to each fix whether it is safe. */
export type GradeFixes = (diagnostics: readonly Diagnostic[], sources: Sources) => Promise<readonly Diagnostic[]>;

/** The project itself where no other profile is asked for. */
export function askedProject(project: Project, invocation: Invocation): Project {
  const profile = textFlag(invocation, 'profile');
  if (profile === undefined && invocation.positionals.length === 0) return project;
  if (profile === undefined)
    throw new Failure('`haft check` checks the whole project.', 'Name a folder together with --profile.');
  const folder = folderOf(project, invocation);
  const { settings } = project;
  const profileOf: typeof settings.profileOf = (file) =>
    isBelow(file, folder) ? (profile === 'mcp' ? 'mcp' : 'ext') : settings.profileOf(file);
  return { ...project, settings: { ...settings, profileOf } };
}

/** Only what is in the folder. The plan is not compared with a release: the profile is only tried. */
export async function reportFolder(
  trial: Project,
  invocation: Invocation,
  today: string,
  grade: GradeFixes = (diagnostics) => Promise.resolve(diagnostics),
): Promise<0 | 1> {
  const folder = folderOf(trial, invocation);
  const sources = readSources(trial);
  const problems = planSpecs(sources.specs, surroundingsOf(trial, sources, today)).diagnostics;
  const findings = [...sources.diagnostics, ...problems, ...wordsOf(trial, sources, today, problems)];
  const inFolder = findings.filter(({ span }) => isBelow(span.file, folder));
  const diagnostics = await grade(inFolder, sources);
  const { root } = trial;
  const all = invocation.flags['all'] === true;
  const format = formatFlag(invocation);
  const { errors, warnings } = reportFindings(
    { diagnostics, sources: textsWithCarried(sources, diagnostics), root, cwd: invocation.cwd },
    format,
    { all, isOutput: true },
  );
  if (format === 'text' && errors + warnings === 0) process.stdout.write('Nothing is missing.\n');
  return errors > 0 ? 1 : 0;
}

/** What is judged of the texts of imports, of which rules of profile `ext` see none while a key is wrong. */
function wordsOf(trial: Project, sources: Sources, today: string, problems: readonly Diagnostic[]) {
  const settings = { ...trial.settings, profileOf: () => 'mcp' as const };
  const judged = planSpecs(sources.specs, surroundingsOf({ ...trial, settings }, sources, today)).diagnostics;
  const keyOf = ({ code, span }: Diagnostic): string => `${code} ${span.file} ${span.start}`;
  const keys = new Set(problems.map(keyOf));
  return judged.filter((one) => one.severity === 'note' && !keys.has(keyOf(one)));
}

/** Relative to the project; the whole spec folder where none is named. */
function folderOf({ root, specs }: Project, { cwd, positionals: [named] }: Invocation): string {
  const folder = named === undefined ? specs : resolve(cwd, named);
  if (named !== undefined && statsOf(folder)?.isDirectory() !== true)
    throw new Failure(`There is no folder "${named}".`, 'Name a folder of specs.');
  return slashed(root, folder);
}

function isBelow(file: string, folder: string): boolean {
  return folder === '.' || folder === '' || file.startsWith(`${folder}/`);
}
