/** Hosts, the servers in their files and the findings about them as data for a page that draws them. */
import type { Finding } from './symptoms/index.ts';
import { fixText } from './fix.ts';
import type { ObservedHost, ObservedServer, ToolCall } from './observed.ts';

export interface HostRow {
  readonly id: string;
  readonly title: string;
  /** `ran <version>` where the program itself was tried, else `docs`. */
  readonly verified: string;
  /** Whether its program is on this machine. */
  readonly found: boolean;
  readonly entries: readonly EntryRow[];
  /** What a person does so that a change takes effect. */
  readonly reload: string;
}

interface EntryRow {
  readonly server: string;
  readonly scope: string;
  /** As people write it, with `~`. */
  readonly file: string;
  /** What the host has of the server, as a part of a sentence. */
  readonly state: string;
  /** The version that the host starts; absent where unknown. */
  readonly version?: string;
  /** Whether the compiled server has other bytes. */
  readonly isOld: boolean;
  /** How many tools it listed; absent where it was not started, or listed none. */
  readonly tools?: number;
  /** From the host's log; absent where it keeps none, or no call is logged. */
  readonly lastCall?: ToolCall;
}

/** A finding whose fix can be asked for by its id alone. */
export interface ProblemRow {
  readonly id: number;
  readonly host: string;
  readonly symptom: string;
  /** File, line and key, where there are any. */
  readonly place: string;
  readonly cause: string;
  readonly fix: string;
  /** Whether the fix is commands without a value that only a person knows. */
  readonly canRun: boolean;
}

/** Hosts that have something of ours first; the others in their order. */
export function hostRows(all: readonly ObservedHost[], isFound: (id: string) => boolean): readonly HostRow[] {
  const rows = all.map((observed): HostRow => {
    const { id, title, verified, reload } = observed.host;
    return { id, title, verified, found: isFound(id), entries: entriesOf(observed), reload };
  });
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ entries, found }: HostRow): number {
  return entries.length > 0 ? 0 : found ? 1 : 2;
}

function entriesOf({ files }: ObservedHost): readonly EntryRow[] {
  return files.flatMap(({ file, scope, servers, missing }) => [
    ...servers.map((server) => entryOf(server, { file, scope })),
    ...missing.map((server) => ({ server, file, scope, state: 'no longer in the file', isOld: false })),
  ]);
}

function entryOf(server: ObservedServer, at: Pick<EntryRow, 'file' | 'scope'>): EntryRow {
  const { name, launch, started, log } = server;
  const version = launch?.script?.compiled?.version;
  return {
    server: name,
    ...at,
    state: stateOf(server),
    ...(version !== undefined && { version }),
    isOld: launch?.script?.outdated ?? false,
    ...(started?.kind === 'ready' && { tools: started.tools.length }),
    ...(log?.lastCall && { lastCall: log.lastCall }),
  };
}

function stateOf({ form, own, isLocal, started }: ObservedServer): string {
  if (started && started.kind !== 'ready') return 'does not list its tools';
  if (isLocal) return 'added by the host for this folder';
  if (!own) return 'changed by hand, or not from Haft';
  return form.kind === 'address' ? 'connected by its address' : 'connected';
}

export function problemRows(findings: ReadonlyMap<number, Finding>): readonly ProblemRow[] {
  return [...findings].map(([id, { host, symptom, file, line, key, cause, fix }]) => {
    const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}`;
    return {
      id,
      host,
      symptom,
      place: [place, key ?? ''].filter((part) => part !== '').join(', '),
      cause,
      fix: fixText(fix),
      canRun: commandsOf({ fix }).length > 0,
    };
  });
}

/** Those that end it; none where a person has to take a step or give a value. */
export function commandsOf({ fix }: Pick<Finding, 'fix'>): readonly (readonly string[])[] {
  if ('say' in fix) return [];
  return fix.commands.some((words) => words.some((word) => word.includes('<value>'))) ? [] : fix.commands;
}
