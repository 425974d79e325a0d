/** The observations of one host, before and after its servers were started. */
import type { Host } from '../hosts/host.ts';
import type { CompiledServer } from '../install/compiled.ts';
import type { Scope } from '../install/desired-entry.ts';
import type { EntryForm } from './read-entry.ts';

export interface ObservedHost {
  readonly host: Host;
  /** Whether the command line names it. */
  readonly asked: boolean;
  readonly files: readonly ObservedFile[];
  /** Entries with the names of our servers in files that this host does not read. */
  readonly elsewhere: readonly { readonly file: string; readonly name: string }[];
  readonly skills: readonly ObservedSkill[];
}

export interface ObservedFile {
  readonly scope: Scope;
  /** As people write it, with `~`. */
  readonly file: string;
  /** Why the host does not read it; only where it is about servers of ours. */
  readonly problem?: { readonly line: number; readonly message: string; readonly hint: string };
  /** Whether servers of this file are started; unknown where the host does not reveal it. */
  readonly approved: (server: string) => boolean | undefined;
  /** Servers of ours that the file had once. */
  readonly gone: readonly string[];
  /** Servers that are below a key where this host looks for none. */
  readonly misplaced: readonly { readonly name: string; readonly key: string }[];
  readonly servers: readonly ObservedServer[];
}

export interface ObservedServer {
  readonly name: string;
  /** From the root of the file, such as `mcpServers.library`. */
  readonly key: string;
  readonly form: EntryForm;
  /** Of an entry that starts a program. */
  readonly launch?: ObservedLaunch;
  /** Whether the entry, as Haft has written it, is not what it would write now. */
  readonly stale: boolean;
  readonly started?: Started;
  readonly called?: Called;
  /** What the host has logged of it; only where that was asked for. */
  readonly log?: ObservedLog;
}

export interface ObservedLog {
  /** As people write it. */
  readonly file: string;
  /** The newest last, without secrets. */
  readonly lines: readonly string[];
}

/** The entry as the host reads it: its variables replaced. */
export interface ObservedLaunch {
  readonly command: string;
  /** The program that this is; nothing where the host finds none. */
  readonly program: string | undefined;
  readonly path: string;
  readonly args: readonly string[];
  /** All environment variables that the server gets. */
  readonly environment: Readonly<Record<string, string>>;
  /** References that the host leaves as they are, without their defaults. */
  readonly unexpanded: readonly { readonly key: string; readonly reference: string }[];
  /** The file that Node runs; absent where the entry names none. */
  readonly script?: ObservedScript;
  /** Programs of upstreams that the server would not find. */
  readonly missing: readonly { readonly upstream: string; readonly program: string }[];
}

export interface ObservedScript {
  readonly file: string;
  readonly exists: boolean;
  /** What its first lines declare. */
  readonly compiled?: CompiledServer;
  /** Whether the output folder has the same server with other bytes. */
  readonly outdated: boolean;
}

export type Started =
  | { readonly kind: 'ready'; readonly tools: readonly unknown[] }
  | {
      readonly kind: 'failed';
      /** How it ended, as the end of a sentence. */
      readonly how: string;
      /** The last lines of its standard error, without secrets. */
      readonly log: readonly string[];
      /** The version of the Node that ran it, where that is too old. */
      readonly oldNode?: string;
    }
  | { readonly kind: 'no listener'; readonly how: string };

/** What the server's own read tool said; the texts without secrets. */
export interface Called {
  readonly tool: string;
  readonly code: string;
  readonly error: string;
  readonly hint: string;
}

export interface ObservedSkill {
  readonly name: string;
  /** Folders of the host that have it, in its order. */
  readonly folders: readonly { readonly folder: string; readonly outdated: boolean }[];
}
