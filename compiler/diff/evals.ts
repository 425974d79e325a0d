/** Stale evals: the texts that a model chooses by changed since the release, "even punctuation" (EXT §9.3). */
import { textHash } from '../plan/hash.ts';
import type { Plan, ServerPlan } from '../plan/model.ts';

/** Evals of one tool whose results are for earlier texts. */
export interface StaleEvals {
  readonly server: string;
  readonly tool: string;
  /** How many cases wait to be run. */
  readonly cases: number;
  /** The current texts; results have to be recorded for exactly this. */
  readonly hash: string;
  /** Tools with changed texts, added and removed tools. */
  readonly because: readonly string[];
}

/** Results that were recorded, by `server/tool`. */
export type EvalRecords = Readonly<Record<string, EvalRecord>>;

export interface EvalRecord {
  /** The texts that the results are for. */
  readonly hash: string;
  readonly passed: number;
  readonly total: number;
  readonly model: string;
  /** YYYY-MM-DD */
  readonly date: string;
}

/** A model chooses among all tools of a server: a change of one affects the evals of all. */
export function staleEvals(before: Plan, after: Plan, records: EvalRecords): StaleEvals[] {
  return after.servers.flatMap((server) => {
    const released = before.servers.find(({ name }) => name === server.name);
    const hash = choiceHash(server);
    if (released && choiceHash(released) === hash) return [];
    const because = changedTools(released, server);
    return server.tools
      .filter(({ name, evals }) => evals.length > 0 && records[`${server.name}/${name}`]?.hash !== hash)
      .map(({ name, evals }) => ({ server: server.name, tool: name, cases: evals.length, hash, because }));
  });
}

/** One hash of everything that a model sees of the tools of a server. */
export function choiceHash(server: ServerPlan): string {
  return textHash(server.tools.map(visible).join('\n'));
}

function visible({ name, title, description, inputSchema }: ServerPlan['tools'][number]): string {
  return JSON.stringify([name, title, description.text, inputSchema]);
}

function changedTools(before: ServerPlan | undefined, after: ServerPlan): string[] {
  const old = new Map(before?.tools.map((tool) => [tool.name, visible(tool)]));
  const now = new Map(after.tools.map((tool) => [tool.name, visible(tool)]));
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name)).sort();
}
