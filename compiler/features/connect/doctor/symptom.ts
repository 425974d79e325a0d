/** The definition that every symptom implements: what a person notices, how it shows in the observations, its cause, and its fix. */
import { type DoctorFix, isReplaced, writeAgain } from './fix.ts';
import type { EntryForm } from './read-entry.ts';
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
  /** Why no command ends it everywhere; a test runs the command of every symptom without this. */
  readonly byHand?: string;
  /** Whether it is about the project, whichever host it is found with. */
  readonly shared?: true;
  /** Where a start of the server would report nothing more. */
  readonly blocks?: true;
  readonly look: (observed: ObservedHost) => readonly SymptomPlace[];
}

/** One place where it shows. The sentences name the thing that was found. */
export interface SymptomPlace {
  /** As people write it; absent where no file is at fault. */
  readonly file?: string;
  readonly line?: number;
  /** From the root of the file. */
  readonly key?: string;
  readonly server?: string;
  readonly cause: string;
  readonly fix: DoctorFix;
}

/** One in the list of its subject: where nothing else is named, a person notices that no tool is shown. */
export type ListedSymptom = Omit<Symptom, 'symptom'> & Partial<Pick<Symptom, 'symptom'>>;

export const NO_TOOL = 'Host shows no tool from a server';
export const CALL_FAILS = 'Tool is listed but the call fails';

/** For symptoms of one file. */
export function inFiles(
  look: (file: ObservedFile, observed: ObservedHost) => readonly SymptomPlace[],
): Symptom['look'] {
  return (observed) =>
    observed.files.flatMap((file) => look(file, observed).map((place) => ({ file: file.file, ...place })));
}

type ServerPlace = Omit<SymptomPlace, 'fix'> & Partial<Pick<SymptomPlace, 'fix'>>;

/** One place, several, or none; without a fix, the command that replaces the entry. */
type Places = ServerPlace | readonly ServerPlace[] | undefined | false;

/** Where a server is, the keys of its parts, and the command that replaces its entry. */
export interface Around {
  readonly keys: Extract<EntryForm, { readonly kind: 'program' }>['keys'];
  readonly file: ObservedFile;
  readonly observed: ObservedHost;
  readonly again: (...flags: readonly string[]) => DoctorFix;
  /** For what a start shows: the entry of Haft in the place of another one, else this step. */
  readonly orAgain: (say: string) => DoctorFix;
}

const USUAL_KEYS = { command: 'command', args: 'args', env: 'env' };

/** For symptoms of one server; their keys are below its entry. */
export function inServers(look: (server: ObservedServer, around: Around) => Places): Symptom['look'] {
  return inFiles((file, observed) =>
    file.servers.flatMap((server) => {
      const again = (...flags: readonly string[]): DoctorFix => writeAgain(observed, file.scope, server, ...flags);
      const orAgain = (say: string): DoctorFix => (isReplaced(server, observed) ? again() : { say });
      const keys = server.form.kind === 'program' ? server.form.keys : USUAL_KEYS;
      const places = look(server, { file, observed, keys, again, orAgain }) || [];
      return ('cause' in places ? [places] : places).map(({ key, fix = again(), ...place }) => {
        return { server: server.name, key: key === undefined ? server.key : `${server.key}.${key}`, ...place, fix };
      });
    }),
  );
}

/** Why a host does not find a program, as a sentence. */
export function whereMissing(program: string, path: string): string {
  return /[/\\]/.test(program)
    ? 'There is no such program.'
    : `The PATH of the host is "${path}", which has no such program.`;
}

/** For symptoms of one server that the host starts. */
export function inLaunches(
  look: (launch: ObservedLaunch, server: ObservedServer, around: Around) => Places,
): Symptom['look'] {
  return inServers((server, around) => (server.launch ? look(server.launch, server, around) : undefined));
}
