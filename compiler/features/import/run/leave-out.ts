/** The flags --asks and --slim: which tools requests need, and tools without what is optional. */
import { resolve } from 'node:path';
import { settingsOf } from '../../../check/settings.ts';
import type { Plan } from '../../../plan/model.ts';
import { planSpecs } from '../../../plan/plan-specs.ts';
import { type Invocation, textFlag } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { readRegular } from '../../../edge/project-files/read.ts';
import { type RequestReader, needsOf, proposalText, requestsIn } from '../curation.ts';
import type { ImportResult } from '../imported.ts';
import { costsOf } from '../openapi/select.ts';
import { printDocuments } from '../print.ts';
import type { ImportFault } from '../set-aside.ts';
import { type SlimResult, slim } from '../slim.ts';
import type { Importer } from './importer.ts';

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
  const specs = printDocuments(imported.documents).map(({ path, text }) => ({ path: `specs/${path}`, text }));
  const { value } = planSpecs(specs, { settings: settingsOf({ profiles: { specs: 'mcp' } }) });
  if (!value) throw new Failure('The tools of the source cannot be compiled together.', 'Import some of them first.');
  const tools = costsOf(imported);
  return proposalText(needsOf(requests, tools, readerOf(value.plan)), tools, selects);
}

export function tokensFlag(invocation: Invocation): number | undefined {
  const written = textFlag(invocation, 'slim');
  if (written === undefined || /^[1-9]\d{0,8}$/.test(written))
    return written === undefined ? undefined : Number(written);
  throw new Failure(`The flag --slim must be a number of tokens, got "${written}".`, 'Write --slim 6000.');
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
