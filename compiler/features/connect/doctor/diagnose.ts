/** The observations of a host → findings, in the order of the symptoms. */
import type { ObservedHost } from './observed.ts';
import type { SymptomPlace } from './symptom.ts';
import { SYMPTOMS } from './symptoms/index.ts';

export interface Finding extends SymptomPlace {
  readonly id: string;
  readonly host: string;
  readonly symptom: string;
}

function diagnose(observed: ObservedHost): readonly Finding[] {
  return SYMPTOMS.flatMap(({ id, symptom, look }) =>
    look(observed).map((place): Finding => ({ id, host: observed.host.id, symptom, ...place })),
  );
}

/** What is about the project alone is found once. */
export function diagnoseAll(all: readonly ObservedHost[]): readonly Finding[] {
  const marks = new Set<string>();
  return all.flatMap(diagnose).filter(({ id, host, file, key, cause }) => {
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
