/** Which project a command works on: its root, its settings, its two folders. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { settingsOf } from '../check/settings.ts';
import type { Settings } from '../check/settings.ts';
import { checkShape } from '../check/shape/check-shape.ts';
import type { Config } from '../check/shape/config.ts';
import type { Diagnostic, Result, SourceFile } from '../diagnostic.ts';
import { WHOLE_FILE } from '../diagnostic.ts';
import { decode } from '../load/decode.ts';
import { load } from '../load/load.ts';
import type { SpecDocument } from '../load/spec.ts';
import { diskFailure } from './failure.ts';
import { CONFIG_FILE, rootOf } from './root.ts';

export interface Project {
  /** Absolute. */
  readonly root: string;
  /** Absolute. */
  readonly specs: string;
  /** Absolute. */
  readonly out: string;
  readonly settings: Settings;
}

export interface ProjectOptions {
  readonly cwd: string;
  readonly specs?: string | undefined;
  readonly out?: string | undefined;
}

export interface OpenedProject extends Result<Project> {
  /** Absolute; known also when the settings are not. */
  readonly root: string;
  readonly sources: readonly SourceFile[];
}

export function openProject({ cwd, specs, out }: ProjectOptions): OpenedProject {
  const root = rootOf(cwd);
  const config = readConfig(join(root, CONFIG_FILE));
  const project = {
    root,
    specs: specs === undefined ? join(root, config.value?.specs ?? 'specs') : resolve(cwd, specs),
    out: out === undefined ? join(root, config.value?.out ?? 'generated') : resolve(cwd, out),
    settings: settingsOf(config.value ?? {}),
  };
  return {
    root,
    ...(config.diagnostics.length === 0 && { value: project }),
    diagnostics: config.diagnostics,
    sources: config.sources,
  };
}

interface ReadConfig extends Result<Config> {
  readonly sources: readonly SourceFile[];
}

function readConfig(path: string): ReadConfig {
  const bytes = readIfThere(path);
  const source = bytes && decode(CONFIG_FILE, bytes);
  const sources = source?.value ? [source.value] : [];
  // Everything has a default: a file that is empty, or all comments, sets nothing.
  if (!source || isEmpty(source.diagnostics)) return { value: {}, diagnostics: [], sources };
  if (source.diagnostics.length > 0) return { diagnostics: source.diagnostics, sources };
  const loaded = load(sources);
  if (isEmpty(loaded.diagnostics)) return { value: {}, diagnostics: [], sources };
  const [document, second] = loaded.value.documents;
  const shape: Diagnostic[] = document ? checkShape(document, 'config').map((finding) => finding.diagnostic) : [];
  const diagnostics = [...loaded.diagnostics, ...shape, ...(second ? [oneDocument(second)] : [])];
  return diagnostics.length > 0 ? { diagnostics, sources } : { value: document?.value as Config, diagnostics, sources };
}

function isEmpty(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.length > 0 && diagnostics.every(({ code }) => code === 'file/empty');
}

function oneDocument(second: SpecDocument): Diagnostic {
  return {
    code: 'spec/one-document',
    severity: 'error',
    message: `The file "${CONFIG_FILE}" holds more than one document.`,
    hint: 'Put all settings into one, without a line "---" between them.',
    span: second.at([]),
    about: WHOLE_FILE,
  };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return existsSync(path) ? readFileSync(path) : undefined;
  } catch (error) {
    throw diskFailure('read', path, error);
  }
}
