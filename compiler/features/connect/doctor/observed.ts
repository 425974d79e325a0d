/** The observations of one host, before and after its servers were started. */
import type { Host, TypedSetting } from '../../../spec/hosts/host.ts';
import type { Switch } from '../../../spec/hosts/switches.ts';
import type { CompiledServer, EntryScope } from '../../../emit/host-files/desired-entry.ts';
import type { EntryForm } from './read-entry.ts';

export interface ObservedHost {
  readonly host: Host;
  /** Whether the command line names it. */
  readonly isChosen: boolean;
  readonly files: readonly ObservedFile[];
  /** Entries with the names of our servers in files that this host does not read. */
  readonly elsewhere: readonly { readonly file: string; readonly name: string }[];
  readonly skills: readonly ObservedSkill[];
  /** Settings in files of the host that can leave something out. */
  readonly settings: readonly ObservedSetting[];
  readonly output: ObservedOutput;
  /** By server: its required variables that have no value where nothing is installed. */
  readonly missing: Readonly<Record<string, readonly string[]>>;
}

/** The output folder, the same for all hosts. */
export interface ObservedOutput {
  /** What `--out` is; absent where it was not given. */
  readonly flag?: string;
  /** The names of the compiled servers; unknown where nothing compiled can be read. */
  readonly servers: readonly string[] | 'unknown';
  /** The first spec that is not what was compiled, as people write it. */
  readonly changed?: string;
  /** Compiled files that are not as Haft wrote them, each with the reason as the end of a sentence. */
  readonly damaged: readonly {
    readonly file: string;
    readonly how: string;
    /** Whether `haft compile` leaves it alone, because the change may be an author's. */
    readonly edited: boolean;
  }[];
  /** Other files that could not be read: what depends on them was not examined. */
  readonly unread: readonly { readonly file: string; readonly message: string; readonly hint: string }[];
}

export interface ObservedSetting {
  readonly file: string;
  /** Of the file that has it. */
  readonly scope: EntryScope;
  readonly key: string;
  readonly value: unknown;
  /** The one whose entry has it. */
  readonly server?: string;
  readonly turns: Switch;
}

export interface ObservedFile {
  readonly scope: EntryScope;
  /** As people write it, with `~`. */
  readonly file: string;
  /** Why the host does not read it; only where it is about servers of ours. */
  readonly problem?: FileProblem;
  /** Why `haft install` does not change it, although the host may read it; only where it is about servers of ours. */
  readonly unchangeable?: FileProblem;
  /** Whether servers of this file are started; unknown where the host does not reveal it. */
  readonly approved: (server: string) => boolean | undefined;
  /** Servers of ours that the file had once. */
  readonly missing: readonly string[];
  /** Servers that are below a key where this host looks for none. */
  readonly misplaced: readonly { readonly name: string; readonly key: string }[];
  readonly mistyped: readonly MistypedValue[];
  readonly servers: readonly ObservedServer[];
}

interface FileProblem {
  readonly line: number;
  readonly message: string;
  readonly hint: string;
}

/** A value whose type the host does not take. */
export interface MistypedValue {
  /** From the root of the file. */
  readonly key: string;
  readonly found: string;
  readonly setting: TypedSetting;
}

/** Whether anything of ours is or was in the file, or that is unknown. */
export function isOurs({ servers, missing, misplaced, problem, unchangeable }: ObservedFile): boolean {
  return servers.length + missing.length + misplaced.length > 0 || (problem ?? unchangeable) !== undefined;
}

export interface ObservedServer {
  readonly name: string;
  /** From the root of the file, such as `mcpServers.library`. */
  readonly key: string;
  readonly form: EntryForm;
  /** Whether the entry is as Haft wrote it. */
  readonly own: boolean;
  /** Whether the host alone writes it. */
  readonly isLocal: boolean;
  /** Required variables without a value in the entry or here. */
  readonly missing: readonly string[];
  readonly mistyped: readonly MistypedValue[];
  /** The file with another entry of the same name, which the host takes instead. */
  readonly hiddenBy?: string;
  /** Of an entry that starts a program. */
  readonly launch?: ObservedLaunch;
  /** Whether the entry, as Haft has written it, is not what it would write now. */
  readonly stale: boolean;
  readonly started?: StartOutcome;
  readonly called?: FailedCall;
  readonly logins?: readonly UnusableLogin[];
  /** What the host has logged of it; only where that was asked for. */
  readonly log?: ObservedLog;
}

/** A login of a user that a server needs and cannot use. */
export interface UnusableLogin {
  /** As `haft login` takes it. */
  readonly name: string;
  /** As the end of a sentence. */
  readonly how: string;
  /** The step that helps, where logging in again does not. */
  readonly hint?: string;
  /** The folder of the state of this server, where it is not the one of this process. */
  readonly state?: string;
}

export interface ObservedLog {
  /** As people write it. */
  readonly file: string;
  /** The newest last, without secrets. */
  readonly lines: readonly string[];
  /** The newest line about a tool that the server has logged; absent where its level logs none. */
  readonly lastCall?: ToolCall;
}

export interface ToolCall {
  readonly tool: string;
  /** ISO 8601, UTC. */
  readonly time: string;
}

/** The entry as the host reads it: its variables replaced. */
export interface ObservedLaunch {
  readonly command: string;
  /** The program of the server; undefined if the host does not find it. */
  readonly program: string | undefined;
  readonly path: string;
  /** Where it starts; absolute. */
  readonly folder: string;
  /** Whether there is a file that may not be executed. */
  readonly isClosed: boolean;
  /** The folder of the entry that does not exist. */
  readonly noFolder?: { readonly key: string; readonly folder: string };
  /** Milliseconds that the host waits. */
  readonly limit?: { readonly key: string; readonly milliseconds: number };
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
  /** Why it cannot be read, as a sentence. */
  readonly unread?: string;
  /** Whether the entry names it relative to the folder in which the host starts. */
  readonly relative: boolean;
  /** Whether it is a copy that Haft made. */
  readonly copied: boolean;
  /** What its first lines declare. */
  readonly compiled?: CompiledServer;
  /** Whether the output folder has the same server with other bytes. */
  readonly outdated: boolean;
}

export type StartOutcome =
  | {
      readonly kind: 'ready';
      readonly tools: readonly unknown[];
      /** Milliseconds until it had listed them; only of a server that was started. */
      readonly took?: number;
      /** Text on its standard output that is no message. */
      readonly noise?: string;
    }
  | {
      readonly kind: 'failed';
      /** How it ended, as the end of a sentence. */
      readonly how: string;
      /** The last lines of its standard error, without secrets. */
      readonly log: readonly string[];
      readonly noise?: string;
      /** The version of the Node that ran it, where that is too old. */
      readonly oldNode?: string;
    }
  | { readonly kind: 'unreached'; readonly fault: AddressFault; readonly how: string };

/** Why no server answered at an address. */
export type AddressFault =
  | 'invalid address'
  | 'no listener'
  | 'wrong scheme'
  | 'not authorized'
  | 'wrong path'
  | 'service error'
  | 'not MCP'
  | 'silent';

/** The failure of the server's own read tool; the texts without secrets. */
export interface FailedCall {
  readonly tool: string;
  readonly code: string;
  readonly error: string;
  /** What a person does, where the tool says it. */
  readonly next?: string;
}

export interface ObservedSkill {
  readonly name: string;
  /** Folders of the host that have it, in its order. */
  readonly folders: readonly ObservedFolder[];
  /** Folders into which Haft has put it for this host, and where the host finds none now. */
  readonly missing: readonly (ObservedFolder & { readonly how: string })[];
}

export interface ObservedFolder {
  readonly folder: string;
  readonly scope: EntryScope;
  /** Whether it is other than what is compiled. */
  readonly outdated: boolean;
  /** Whether an installation leaves it without --force. */
  readonly byHand: boolean;
  /** The host that installs into the folder; absent where none does. */
  readonly writer?: string;
}
