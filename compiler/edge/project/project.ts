/** The project of a command: its root, its settings, its two folders. */
import { specAt } from '../../spec/shape/place.ts';
import { join, resolve } from 'node:path';
import { type Settings, settingsOf } from '../../check/settings.ts';
import { checkShape } from '../../check/documents/check-shape.ts';
import type { Config } from '../../check/documents/config.ts';
import { type Diagnostic, type Result, type SourceFile, WHOLE_FILE } from '../../base/diagnostic.ts';
import { MAX_FILE_BYTES, decode } from '../../spec/yaml/decode.ts';
import { load } from '../../spec/yaml/load.ts';
import type { SpecDocument } from '../../spec/yaml/spec.ts';
import type { ToolNames } from '../../check/tool-names.ts';
import { namesOfPlan } from '../../plan/named-tools.ts';
import { unlessFailed } from '../command-line/failure.ts';
import { type Borders, readRegular, bordersOf, isInside, realPlace, statsOf, targetOf } from '../project-files/read.ts';
import { leavesProject } from '../project-files/refusal.ts';
import { loadContract } from './contract.ts';
import { loadLearned } from './recorded.ts';
import { CONFIG_FILE, rootOf } from './root.ts';
import { checkRuleSettings } from '../../check/rule-settings.ts';

export interface Project {
  /** Absolute. */
  readonly root: string;
  /** Absolute. */
  readonly specs: string;
  /** Absolute. */
  readonly out: string;
  readonly settings: Settings;
  /** haft.yaml, where it sets anything. */
  readonly config?: { readonly document: SpecDocument; readonly sources: readonly SourceFile[] };
}

export interface ProjectOptions {
  readonly cwd: string;
  readonly specs?: string | undefined;
  readonly out?: string | undefined;
  /** The text of haft.yaml in an editor, instead of that on the disk. */
  readonly config?: (root: string) => string | undefined;
}

export interface OpenedProject extends Result<Project> {
  /** haft.yaml, where it sets anything. */
  readonly document?: SpecDocument;
  /** Absolute; known also when the settings are invalid. */
  readonly root: string;
  readonly sources: readonly SourceFile[];
}

/** A contract that cannot be read is reported where it is needed. */
function releasedNames(root: string): ToolNames | undefined {
  const released = unlessFailed(() => loadContract(root));
  return released && namesOfPlan(released);
}

export function openProject({ cwd, specs, out, config: open }: ProjectOptions): OpenedProject {
  const root = rootOf(cwd);
  const text = open?.(root);
  const config = configOf(
    root,
    text === undefined
      ? readSource(join(root, CONFIG_FILE), bordersOf({ root }))
      : decode(CONFIG_FILE, Buffer.from(text)),
  );
  const project = {
    root,
    specs: specs === undefined ? join(root, config.value?.specs ?? 'specs') : resolve(cwd, specs),
    out: out === undefined ? join(root, config.value?.out ?? 'generated') : resolve(cwd, out),
    settings: {
      ...settingsOf(config.value ?? {}),
      released: () => releasedNames(root),
      learned: () => loadLearned(root),
    },
    ...(config.document && { config: { document: config.document, sources: config.sources } }),
  };
  return {
    root,
    ...(config.diagnostics.length === 0 && { value: project }),
    ...(config.document && { document: config.document }),
    diagnostics: config.diagnostics,
    sources: config.sources,
  };
}

/** The project of before while its settings are the same text: what was found under them still holds. */
export function keepOpened(before: OpenedProject, now: OpenedProject): OpenedProject {
  return before.root === now.root && before.sources[0]?.text === now.sources[0]?.text ? before : now;
}

interface ReadConfig extends Result<Config> {
  readonly sources: readonly SourceFile[];
  readonly document?: SpecDocument;
}

/** The settings of a haft.yaml of another commit; undefined where it is not valid. */
export function settingsIn(root: string, text: string): Settings | undefined {
  const { value } = configOf(root, { value: { path: CONFIG_FILE, text }, diagnostics: [] });
  return value && settingsOf(value);
}

function configOf(root: string, source: Result<SourceFile> | undefined): ReadConfig {
  const sources = source?.value ? [source.value] : [];
  // Every setting has a default: a file that is empty, or has only comments, sets nothing.
  if (!source || isEmpty(source.diagnostics)) return { value: {}, diagnostics: [], sources };
  if (source.diagnostics.length > 0) return { diagnostics: source.diagnostics, sources };
  const loaded = load(sources);
  if (isEmpty(loaded.diagnostics)) return { value: {}, diagnostics: [], sources };
  const [document, second] = loaded.value.documents;
  const shape: Diagnostic[] = document
    ? checkShape(document, 'config').flatMap((finding) => finding.diagnostic ?? [])
    : [];
  const diagnostics = [...loaded.diagnostics, ...shape, ...(second ? [oneDocument(second)] : [])];
  if (diagnostics.length > 0) return { diagnostics, sources };
  const value: Config = document ? specAt(document) : {};
  const outside = document ? [...specsOutside(root, value, document), ...checkRuleSettings(value, document)] : [];
  return outside.length > 0
    ? { diagnostics: outside, sources }
    : { value, diagnostics, sources, ...(document && { document }) };
}

function isEmpty(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.length > 0 && diagnostics.every(({ code }) => code === 'file/empty');
}

function oneDocument(second: SpecDocument): Diagnostic {
  return {
    code: 'spec/one-document',
    severity: 'error',
    message: `"${CONFIG_FILE}" contains more than one document.`,
    hint: 'Put all settings in one document, without `---`.',
    span: second.at([]),
    about: WHOLE_FILE,
  };
}

/** A spec folder that the settings name and that leads outside the project. */
function specsOutside(root: string, { specs }: Config, document: SpecDocument): Diagnostic[] {
  if (specs === undefined || isInside(realPlace(join(root, specs)), bordersOf({ root }))) return [];
  const refusal = leavesProject(specs, join(root, specs));
  return [{ ...refusal, severity: 'error', span: document.at(['specs']), about: { path: ['specs'] } }];
}

/** Undefined for a missing file. A dangling link is an error: the settings should exist. */
function readSource(path: string, borders: Borders): Result<SourceFile> | undefined {
  if (!isInside(realPlace(path), borders)) {
    const span = { file: CONFIG_FILE, start: 0, end: 0 };
    const diagnostic = { ...leavesProject(CONFIG_FILE, path), severity: 'error', span, about: WHOLE_FILE } as const;
    return { value: { path: CONFIG_FILE, text: '' }, diagnostics: [diagnostic] };
  }
  if (!statsOf(path) && targetOf(path) === undefined) return undefined;
  return decode(CONFIG_FILE, readRegular(path, { borders, most: MAX_FILE_BYTES }));
}
