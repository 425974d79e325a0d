/** The definition that every host implements: all facts about a program that starts tool servers and reads skills. */
import type { ConfigFile, HostPath, SettingsFile } from './config-file.ts';
import type { LocalModel, Runner } from './local-model.ts';
import type { Switch } from './switches.ts';

/** A server that the host starts. */
export interface StdioServer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Names of variables whose values the host takes from its own environment. */
  readonly references: readonly string[];
  /** Variables with the values that are written into the entry. */
  readonly values: Readonly<Record<string, string>>;
}

/** A server that listens on HTTP. */
interface HttpServer {
  readonly name: string;
  readonly url: string;
}

interface AddCommand {
  /** `set` are assignments of variables, such as `NAME="$NAME"`. */
  readonly stdio: (name: string, command: string, set: readonly string[]) => string;
  /** For a server that listens; absent where there is none. */
  readonly http?: (server: HttpServer) => string;
  readonly sse?: (server: HttpServer) => string;
}

/** The value under the server's name, as JSON; TOML and YAML have the same keys. */
export type HostEntry = Readonly<Record<string, unknown>>;

export interface Host {
  /** The name in haft.yaml, commands and messages; it never changes. */
  readonly id: string;
  readonly title: string;
  /** `ran <version>` where the program itself was tried, else `docs`. */
  readonly verified: string;
  /** Names of its program on PATH. */
  readonly programs: readonly string[];
  /** The name under which a model sees a tool: `{server}` and `{tool}`, and its most characters; each absent where unknown. */
  readonly toolName?: { readonly form: string; readonly maxLength?: number };
  /** Names of servers that it keeps for itself; none where absent. */
  readonly reservedServers?: readonly string[];
  /** Names of servers that it takes; any where absent. */
  readonly serverName?: RegExp;
  /** Words that a skill's name must not contain where skills are uploaded; none where absent. */
  readonly reservedInSkills?: readonly string[];
  /** Absent where a server cannot be set up for one of the two. */
  readonly config: { readonly user?: ConfigFile; readonly project?: ConfigFile };
  /** Path of the map of servers. */
  readonly container: readonly string[];
  /** Keys that lead to the servers of one folder in the user's file, which only the host itself writes. */
  readonly local?: (folder: string) => readonly string[];
  /** Where it writes what a server prints; absent where that is not known. */
  readonly log?: HostLog;
  /** The entry of a server that the host starts. */
  readonly stdio: (server: StdioServer) => HostEntry;
  /** The entry of a server that listens; undefined if the file of the host takes none. */
  readonly http: ((server: HttpServer) => HostEntry) | undefined;
  /** The entry of a server that offers only the older transport HTTP+SSE; absent where none is known. */
  readonly sse?: (server: HttpServer) => HostEntry;
  /** The keys of an entry with an address for its headers: their map, which is `headers` where absent, and others. */
  readonly headers?: { readonly literal: string; readonly variables?: string; readonly bearer?: string };
  /** How a value of the entry refers to a variable; absent where it cannot. */
  readonly variable?: (name: string) => string;
  /** What the host hands over for a variable that is not set; absent where unknown. */
  readonly unset?: 'literal' | 'empty';
  /**
   * What a server gets of the host's environment: all of it, only what the entry names, or all of it in an application
   * with windows, which knows little of what shells set.
   */
  readonly environment: 'whole' | 'named' | 'desktop';
  /** The reference to the project's folder in `args` of a project's file; absent where there is none. */
  readonly projectFolder?: string;
  /** A command that adds a server; absent where there is none. */
  readonly add?: AddCommand;
  /** What the user does so that a change takes effect. */
  readonly reload: string;
  /** What the user does once, so that servers are started; absent where nothing is needed. */
  readonly approve?: { readonly user?: string; readonly project?: string };
  /** Where it notes that; absent where that is not known. Haft reads it, and never writes it. */
  readonly approval?: Approval;
  /** Settings that leave out what is installed; only those that are known. */
  readonly switches?: readonly Switch[];
  /** Types without which it skips an entry or a file; only those that are known. */
  readonly types?: readonly TypedSetting[];
  /** The keys of an entry with the folder and the time of a start; absent where it has none, or they are unknown. */
  readonly start?: {
    readonly folder?: string;
    readonly limit?: { readonly key: string; readonly milliseconds: number };
  };
  /** Whether it reads nothing of a file in which an entry has an address and variables. */
  readonly refusesEnvBesideUrl?: true;
  /** Whether it gives a model only the structured data of a result, where there is any, and drops content blocks such as pictures. */
  readonly dropsContentWithData?: true;
  /** Folders that it reads skills from; Haft writes into the first. Empty where there is none. */
  readonly skills: { readonly user: readonly HostPath[]; readonly project: readonly string[] };
  /** How it takes a model of this machine; absent where Haft writes none. */
  readonly localModel?: LocalModel;
  /** Whether its models are those of a vendor, behind a login or a key (EXT §5). */
  readonly hosted?: true;
  /** How its user chooses a model of this machine, where no file has it; the address is that of the runner. */
  readonly ownModel?: (runner: Runner) => string;
  /** What the host runs or replaces inside the body of a skill. Absent: it changes nothing. */
  readonly dynamicContent?: readonly DynamicContent[];
}

export interface HostLog {
  readonly folder: HostPath;
  /** Below it: one file, or a folder whose newest file counts. */
  readonly path: (server: string, projectFolder: string) => string;
  /** Whether it is the log of all servers, of which lines with the server's name are shown. */
  readonly shared?: true;
}

/** A setting whose type the host insists on. */
export interface TypedSetting {
  readonly place: 'entry' | 'file';
  readonly path: readonly string[];
  readonly type: 'string' | 'number' | 'boolean' | 'list' | 'map' | 'map of strings';
  /** What the host does with another type, as the end of a sentence about it. */
  readonly effect: string;
}

interface Approval {
  readonly scopes: readonly ('user' | 'project')[];
  /** Folders of the user, and folders below the project. */
  readonly files: Readonly<Record<string, SettingsFile>>;
  readonly isGiven: (notes: ApprovalNotes) => boolean;
}

export interface ApprovalNotes {
  /** By the names of `files`: its data, and an empty map for what is not there or cannot be read. */
  readonly files: Readonly<Record<string, HostEntry>>;
  /** The project's folder, absolute, and those around it. */
  readonly folders: readonly string[];
  readonly server: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface DynamicContent {
  readonly pattern: RegExp;
  /** Continues "…, which". */
  readonly effect: string;
  readonly hint: string;
}
