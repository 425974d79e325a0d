/** The public sets of requests that the benchmark of tool choice reads, where each comes from, and the form they are prepared in. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Choice } from '../../../compiler/choose/candidate.ts';
import type { ToolPlan } from '../../../compiler/plan/model.ts';
import { toolPlan } from '../../support/tool-plan.ts';

export interface Source {
  /** Of the prepared file, without `.json`. */
  readonly file: string;
  readonly title: string;
  /** Repository on GitHub, the commit it was read at, and its files. */
  readonly from: string;
  /** What was taken from them. */
  readonly taken: string;
}

const BFCL = 'ShishirPatil/gorilla@6ea57973, berkeley-function-call-leaderboard/bfcl_eval/data/';
const SEAL = 'fairyshine/Seal-Tools@ce753ecd, Seal-Tools_Dataset/tool.jsonl and ';
const MCP_BENCH = 'mcp-tool-bench/MCPToolBenchPP@323725c4, data/';

export const SOURCES: readonly Source[] = [
  {
    file: 'live_multiple',
    title: 'BFCL v4 live multiple, tools of each request',
    from: `${BFCL}BFCL_v4_live_multiple.json`,
    taken: 'requests with two tools or more; the first function of the answer',
  },
  {
    file: 'live_pooled',
    title: 'BFCL v4 live multiple, all tools at once',
    from: `${BFCL}BFCL_v4_live_multiple.json`,
    taken: 'every request against the tools of all, each name once',
  },
  {
    file: 'multiple_pooled',
    title: 'BFCL v4 multiple, all tools at once',
    from: `${BFCL}BFCL_v4_multiple.json`,
    taken: 'as above',
  },
  {
    file: 'metatool',
    title: 'MetaTool',
    from: 'HowieHwong/MetaTool@35e81bb7, dataset/data/all_clean_data.csv, dataset/big_tool_des.json, dataset/plugin_des.json',
    taken: '2,000 requests drawn with seed 1; tools without parameters',
  },
  {
    file: 'mcptb_browser',
    title: 'MCPToolBench++ browser',
    from: `${MCP_BENCH}browser/browser_0724_single_v3.json`,
    taken: 'requests with one call',
  },
  {
    file: 'mcptb_files',
    title: 'MCPToolBench++ file system',
    from: `${MCP_BENCH}file_system/filesystem_0723_single.json`,
    taken: 'requests with one call',
  },
  {
    file: 'mcptb_search',
    title: 'MCPToolBench++ search',
    from: `${MCP_BENCH}search/search_0725_single_v2.json`,
    taken: 'requests with one call',
  },
  {
    file: 'seal_dev',
    title: 'Seal-Tools dev',
    from: `${SEAL}dev.jsonl`,
    taken: 'requests with one call, against all tools',
  },
  {
    file: 'seal_out',
    title: 'Seal-Tools out of domain',
    from: `${SEAL}test_out_domain.jsonl`,
    taken: 'requests with one call, against all tools',
  },
  {
    file: 'toolalpaca',
    title: 'ToolAlpaca evaluation',
    from: 'tangqiaoyu/ToolAlpaca@18906999, data/eval_simulated.json and data/eval_real.json',
    taken: 'requests with one call and two tools or more',
  },
];

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
export function choiceOf(tools: readonly ToolPlan[]): Choice {
  return { servers: toolPlan({ type: 'object' }).servers.map((server) => ({ ...server, tools })), skills: [] };
}
