/** The input of an installation plan, and the plan itself before anything is written. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { InstallState } from '../../install/state.ts';
import { MANIFEST } from '../../../../edge/write/manifest.ts';
import type { CopyPlan } from './copies.ts';
import type { Options } from './options.ts';
import type { Installable } from './output.ts';
import type { InstallSurroundings } from './target.ts';

export interface InstallRefusal {
  readonly message: string;
  readonly hint: string;
  /** The text to paste, by the keys that lead to each entry. */
  readonly snippets?: readonly { readonly path: readonly string[]; readonly entry: unknown }[];
}

export interface Context extends InstallSurroundings {
  readonly options: Options;
  readonly installable: Installable;
  /** Absolute. */
  readonly out: string;
  readonly node: string;
}

/** What is being put together; later hosts see what earlier ones will have done. */
export interface InstallDraft {
  readonly files: Map<string, { readonly before: Uint8Array | null; after: string | null; made: string | undefined }>;
  readonly copies: Map<string, CopyPlan>;
  /** By path of the state file. */
  readonly states: Map<string, { readonly before: InstallState; after: InstallState }>;
}

export interface InstallPlace {
  readonly state: string;
  readonly draft: InstallDraft;
  readonly context: Context;
}

/** What is no longer compiled goes: with a removal that asks for it, and with an installation of everything. */
export function isFormer(name: string, { remove, only }: Options): boolean {
  return only.length === 0 || (remove && only.includes(name));
}

/** Whether something was compiled into the folder. */
export function isOutput(folder: string): boolean {
  return existsSync(join(folder, MANIFEST));
}
