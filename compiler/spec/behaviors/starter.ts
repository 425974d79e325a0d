/** How a new behavior is written from one line of a person: the part of a cell that `haft new` asks. */

/** What a server declares that its tools may use. */
export interface ServerOffers {
  readonly connections: Readonly<Record<string, { readonly base_url?: string }>>;
  /** Names. */
  readonly databases: readonly string[];
  readonly upstreams: readonly string[];
}

/** A behavior, and a connection that its server needs for it. */
export interface StarterResult<Spec> {
  readonly spec: Spec;
  readonly connection?: { readonly name: string; readonly base_url: string };
}

/** What the server lacks for a line that is written as it should be: there is something to add to it, or another line, or both. */
export interface StarterLack {
  /** The rest of a sentence about the server. */
  readonly lacks: string;
  /** YAML for the server. */
  readonly add?: string;
  /** The key of the server under which it is added, where that exists. */
  readonly under?: string;
  /** Another step, as the rest of a sentence in the imperative. */
  readonly instead?: string;
}

export interface Starter<Spec> {
  /** What the line is, for the help of its flag. */
  readonly help: string;
  readonly example: string;
  /** The behavior, what is wrong with the line as a sentence, or what the server lacks for it. */
  readonly write: (line: string, offers: ServerOffers) => StarterResult<Spec> | StarterLack | string;
}

/** Words, of which those with blanks are in quotes. */
export function wordsOfLine(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

/** The only name, or the one before a colon at the beginning of the line; undefined where it is not clear. */
export function choiceIn(
  line: string,
  names: readonly string[],
): { readonly name: string; readonly rest: string } | undefined {
  const [, name, rest = ''] = /^([a-z][a-z0-9_-]*):\s+([^]*)$/.exec(line) ?? [];
  if (name !== undefined && names.includes(name)) return { name, rest };
  const [only, ...others] = names;
  return only === undefined || others.length > 0 ? undefined : { name: only, rest: line };
}
