/** The observations of a host → findings, in the order of the symptoms. */
import type { ObservedHost } from './observed.ts';
import type { Found } from './symptom.ts';
import { SYMPTOMS } from './symptoms/index.ts';

export interface Finding extends Found {
  readonly id: string;
  readonly host: string;
  readonly symptom: string;
}

export function diagnose(seen: ObservedHost): readonly Finding[] {
  return SYMPTOMS.flatMap(({ id, symptom, look }) =>
    look(seen).map((found): Finding => ({ id, host: seen.host.id, symptom, ...found })),
  );
}

/** Whether a server of a file cannot be started as its entry is. */
export function isBlocked(seen: ObservedHost): (file: string, server: string) => boolean {
  const blocked = SYMPTOMS.filter(({ blocks }) => blocks).flatMap(({ look }) => look(seen));
  return (file, server) => blocked.some((found) => found.file === file && found.server === server);
}
