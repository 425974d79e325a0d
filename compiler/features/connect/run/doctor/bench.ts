/** What an examination starts from: the machine, the project, its output and the notes of installations. */
import type { ObservedOutput } from '../../doctor/observed.ts';
import type { EntryScope } from '../../../../emit/host-files/desired-entry.ts';
import type { InstallState } from '../../install/state.ts';
import type { Installable } from '../install/output.ts';
import type { InstallSurroundings } from '../install/target.ts';

export interface DoctorInput extends InstallSurroundings {
  readonly installable: Installable;
  readonly output: ObservedOutput;
  readonly states: Readonly<Record<EntryScope, InstallState>>;
}
