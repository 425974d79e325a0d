/** `haft pack`: specs → packages for hosts and registries. */
import { basename, resolve } from 'node:path';
import { packageOf, upstreamNotes } from '../../features/pack/package.ts';
import type { Package, PackFormat } from '../../features/pack/format.ts';
import { FORMATS } from '../../features/pack/formats/index.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import type { Command, ExitCode, Invocation } from '../../edge/command-line/command.ts';
import { SPECS, text, textFlag } from '../../edge/command-line/command.ts';
import { reportFindings, openOrReport } from '../../edge/command-line/report.ts';
import { Failure, unknownName } from '../../edge/command-line/failure.ts';
import { conflictLines } from '../../edge/print/compiled.ts';
import { isWithin } from '../../edge/project-files/read.ts';
import type { Project } from '../../edge/project/project.ts';
import { slashed } from '../../edge/project/root.ts';
import { TODAY, todayOf } from '../../edge/project/today.ts';
import { checkProject } from '../spine.ts';
import { contentsOf } from '../../edge/tasks/contents.ts';
import { memoizedBundler } from '../../edge/bundle/memoized-bundler.ts';
import type { FileContent } from '../../edge/write/decide.ts';
import { writeOutput } from '../../edge/write/write.ts';

const ALL = 'all';
const OUT_FOLDER = 'packages';

export const packCommand: Command = {
  name: 'pack',
  summary: 'Make packages of servers and skills: plugins, bundles, extensions, npm packages, container images, units.',
  positional: '[format…]',
  flags: {
    specs: SPECS,
    out: text('folder', `Folder of the packages (default: ${OUT_FOLDER}).`),
    today: TODAY,
  },
  examples: [
    ['haft pack', 'All formats whose requirements this project meets.'],
    ...FORMATS.map(({ id, title }) => [`haft pack ${id}`, `${title}.`] as const),
  ],
  async run(invocation): Promise<ExitCode> {
    const { cwd, positionals } = invocation;
    const choice = new Set(positionals.filter((id) => id !== ALL).map(formatOf));
    const isAll = positionals.length === 0 || positionals.includes(ALL);
    const out = resolve(cwd, textFlag(invocation, 'out') ?? OUT_FOLDER);
    const content = await readPackage(invocation, out);
    if (!content) return 1;
    const wanted = isAll ? FORMATS : FORMATS.filter((format) => choice.has(format));
    const refused = wanted.flatMap((format) => {
      const obstacle = format.obstacle(content);
      return obstacle ? [{ format, ...obstacle }] : [];
    });
    const formats = wanted.filter((format) => refused.every((one) => one.format !== format));
    for (const { format, message, hint } of refused)
      process.stderr.write(`${format.id} was not made: ${message}\n  hint: ${hint}\n`);
    // What was asked for by name is wanted; of all formats, those that can be made.
    if (formats.length === 0 || refused.some(({ format }) => choice.has(format))) {
      process.stderr.write('Nothing was written.\n');
      return 1;
    }
    const place = slashed(cwd, out) || '.';
    const { report, written } = writePackages(out, formats, content);
    for (const conflict of report.conflicts) process.stderr.write(`${conflictLines(conflict, place)}\n`);
    if (!written) process.stderr.write('Nothing was written.\n');
    else process.stdout.write(summary(formats, content, place, report.created.length + report.changed.length));
    return written ? 0 : 1;
  },
};

function formatOf(id: string): PackFormat {
  const format = FORMATS.find((one) => one.id === id);
  if (format) return format;
  const ids = [...FORMATS.map((one) => one.id), ALL];
  throw unknownName([`Unknown format "${id}".`, id], ids, `Known: ${ids.join(', ')}.`);
}

/** Undefined if the specs have errors, which are reported. */
async function readPackage(invocation: Invocation, out: string): Promise<Package | undefined> {
  const { cwd } = invocation;
  const project = openOrReport(invocation)?.value;
  if (!project) return undefined;
  rejectOwnFolder(project, out, cwd);
  const { diagnostics, texts, compiled, sources, changes } = await checkProject(project, {
    today: todayOf(invocation),
  });
  reportFindings({ diagnostics, sources: texts, root: project.root, cwd }, 'text');
  if (!compiled) return undefined;
  if (changes && changes.length > 0)
    process.stderr.write(
      `warning: The specs have ${pluralize(changes.length, 'change')} that ${changes.length === 1 ? 'is' : 'are'} not released. Run \`haft release\` before you publish packages.\n`,
    );
  const contents = await contentsOf(project, compiled, sources, memoizedBundler().bundle);
  return packageOf(compiled.plan, { ...project.settings.pack, folder: basename(project.root) }, contents);
}

/** Packages in the specs would be read as files of skills, and those in the output are not of a compile. */
function rejectOwnFolder(project: Project, out: string, cwd: string): void {
  const own = [project.specs, project.out].filter((folder) => folder !== project.root);
  if (own.some((folder) => isWithin(folder, out)))
    throw new Failure(
      `The folder "${slashed(cwd, out)}" is one that Haft reads, or compiles into.`,
      'Choose another folder with --out.',
    );
}

function summary(formats: readonly PackFormat[], content: Package, out: string, written: number): string {
  const lines = formats.flatMap((format) => [
    `${out}/${format.id}/: ${format.title}.`,
    ...format.leavesOut(content).map((sentence) => `  without: ${sentence}`),
  ]);
  const needs = upstreamNotes(content).map((sentence) => `  needs: ${sentence}`);
  return `${[...lines, ...needs].join('\n')}\n${content.name} ${content.version}: ${pluralize(written, 'file')} written.\n`;
}

/** `folder` is absolute. A file of these formats that Haft did not write stops all of it. */
function writePackages(folder: string, formats: readonly PackFormat[], content: Package) {
  const contents = formats
    .flatMap((format) =>
      format.files(content).map((file): FileContent => ({ ...file, path: `${format.id}/${file.path}`, source: '*' })),
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const isOther = (path: string): boolean => !formats.some(({ id }) => path.startsWith(`${id}/`));
  const write = (dryRun: boolean) => writeOutput(folder, contents, dryRun, new Map(), isOther);
  const planned = write(true);
  if (planned.conflicts.length > 0) return { report: planned, written: false };
  return { report: write(false), written: true };
}
