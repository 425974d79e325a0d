/** Type-checks the handlers of a project with its own TypeScript, under its own `tsconfig.json`. */
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Diagnostic, type SourceFile, WHOLE_FILE } from '../../base/diagnostic.ts';
import { writeCache } from '../cache/state.ts';
import { readRegular, isWithin } from '../project-files/read.ts';
import { COMPILER_OPTIONS, runTsc, type TypeScript, readTscOutput, type TscError } from './typescript.ts';
import type { Project } from '../project/project.ts';
import { slashed } from '../project/root.ts';

export interface TypeFindings {
  readonly diagnostics: readonly Diagnostic[];
  /** Texts that the diagnostics point into. */
  readonly texts: readonly SourceFile[];
  /** Absolute paths of the author's files that were read, also those that are imported only for their types. */
  readonly read: readonly string[];
}

interface TypeCheck {
  readonly project: Project;
  readonly typescript: TypeScript;
  /** Files with handlers, relative to the project. */
  readonly handlers: readonly string[];
  readonly signal: AbortSignal;
}

export const NOTHING_FOUND: TypeFindings = { diagnostics: [], texts: [], read: [] };

/** The output has to be written before: handlers import their types from it. */
export async function checkTypes({ project, typescript, handlers, signal }: TypeCheck): Promise<TypeFindings> {
  const { root } = project;
  const files = handlers.filter((path) => /\.[cm]?tsx?$/.test(path) && existsSync(join(root, path)));
  const [first] = files;
  if (first === undefined) return NOTHING_FOUND;
  const config = writeCache(root, 'types.json', configText(root, files));
  if (config === undefined) return uncheckedFinding(root, first, 'the folder ".haft" cannot be written');
  const end = await runTsc(typescript, ['-p', config, '--pretty', 'false', '--listFiles'], { cwd: root, signal });
  if ('problem' in end) return uncheckedFinding(root, first, end.problem);
  const { errors, files: listed } = readTscOutput(end.output);
  const isOwn = (path: string): boolean =>
    isWithin(root, path) && !isWithin(project.out, path) && !relative(root, path).split(sep).includes('node_modules');
  const read = listed.map((path) => resolve(root, path)).filter((path) => isOwn(path) && existsSync(path));
  const isMissing = errors.some(
    ({ file, code }) => file !== undefined && UNRESOLVED.has(code) && isWithin(project.out, resolve(root, file)),
  );
  // Without its types every argument would be a finding.
  if (isMissing) return uncheckedFinding(root, first, '"@haft/runtime" is not installed in the project');
  const placed = errors.filter(({ file }) => file !== undefined && isOwn(resolve(root, file)) && !isConfig(file));
  const reason = reasonOf(errors);
  const cannot = placed.length === 0 && reason !== undefined ? uncheckedFinding(root, first, reason).diagnostics : [];
  const texts = textsOf(root, [first, ...placed.flatMap(({ file }) => file ?? [])]);
  return {
    read,
    texts: [...texts.values()],
    diagnostics: [...placed.map((error) => finding(error, texts)), ...cannot],
  };
}

/** Only handlers and what they import are checked; the settings are those of the author. */
function configText(root: string, files: readonly string[]): string {
  const own = nearestConfig(dirname(join(root, files[0] ?? '')), root);
  const hasNode = existsSync(join(root, 'node_modules/@types/node'));
  const compilerOptions = {
    ...(own === undefined && { ...COMPILER_OPTIONS, ...(hasNode && { types: ['node'] }) }),
    noEmit: true,
    composite: false,
    allowImportingTsExtensions: true,
    incremental: true,
    tsBuildInfoFile: './types.tsbuildinfo',
  };
  const config = {
    ...(own !== undefined && { extends: `../${own}` }),
    compilerOptions,
    files: files.map((path) => `../${path}`),
    include: [],
    references: [],
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** Relative to the project: upwards from the handlers, and not beyond it. */
function nearestConfig(folder: string, root: string): string | undefined {
  if (existsSync(join(folder, 'tsconfig.json'))) return slashed(root, join(folder, 'tsconfig.json'));
  return folder === root || dirname(folder) === folder ? undefined : nearestConfig(dirname(folder), root);
}

function isConfig(file: string | undefined): boolean {
  return file?.endsWith('.json') === true;
}

/** Why the handlers could not be checked, where the handlers are not the reason. */
function reasonOf(errors: readonly TscError[]): string | undefined {
  const settings = errors.find(({ file }) => file === undefined || isConfig(file));
  return settings && `${settings.code}: ${firstLine(settings.message).replace(/\.$/, '')}`;
}

/** A module was not found, or not its types. */
const UNRESOLVED: ReadonlySet<string> = new Set(['TS2307', 'TS7016']);

function uncheckedFinding(root: string, file: string, reason: string): TypeFindings {
  const diagnostic: Diagnostic = {
    code: 'server/handler-types-unchecked',
    severity: 'warning',
    message: `The types of the handlers were not checked: ${reason}.`,
    span: { file, start: 0, end: 0 },
    about: WHOLE_FILE,
    hint: reason.includes('@haft/runtime')
      ? 'Install it next to Haft, or compile with --no-types.'
      : 'Run `npx tsc -p .haft/types.json` to see why, or compile with --no-types.',
  };
  return { diagnostics: [diagnostic], texts: [...textsOf(root, [file]).values()], read: [] };
}

function finding({ file = '', line, column, code, message }: TscError, texts: Texts): Diagnostic {
  const text = texts.get(file)?.text ?? '';
  const start = offsetAt(text, line, column);
  const length = /^[\w$]+/.exec(text.slice(start, start + 200))?.[0].length ?? 1;
  return {
    code: 'server/handler-types',
    severity: 'error',
    message: `${code}: ${specific(message)}`,
    span: { file: texts.get(file)?.path ?? file, start, end: Math.min(start + length, text.length) },
    about: WHOLE_FILE,
    hint: 'Fix the types; a handler receives and returns what `parameters` and `returns` of its tool declare.',
  };
}

type Texts = ReadonlyMap<string, SourceFile>;

function textsOf(root: string, files: readonly string[]): Texts {
  return new Map(
    [...new Set(files)].map((file) => [
      file,
      { path: slashed(root, resolve(root, file)), text: textAt(resolve(root, file)) },
    ]),
  );
}

function textAt(path: string): string {
  return existsSync(path) ? readRegular(path).toString('utf8') : '';
}

function offsetAt(text: string, line: number, column: number): number {
  let start = 0;
  for (let n = 1; n < line; n += 1) start = text.indexOf('\n', start) + 1;
  return Math.min(start + column - 1, text.length);
}

/** Of a chain of explanations the end: the property and its type, not the types of the whole function. */
function specific(message: string): string {
  const lines = message.split('\n').map((line) => line.trim());
  return lines.slice(lines.length > 3 ? -2 : 0).join(' ');
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}
