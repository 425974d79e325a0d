/** `haft eval harvest <files>`: cases from logs of servers and from the conversations that hosts keep; without --write they are only shown. */
import { entriesOf } from '../../../base/json.ts';
import { resolve } from 'node:path';
import { redactFor } from '@haft/runtime/try';
import { qualifiedName } from '../../../check/tool-names.ts';
import { escapeUnsafe } from '../../../base/text/escape.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import type { ExitCode, Invocation } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { descriptorsOf } from '../../../edge/calls/call-over.ts';
import { eachLine } from '../../../edge/project-files/read.ts';
import { todayOf } from '../../../edge/project/today.ts';
import { surroundingsOf } from '../../../edge/tasks/surroundings.ts';
import { writeSpecs } from '../../../edge/write/write-specs.ts';
import type { Plan } from '../../../plan/model.ts';
import { allTools, plannedId } from '../../../plan/named-tools.ts';
import { planSpecs } from '../../../plan/plan-specs.ts';
import { readJson } from '../../../plan/read-json.ts';
import { flowText } from '../../../spec/yaml/print-value.ts';
import { type LoggedCall, readCall } from '../../../versions/usage.ts';
import {
  LEFT_OUT,
  type HarvestReason,
  type Proposal,
  callCounts,
  offeredByPlan,
  proposalsFrom,
  turnsOf,
} from '../harvest/proposals.ts';
import type { ConversationEvent, AgentOffer } from '../online/agent.ts';
import { AGENTS } from '../online/agents/index.ts';
import { refuseFlags } from './ask-sides.ts';
import type { RunContext } from './run-context.ts';
import { withEdit } from './suggest.ts';

const HARVEST = 'harvest';
const FLAGS = new Set(['specs', 'today', 'write']);

/** Images and files of a conversation are in its lines. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

type HarvestContext = Omit<RunContext, 'config'>;

/** Whether cases are to be harvested. @throws Failure for flags that belong elsewhere. */
export function harvestFlag(invocation: Invocation): boolean {
  const { positionals, flags } = invocation;
  const isHarvest = positionals[0] === HARVEST && positionals.length > 1;
  if (flags['write'] === true && !isHarvest)
    throw new Failure(
      'The flag --write belongs to `haft eval harvest <files>`.',
      'For example: haft eval harvest session.jsonl --write.',
    );
  if (isHarvest) refuseFlags(invocation, HARVEST, (flag) => !FLAGS.has(flag));
  return isHarvest;
}

/** @throws Failure for a file that cannot be read, or is neither a log nor a conversation. */
export async function harvest(files: readonly string[], context: HarvestContext): Promise<ExitCode> {
  const { project, planned, invocation } = context;
  const { plan } = planned;
  const read: ReadFile[] = [];
  for (const file of files) read.push(await readFile(resolve(invocation.cwd, file), offeredByPlan(plan)));
  const turns = read.flatMap(({ heard }) => turnsOf(heard));
  const result = proposalsFrom(turns, plan, withoutSecrets(plan));
  const { written, specs, reasons } = placeCases(result.proposals, context);
  const isWriting = invocation.flags['write'] === true;
  if (isWriting) writeSpecs(project.root, context.checked.sources.specs, specs);
  const heading = `${pluralize(turns.length, 'request')} in ${pluralize(files.length, 'file')}, ${pluralize(written.length, 'case')} ${isWriting ? 'written' : 'proposed'}.`;
  const calls = read.flatMap((one) => one.calls);
  const sections = [
    [heading],
    ...casesText(written),
    leftOutText([...result.left, ...reasons]),
    countsText(callCounts(calls, plan)),
    written.length > 0 ? [nextStep(isWriting)] : [],
  ];
  const lines = sections.filter((one) => one.length > 0).map((one) => `${one.join('\n')}\n`);
  process.stdout.write(escapeUnsafe(lines.join('\n')));
  return 0;
}

interface ReadFile {
  readonly heard: readonly ConversationEvent[];
  /** Of a server's log, which has no requests. */
  readonly calls: readonly LoggedCall[];
}

async function readFile(path: string, offered: AgentOffer): Promise<ReadFile> {
  const heard: ConversationEvent[] = [];
  const calls: LoggedCall[] = [];
  let count = 0;
  try {
    await eachLine(path, MAX_LINE_LENGTH, (line) => {
      if (line === undefined || line.trim() === '') return;
      const parsed = readJson(line);
      const own = 'value' in parsed ? heardBy(parsed.value, offered) : undefined;
      const call = own ? 'log' : readCall(line);
      if (own) heard.push(...own);
      if (typeof call === 'object') calls.push(call);
      if (call !== 'bad') count += 1;
    });
  } catch (error) {
    throw new Failure(`The file "${path}" could not be read.`, 'Give the paths of logs or conversations.', {
      cause: error,
    });
  }
  if (count > 0) return { heard, calls };
  const programs = AGENTS.filter((agent) => 'hear' in agent).map(({ title }) => title);
  throw new Failure(
    `"${path}" has no line of a server's log, and none of a conversation with ${programs.join(' or ')}.`,
    'Give a log that was written with HAFT_LOG=calls, or a file of `~/.claude/projects` or `~/.codex/sessions`.',
  );
}

function heardBy(line: Parameters<NonNullable<(typeof AGENTS)[number]['hear']>>[0], offered: AgentOffer) {
  for (const agent of AGENTS) {
    const heard = agent.hear?.(line, offered);
    if (heard) return heard;
  }
  return undefined;
}

/** Without the values of the secret variables of all servers that are set here. */
function withoutSecrets(plan: Plan): (text: string) => string {
  const servers = allTools(plan).map((of) => redactFor(descriptorsOf(of).server, process.env));
  return (text) => servers.reduce((rest, redact) => redact.text(rest), text);
}

/** One after the other: a case that causes a finding is left out. */
function placeCases(proposals: readonly Proposal[], { project, checked, planned, invocation }: HarvestContext) {
  const { specs } = checked.sources;
  const surroundings = surroundingsOf(project, checked.sources, todayOf(invocation));
  let current = { specs, compiled: planned, diagnostics: planSpecs(specs, surroundings).diagnostics };
  const written = proposals.filter(({ of, made }) => {
    const place = { name: of.tool.name, servers: [of.server.name], path: ['evals'] };
    const edit = { ...place, how: 'append', value: made, kind: HARVEST, words: '', title: '', from: [] } as const;
    const edited = withEdit(edit, current, { surroundings });
    if (!edited?.isSound()) return false;
    current = { specs: edited.specs, compiled: edited.compiled, diagnostics: edited.diagnostics() };
    return true;
  });
  const reasons = proposals.slice(written.length).map((): HarvestReason => 'unwritable');
  return { written, specs: current.specs, reasons };
}

function casesText(written: readonly Proposal[]): readonly (readonly string[])[] {
  return [...new Set(written.map(({ of }) => of))].map((one) => [
    `${qualifiedName(plannedId(one))} (${one.tool.source}):`,
    ...written.filter(({ of }) => of === one).map(({ made }) => `  - ${flowText(made)}`),
  ]);
}

function leftOutText(all: readonly HarvestReason[]): readonly string[] {
  const reasons = entriesOf(LEFT_OUT).map(([reason]) => reason);
  const lines = reasons.flatMap((reason) => {
    const count = all.filter((one) => one === reason).length;
    return count === 0 ? [] : [`  ${count} × ${LEFT_OUT[reason]}`];
  });
  return lines.length === 0 ? [] : ['Left out, each for the first reason that applies. The request …', ...lines];
}

function countsText(counts: readonly string[]): readonly string[] {
  if (counts.length === 0) return [];
  return ['Calls in logs. A log has no requests, so these make no case:', ...counts.map((one) => `  ${one}`)];
}

function nextStep(isWriting: boolean): string {
  const review = 'A call that did not fail can still be the wrong one: read each case.';
  return isWriting ? review : `Nothing was written. ${review} Then add --write.`;
}
