/** The programs and files of a handler: what `call.run` and `call.file` take and return. */
import type { ArgvElement, CommandStep } from '../descriptor/descriptor.ts';
import type { Json, JsonObject } from '../language/json.ts';
import type { FolderEntry } from '../behaviors/file/inside.ts';
import type { ToolFailure } from './failure.ts';

/**
 * Text that is written in the code. A text that is only known at run time does not compile: it would be read as a
 * template, and could be an option of the program. It belongs into `values`. Of a text that is not known, a record is an
 * index, which no object lacks.
 */
type Written<T> = T extends string ? (Record<never, never> extends Record<T, 1> ? never : T) : T;

/** Of elements that are groups or flags each of their texts. */
type WrittenElement<T> = T extends string ? Written<T> : { readonly [Key in keyof T]: Written<T[Key]> };

/** How a program is run; the keys are those of `command:`. */
export interface RunOptions<Stdin = string> extends Partial<
  Pick<CommandStep, 'stdout' | 'columns' | 'empty' | 'max_bytes' | 'on_more'>
> {
  /** The values of the variables in the arguments and in `stdin`. */
  readonly values?: JsonObject;
  /** A template: "{text}" for the value `text`. */
  readonly stdin?: Stdin;
}

/** What a program printed before it ended with exit code 0, without secrets. */
export interface ProgramOutput {
  readonly text: string;
  /** As `stdout` reads it: a text, lines, rows or JSON. */
  readonly json: Json | undefined;
  /** The end of standard error. */
  readonly stderr: string;
  /** Whether it printed more than `max_bytes`, with `on_more: 'truncate'`. */
  readonly truncated: boolean;
}

/**
 * Runs a program of `runs`, with everything that holds for `command:` tools: no shell, limits of size and time, the
 * locale, messages by exit code, and its end with the call. Arguments are those of `argv:` after the program.
 */
export type RunHandlerProgram<Name extends string = string> = <
  const Args extends readonly ArgvElement[],
  const Stdin extends string = never,
>(
  program: Name,
  args: { readonly [Index in keyof Args]: WrittenElement<Args[Index]> },
  options?: RunOptions<Written<Stdin>>,
) => Promise<ProgramOutput | ToolFailure>;

/** Files below the folder that a variable of `folders` names. Nothing outside of it is opened, not through links either. */
export interface FolderFiles<Folder extends string = string> {
  /** The text of a file, without secrets; a failure where it is binary. `max_bytes`: 1 MiB where absent. */
  readonly read: (
    folder: Folder,
    path: string,
    options?: ReadOptions,
  ) => Promise<{ readonly text: string } | ToolFailure>;
  readonly readBytes: (
    folder: Folder,
    path: string,
    options?: ReadOptions,
  ) => Promise<{ readonly bytes: Uint8Array; readonly media_type: string } | ToolFailure>;
  /** Writes a file as a whole. One that exists is a failure without `replace`. */
  readonly write: (
    folder: Folder,
    path: string,
    data: string | Uint8Array,
    options?: { readonly replace?: boolean },
  ) => Promise<{ readonly bytes: number } | ToolFailure>;
  /** The names in the folder, or in one below it; in order. */
  readonly list: (folder: Folder, path?: string) => Promise<{ readonly entries: readonly FolderEntry[] } | ToolFailure>;
}

interface ReadOptions {
  readonly max_bytes?: number;
}
