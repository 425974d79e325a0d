/** The definition that every symptom implements: what a person notices, how it shows in the observations, its cause, and its fix. */
import type { ObservedFile, ObservedHost, ObservedLaunch, ObservedServer } from './observed.ts';

export interface Symptom {
  /** It never changes: other programs read it. */
  readonly id: string;
  /** What a person notices; the words of EXT §7 where it is one of those. */
  readonly symptom: string;
  /** For the table of the documentation. */
  readonly cause: string;
  /** For the table of the documentation. */
  readonly fix: string;
  /** Whether a start of the server would say nothing more. */
  readonly blocks: boolean;
  readonly look: (seen: ObservedHost) => readonly Found[];
}

/** One place where it shows. The sentences name the thing that was found. */
export interface Found {
  /** As people write it; absent where no file is at fault. */
  readonly file?: string;
  readonly line?: number;
  /** From the root of the file. */
  readonly key?: string;
  readonly server?: string;
  readonly cause: string;
  readonly fix: string;
}

export const NO_TOOL = 'Host shows no tool from a server';

/** For symptoms of one file. */
export function inFiles(look: (file: ObservedFile, seen: ObservedHost) => readonly Found[]): Symptom['look'] {
  return (seen) => seen.files.flatMap((file) => look(file, seen).map((found) => ({ file: file.file, ...found })));
}

/** For symptoms of one server. */
export function inServers(
  look: (server: ObservedServer, file: ObservedFile, seen: ObservedHost) => readonly Found[],
): Symptom['look'] {
  return inFiles((file, seen) =>
    file.servers.flatMap((server) =>
      look(server, file, seen).map((found) => ({ server: server.name, key: server.key, ...found })),
    ),
  );
}

/** For symptoms of one server that the host starts. */
export function inLaunches(
  look: (launch: ObservedLaunch, server: ObservedServer, again: string) => readonly Found[],
): Symptom['look'] {
  return inServers((server, { scope }, { host }) =>
    server.launch ? look(server.launch, server, `Run \`haft install ${host.id} --${scope}\` again.`) : [],
  );
}
