/** The definition that every host implements: what Haft knows about a program that starts tool servers and reads skills. */

/** How a server is reached: started over stdio, or by its address. */
export interface ServerEntry {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Names of the variables that the server reads. */
  readonly env: readonly string[];
  /** Of a server that listens on HTTP. */
  readonly url?: string;
}

/** One path for all systems, or one for each. `~` is the home folder. */
export type ConfigPath = string | { readonly linux: string; readonly macos: string; readonly windows: string };

export interface Host {
  /** In haft.yaml and messages; stable for ever. */
  readonly id: string;
  readonly title: string;
  /** `ran <version>` where the program itself was tried, else `docs`. */
  readonly verified: string;
  /** The name under which a model sees a tool: `{server}` and `{tool}`, and its most characters. */
  readonly toolName: { readonly form: string; readonly maxLength: number };
  readonly reservedServers: readonly string[];
  /** Words that a skill's name must not contain where skills are uploaded. */
  readonly reservedInSkills: readonly string[];
  readonly config: { readonly user: ConfigPath; readonly project: string; readonly format: Format };
  /** Keys that lead to the map of servers. */
  readonly container: readonly string[];
  /** The value under the server's name, as JSON; TOML has the same keys. */
  readonly entry: (server: ServerEntry) => Readonly<Record<string, unknown>>;
  /** How a value of the entry refers to a variable; undefined where it cannot. */
  readonly variable: ((name: string) => string) | undefined;
  /** A command that adds a server; undefined for a host without one. */
  readonly add: ((name: string, command: string) => string) | undefined;
  /** What a person does so that a change is seen. */
  readonly reload: string;
  readonly skills: { readonly user: readonly string[]; readonly project: readonly string[] };
  /** What the host runs or replaces inside the body of a skill. */
  readonly dynamicContent: readonly DynamicContent[];
}

export type Format = 'json' | 'json with comments' | 'toml';

export interface DynamicContent {
  readonly pattern: RegExp;
  /** Continues "…, which". */
  readonly effect: string;
  readonly hint: string;
}

/** The usual form of EXT §2.5, with the variables by reference. */
export function stdioEntry(
  { command, args, env }: ServerEntry,
  variable: (name: string) => string,
): Readonly<Record<string, unknown>> {
  return {
    command,
    args,
    ...(env.length > 0 && { env: Object.fromEntries(env.map((name) => [name, variable(name)])) }),
  };
}
