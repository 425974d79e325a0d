/** Reads a public set of requests in the form that the benchmark of tool choice takes them in. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShownTogether } from '../../../compiler/features/evals/offline/candidate.ts';
import type { ToolPlan } from '../../../compiler/plan/model.ts';
import { toolPlan } from '../../support/tool-plan.ts';

interface PreparedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly description: string;
    readonly enum: readonly string[];
  }[];
}

/** The form of a prepared file. */
interface Prepared {
  readonly tools: readonly PreparedTool[];
  readonly cases: readonly {
    readonly query: string;
    readonly expect: string;
    /** Places in `tools` of those that the request is shown with; without it, all. */
    readonly among?: readonly number[];
  }[];
}

export interface Request {
  readonly query: string;
  readonly expect: string;
}

/** Tools that are shown together, with the requests to them. */
export interface Offer {
  readonly tools: readonly ToolPlan[];
  readonly requests: readonly Request[];
}

/** The requests of a prepared file by the tools that they are shown with; undefined where there is no such file. */
export function readSet(folder: string, file: string): readonly Offer[] | undefined {
  const path = join(folder, `${file}.json`);
  return existsSync(path) ? offersOf(JSON.parse(readFileSync(path, 'utf8')), path) : undefined;
}

/** @throws where the data is not as `Prepared` says; `path` is named then. */
export function offersOf(data: unknown, path: string): readonly Offer[] {
  if (!isPrepared(data)) throw new Error(`${path}: expected { tools: [...], cases: [{ query, expect }] }.`);
  const plans = data.tools.map(planOf);
  const byPlaces = new Map<string, Request[]>();
  for (const { query, expect, among } of data.cases) {
    const key = among === undefined ? '' : among.join(' ');
    const own = byPlaces.get(key);
    if (own) own.push({ query, expect });
    else byPlaces.set(key, [{ query, expect }]);
  }
  return [...byPlaces].map(([key, requests]) => {
    if (key === '') return { tools: plans, requests };
    return { tools: key.split(' ').flatMap((place) => plans[Number(place)] ?? []), requests };
  });
}

function isPrepared(data: unknown): data is Prepared {
  return typeof data === 'object' && data !== null && 'tools' in data && 'cases' in data && Array.isArray(data.cases);
}

/** As a tool of profile mcp: one text, and what its parameters say. */
function planOf({ name, description, parameters }: PreparedTool): ToolPlan {
  const properties = Object.fromEntries(
    parameters.map((one) => [
      one.name,
      { description: one.description, ...(one.enum.length > 0 && { enum: one.enum }) },
    ]),
  );
  const [tool] = toolPlan({ type: 'object', properties }, undefined, {
    name,
    authored: { does: description, when: '' },
    description: { text: description, parts: [] },
  }).servers.flatMap((server) => server.tools);
  if (!tool) throw new Error('A Plan of a tool has that tool.');
  return tool;
}

/** What the reader takes: the tools as one server. */
export function choiceOf(tools: readonly ToolPlan[]): ShownTogether {
  return { servers: toolPlan({ type: 'object' }).servers.map((server) => ({ ...server, tools })), skills: [] };
}
