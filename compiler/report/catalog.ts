/** The facts about a rule, a note or a kind of change, by its id. */
import { NOTES } from '../check/notes.ts';
import { RULES } from '../check/rules/index.ts';
import type { Severity } from '../base/diagnostic.ts';
import { CHANGES } from '../versions/changes/index.ts';
import { POLICY } from '../versions/policy/index.ts';

interface CatalogEntry {
  readonly id: string;
  readonly says: string;
  readonly why: string;
  readonly source?: string;
  readonly severity?: Severity;
}

/** Nothing for findings about the form of a file, which no rule makes. */
export function catalogEntry(id: string): CatalogEntry | undefined {
  byId ??= new Map([...CHANGES, ...POLICY, ...RULES, ...NOTES].map((entry) => [entry.id, entry]));
  return byId.get(id);
}

let byId: ReadonlyMap<string, CatalogEntry> | undefined;
