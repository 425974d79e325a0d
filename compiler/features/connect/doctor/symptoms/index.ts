/** Every symptom that the doctor knows, in the order of its findings: a new one is an entry in the list of its subject; and the observations of a host → findings. */
import { type ListedSymptom, type Symptom, type SymptomPlace, CALL_FAILS, NO_TOOL } from '../symptom.ts';
import { ENTRIES } from './entries.ts';
import { LAUNCHES, switchedOff } from './launches.ts';
import { OUTPUT, SKILLS } from './output.ts';
import { CALLS, STARTS } from './starts.ts';
import type { ObservedHost } from '../observed.ts';

const LISTED: readonly ListedSymptom[] = [
  ...ENTRIES,
  ...LAUNCHES,
  ...STARTS,
  switchedOff,
  ...OUTPUT,
  ...CALLS.map((one) => ({ symptom: CALL_FAILS, ...one })),
  ...SKILLS,
];

export const SYMPTOMS: readonly Symptom[] = LISTED.map((one) => ({ symptom: NO_TOOL, ...one }));

export interface Finding extends SymptomPlace {
  readonly id: string;
  readonly host: string;
  readonly symptom: string;
}

/** What is about the project alone is found once. */
export function diagnoseAll(all: readonly ObservedHost[]): readonly Finding[] {
  const marks = new Set<string>();
  const findings = all.flatMap((observed) =>
    SYMPTOMS.flatMap(({ id, symptom, look }) =>
      look(observed).map((place): Finding => ({ id, host: observed.host.id, symptom, ...place })),
    ),
  );
  return findings.filter(({ id, host, file, key, cause }) => {
    const isShared = SYMPTOMS.some((symptom) => symptom.id === id && symptom.shared);
    const mark = JSON.stringify([id, isShared ? '' : host, file, key, cause]);
    return !marks.has(mark) && marks.add(mark);
  });
}

/** Whether a server of a file cannot be started as its entry is. */
export function isBlocked(observed: ObservedHost): (file: string, server: string) => boolean {
  const blocked = SYMPTOMS.filter(({ blocks }) => blocks).flatMap(({ look }) => look(observed));
  return (file, server) => blocked.some((place) => place.file === file && place.server === server);
}
