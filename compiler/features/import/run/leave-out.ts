/** The flags --asks and --slim: which tools requests need, and tools without what is optional. */
import { shellWord } from '../../../base/text/escape.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { settingsOf } from '../../../check/settings.ts';
import { type Invocation, textFlag } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { readRegular } from '../../../edge/project-files/read.ts';
import type { ImportResult } from '../imported.ts';
import { type ToolCost, costsOf } from '../openapi/select.ts';
import { printDocuments } from '../print.ts';
import type { Importer } from './importer.ts';
import type { ImportFault } from '../set-aside.ts';
import { type SlimResult, slim } from '../slim.ts';
import type { Plan } from '../../../plan/model.ts';
import { planSpecs } from '../../../plan/plan-specs.ts';
import { resolve } from 'node:path';

/** Reads requests as tools of a Plan. */
export type ReaderOf = (plan: Plan) => RequestReader;

/** @throws Failure where the file has none. */
export function requestsOf(invocation: Invocation): readonly string[] | undefined {
  const file = textFlag(invocation, 'asks');
  if (file === undefined) return undefined;
  const requests = requestsIn(readRegular(resolve(invocation.cwd, file), { most: MAX_REQUESTS }).toString());
  if (requests.length > 0) return requests;
  throw new Failure(`"${file}" has no requests.`, 'Write what users ask, one request a line; ten are enough.');
}

/** Bytes of a file of requests. */
const MAX_REQUESTS = 1_048_576;

export function proposalFor(
  imported: ImportResult,
  requests: readonly string[],
  { selects }: Importer,
  readerOf: ReaderOf,
): string {
  const specs = printDocuments(imported.documents, 'specs');
  const { value } = planSpecs(specs, { settings: settingsOf({ profiles: { specs: 'mcp' } }) });
  if (!value) throw new Failure('The tools of the source cannot be compiled together.', 'Import some of them first.');
  const tools = costsOf(imported);
  return proposalText(needsOf(requests, tools, readerOf(value.plan)), tools, selects);
}

/** @throws Failure where the tools cost more with nothing optional left. */
export function slimFor(
  imported: ImportResult,
  budget: number | undefined,
  faultsOf: (one: ImportResult) => readonly ImportFault[],
): SlimResult | undefined {
  if (budget === undefined) return undefined;
  // A tool that a check rejects without its optional parts stays whole.
  const whole = new Set<string>();
  let slimmed = slim(imported, budget);
  for (;;) {
    const faults = faultsOf(slimmed.imported).flatMap(({ from }) => from ?? []);
    if (faults.every((from) => whole.has(from))) break;
    for (const from of faults) whole.add(from);
    slimmed = slim(imported, budget, whole);
  }
  if (slimmed.after <= budget) return slimmed;
  throw new Failure(
    `The tools cost about ${slimmed.after} tokens without anything optional, more than ${budget}. Nothing was imported.`,
    `Choose fewer tools, or allow more: --slim ${slimmed.after}.`,
  );
}

/** Tools for a request, the best first; by words alone. */
export type RequestReader = (request: string) => readonly { readonly name: string; readonly score: number }[];

interface Need {
  readonly request: string;
  /** The best first; none where no tool has a word of the request. */
  readonly tools: readonly ToolCost[];
}

/** Those that are nearly as good as the best are proposed as well: words alone do not decide between them. */
const CLOSE = 0.8;
const MAX_CLOSE = 3;

/** One request a line; empty lines and those that begin with `#` are none. */
export function requestsIn(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))];
}

export function needsOf(requests: readonly string[], tools: readonly ToolCost[], read: RequestReader): readonly Need[] {
  const costs = new Map(tools.map((tool) => [tool.name, tool]));
  return requests.map((request) => {
    const ranked = read(request).filter(({ score }) => score > 0);
    const least = (ranked[0]?.score ?? 0) * CLOSE;
    const close = ranked.filter(({ score }) => score >= least).slice(0, MAX_CLOSE);
    return { request, tools: close.flatMap(({ name }) => costs.get(name) ?? []) };
  });
}

/** `flag`: the flag of the importer that chooses a tool by its `from`, if there is one. */
export function proposalText(needs: readonly Need[], all: readonly ToolCost[], flag: string | undefined): string {
  const chosen = [...new Set(needs.flatMap(({ tools }) => tools))];
  const width = Math.min(60, Math.max(0, ...needs.map(({ request }) => request.length)));
  const rows = needs.map(({ request, tools: [first, ...close] }) => {
    const others = close.length === 0 ? '' : ` (or ${close.map(({ name }) => name).join(', ')})`;
    return `  ${request.padEnd(width)}  ${first ? `${first.name}${others}` : 'no tool has a word of it'}`;
  });
  const tokens = (tools: readonly ToolCost[]): string =>
    tools.reduce((sum, one) => sum + one.tokens, 0).toLocaleString('en-US');
  const flags = chosen.map(({ from }) => `  --${flag ?? ''} ${shellWord(from)}`).join(' \\\n');
  const next =
    flag === undefined
      ? ['Import the source, and delete the other tools.']
      : ['Import them with these flags in place of --asks:', '', flags];
  return [
    `What ${pluralize(needs.length, 'request')} need, by words alone; a model may choose differently:`,
    '',
    ...rows,
    '',
    `${chosen.length} of ${pluralize(all.length, 'tool')}, about ${tokens(chosen)} of ${tokens(all)} tokens. Nothing was imported.`,
    ...(chosen.length > 0 ? next : []),
    '',
  ].join('\n');
}
