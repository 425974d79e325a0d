/** The part of a host's definition about a model on this machine: where its provider is written, and what (EXT §4.3). */
import type { ConfigFile } from './config-file.ts';

/** A model runner with the interface of OpenAI, and one of its models. */
export interface Runner {
  /** Without `/v1`, such as `http://127.0.0.1:11434`. */
  readonly address: string;
  /** The tag, such as `qwen3:8b`. */
  readonly model: string;
}

/** Where runners listen unless they are told otherwise (EXT §4.3). */
export const RUNNER_ADDRESS = 'http://127.0.0.1:11434';

/** The name that hosts know the runner by, where they let one choose it. */
export const PROVIDER = 'local-runner';

/** What a person does for a larger context, as the end of a sentence. */
export const LARGER_CONTEXT =
  'start the runner with OLLAMA_CONTEXT_LENGTH=65536, or llama-server with --ctx-size 65536.';

/** What a person does so that the runner has the model. */
export function downloadHint(model: string): string {
  return `\`ollama pull ${model}\` downloads it.`;
}

export interface Setting {
  /** Keys from the root of the file. */
  readonly path: readonly [string, ...string[]];
  readonly value: unknown;
  /** A choice of the user that may be another one: then it is left, and the rest is written. */
  readonly isDefault?: true;
}

export interface LocalModel {
  /** `ran <version>` where the program called the runner, else `docs`. */
  readonly verified: string;
  /** The file with the settings. */
  readonly file: { readonly user: ConfigFile; readonly project?: ConfigFile };
  readonly settings: (runner: Runner) => readonly Setting[];
  /** How a person chooses the model where another one is the default; absent where the settings are that choice. */
  readonly choose?: (model: string) => string;
}

/** A program that takes a model of this machine, whether or not it starts tool servers. */
export interface ModelHost {
  readonly id: string;
  readonly title: string;
  /** Names of its program on PATH. */
  readonly programs: readonly string[];
  readonly localModel: LocalModel;
  /** Keys that lead to its map of servers; absent where it starts none. */
  readonly container?: readonly string[];
}

/** The address with the version of the interface, as most hosts want it. */
export function openAiAddress({ address }: Runner): string {
  return `${address}/v1`;
}
