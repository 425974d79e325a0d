/** `haft call <tool> '<json>'`: one call of a tool from the specs, as its server would run it. */
import { type OneResult, type PutForm, formsOnTerminal, isFailure, inexactArgument } from '@haft/runtime/try';
import { askedNames } from '../../spec/behaviors/behavior.ts';
import { ask } from '../../edge/command-line/confirm.ts';
import { readJsonMap, readJson } from '../../plan/read-json.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { callHere, shownDryRun } from '../call/dry-run.ts';
import type { ShownBlock } from '../call/saved-blocks.ts';
import { getOffered, isUri, namedOffer, refuseIdle } from '../call/offered.ts';
import type { PlannedTool } from '../../plan/named-tools.ts';
import { namedTool } from '../../edge/command-line/named-tool.ts';
import { workOf } from '../../plan/adapter.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import type { Project } from '../../edge/project/project.ts';
import type { Command, ExitCode, Invocation } from '../../edge/command-line/command.ts';
import { SPECS, textFlags, texts, toggle } from '../../edge/command-line/command.ts';
import { Failure, unlessFailed } from '../../edge/command-line/failure.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import { TODAY } from '../../edge/project/today.ts';
import { openPlanned } from '../spine.ts';
import { show } from '../../spec/shape/place.ts';
import { type Json, type Schema, compileImported, isObject, ownMember, inexactNumber } from '@haft/runtime/language';
import type { ToolPlan } from '../../plan/model.ts';
import type { BuiltServer } from '../../edge/calls/call-handler.ts';

export const callCommand: Command = {
  name: 'call',
  summary: 'Call one tool of the specs, or get a prompt or a resource, and show the result.',
  positional: '<tool|uri> [json]',
  flags: {
    specs: SPECS,
    today: TODAY,
    arg: texts(
      'name=value',
      'One argument, read by the schema of the parameter; repeat it for more, and for the elements of a list.',
    ),
    'dry-run': toggle('Print the request or the command line; send and start nothing.', {
      without: ['record', 'replay', 'trace'],
    }),
    trace: toggle('Also print what is sent and received.', { without: ['record', 'replay'] }),
    prompt: toggle('The name is that of a prompt: print its messages.', {
      without: ['dry-run', 'trace', 'record', 'replay', 'yes'],
    }),
    record: toggle('Record the call in a file next to the spec, without secrets. The recording is shown first.'),
    strike: texts('pointer', 'A value to leave out, such as /exchanges/0/response/body/json/email.', {
      needs: ['record'],
    }),
    yes: toggle('Confirm what the tool asks to confirm; with --record also write the file without asking.'),
    replay: toggle(
      'Answer from the recording; send and start nothing. With --record: accept the results of all recorded calls.',
    ),
  },
  examples: [
    ['haft call count_words \'{"text": "one two"}\'', 'The arguments as one JSON object.'],
    ['haft call text-tools/rank_words --arg text="a b a" --arg limit=1', 'The arguments one by one.'],
    ['haft call count_words --arg text=x --dry-run', 'See what would be sent.'],
    ['haft call delete_note --arg title=Milk --yes', 'Confirm the question of a tool with `confirm`.'],
    ['haft call --prompt plan_trip --arg city=Oslo', 'The messages of a prompt.'],
    ['haft call notes://styles', 'The content of a resource.'],
    ['haft call find_books --arg query=sea --record', 'Record the answer; `haft check` tries the tool on it.'],
    ['haft call find_books --arg query=sea --replay', 'Answer from what was recorded.'],
  ],
  async run(invocation): Promise<ExitCode> {
    const { positionals, flags } = invocation;
    const [name, json] = positionals;
    if (name === undefined) throw new Failure('`haft call` needs a tool.', "Run `haft call <tool> '<json>'`.");
    // A tool is tried before its texts are finished: what blocks a call is what nothing works without.
    const isPrompt = flags['prompt'] === true;
    const hasTool = ({ plan }: PlannedSpecs): boolean =>
      isPrompt || isUri(name) || unlessFailed(() => namedTool(plan, name)) !== undefined;
    const built = await openPlanned(invocation, hasTool);
    if (!built) return 1;
    if (isPrompt || isUri(name)) return callOffered(invocation, built, name);
    const target = namedTool(built.compiled.plan, name);
    if (flags['record'] === true || flags['replay'] === true) return callRecorded(invocation, built.project, target);
    const args = argumentsOfCall(target.tool, json, textFlags(invocation, 'arg'));
    if (flags['dry-run'] === true) return printDryRun(target, args);
    if (isFailure(args)) return printResult(await callHere(target, args), target.tool.name);
    // Its code is in the server alone.
    const isBuilt = workOf(target.tool, target.server.tools).behavior.kind === 'handler';
    const { callHandler } = await import('../../edge/calls/call-handler.ts');
    const ask = formsHere(flags['yes'] === true);
    const result = isBuilt
      ? await callHandler(built, target, args, ask)
      : await callHere(target, args, { trace: flags['trace'] === true, ask });
    return printResult(result, target.tool.name, hintHere(target.tool, args));
  },
};

/** Prints what a host gets for a prompt or a resource. */
async function callOffered(invocation: Invocation, built: BuiltServer, name: string): Promise<ExitCode> {
  const { flags, positionals } = invocation;
  const { plan } = built.compiled;
  const offered = namedOffer(plan, flags['prompt'] === true ? 'prompt' : 'resource', name);
  if (offered.kind === 'resource') refuseIdle(plan, offered, invocation);
  const args =
    offered.kind === 'prompt' ? readCallArguments(TEXTS, positionals[1], textFlags(invocation, 'arg')).value : {};
  const result = await getOffered(built, offered, args, formsHere(flags['yes'] === true));
  process.stdout.write(`${escapeUnsafe(JSON.stringify(result, null, 2))}\n`);
  return 0;
}

/** Arguments of a prompt are texts. */
const TEXTS: Pick<ToolPlan, 'inputSchema'> = { inputSchema: { type: 'object' } };

/** On a terminal all that a tool asks is shown; else --yes answers what it asks to confirm. */
function formsHere(yes: boolean): PutForm | undefined {
  const isTerminal = process.stdin.isTTY;
  return isTerminal || yes ? formsOnTerminal(isTerminal ? ask : undefined, yes) : undefined;
}

/** What to type where no question was answered, by the code of the failure. */
function hintHere({ ask: questions, inputSchema: schema }: ToolPlan, args: unknown): Readonly<Record<string, string>> {
  const missing = askedNames(questions).filter((name) => !isObject(args) || ownMember(args, name) === undefined);
  const flags = missing.map((name) => `--arg ${name}=…`).join(' ');
  const here = 'make the call on a terminal, where you are asked.';
  const isMissingOnly = flags !== '' && !('issues' in compileImported(schema, schema)(args));
  return {
    needs_confirmation: `Add --yes to confirm, or ${here}`,
    cannot_ask: flags === '' ? 'Make the call on a terminal, where you are asked.' : `Add ${flags}, or ${here}`,
    // An argument that does not fit has a hint of its own.
    ...(isMissingOnly && { invalid_arguments: `Add ${flags}, or ${here}` }),
  };
}

/** With --record, --replay or both. */
async function callRecorded(invocation: Invocation, project: Project, target: PlannedTool): Promise<ExitCode> {
  const { flags, positionals } = invocation;
  const { acceptResults, record, replayCall } = await import('../../features/recordings/run/record.ts');
  if (flags['record'] === true && flags['replay'] === true) {
    const count = await acceptResults(project, target);
    process.stdout.write(`Accepted the results of ${pluralize(count, 'recorded call')} of ${target.tool.name}.\n`);
    return 0;
  }
  const args = argumentsOfCall(target.tool, positionals[1], textFlags(invocation, 'arg'));
  if (isFailure(args)) return printResult(await callHere(target, args), target.tool.name);
  if (!isObject(args))
    throw new Failure(
      `The arguments of a recorded call must be an object, got ${show(args)}.`,
      `Write \`haft call ${invocation.positionals[0] ?? ''} '{"name": "value"}'\`, or use --arg name=value.`,
    );
  if (flags['replay'] === true) return printResult(await replayCall(project, target, args), target.tool.name);
  const options = { yes: flags['yes'] === true, strike: textFlags(invocation, 'strike') };
  return printResult(await record(project, target, args, options), target.tool.name);
}

async function printDryRun(target: PlannedTool, args: unknown): Promise<ExitCode> {
  const { sent, text, failed, args: complete, nothing, redact } = await shownDryRun(target, args);
  process.stdout.write(text);
  if (failed) return printResult(failed, target.tool.name);
  if (sent.length === 0)
    process.stdout.write(`${nothing} Its arguments: ${escapeUnsafe(redact(JSON.stringify(complete)))}\n`);
  return 0;
}

/** To stdout the envelope as a model reads it, to stderr the same for a person. */
async function printResult(
  { text, success }: OneResult,
  tool: string,
  hints: Readonly<Record<string, string>> = {},
): Promise<0 | 1> {
  process.stdout.write(`${text}\n`);
  const { content, ...envelope }: Envelope = readJsonMap(text) ?? {};
  const hint = process.stdin.isTTY ? undefined : ownMember(hints, envelope.code ?? '');
  if (content === undefined) {
    const { data, error, code, retry_hint } = envelope;
    const failed = `failed (${code}): ${error}\n  hint: ${hint ?? retry_hint}\n`;
    process.stderr.write(escapeUnsafe(error === undefined ? `${JSON.stringify(data, null, 2)}\n` : failed));
  } else {
    const { shownBlocks } = await import('../call/saved-blocks.ts');
    process.stderr.write(`${shownBlocks(content, tool, process.stderr)}\n`);
  }
  return success ? 0 : 1;
}

interface Envelope {
  readonly data?: unknown;
  readonly error?: string;
  readonly code?: string;
  readonly retry_hint?: string;
  /** The content of a result without envelope. */
  readonly content?: readonly ShownBlock[];
}

interface ReadArguments {
  readonly value: Json;
  /** A number in them that a double cannot represent, as written. */
  readonly inexact?: string | undefined;
}

type WithParameters = Pick<ToolPlan, 'inputSchema'>;

/** As the server reads them from a request: the failure of a number that it rejects is in their place. */
export function argumentsOfCall(
  ...given: Parameters<typeof readCallArguments>
): Json | ReturnType<typeof inexactArgument> {
  const { value, inexact } = readCallArguments(...given);
  return inexact === undefined ? value : inexactArgument(inexact);
}

/** @throws Failure for what is no JSON, and what is given twice. */
export function readCallArguments(
  tool: WithParameters,
  json: string | undefined,
  pairs: readonly string[],
): ReadArguments {
  if (json !== undefined && pairs.length > 0)
    throw new Failure('The arguments are given twice: as JSON and with --arg.', 'Use one of them.');
  return json === undefined ? fromPairs(tool, pairs) : fromJson(json);
}

function fromJson(text: string): ReadArguments {
  const read = readJson(text);
  if ('value' in read) return { value: read.value, inexact: inexactNumber(text, read.value) };
  throw new Failure(
    `The arguments are not valid JSON: ${read.problem}.`,
    `Quote them for the shell: '{"query": "x"}', or use --arg query=x.`,
  );
}

/** Values that do not fit stay texts: the tool rejects them, and says what it expects. */
function fromPairs({ inputSchema }: WithParameters, pairs: readonly string[]): ReadArguments {
  const values = new Map<string, Json>();
  let inexact: string | undefined;
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw new Failure(`The value of --arg "${pair}" is not a pair.`, 'Write --arg name=value.');
    const [name, text] = [pair.slice(0, at), pair.slice(at + 1)];
    const schema = ownMember(inputSchema.properties ?? {}, name);
    const value = readValue(text, schema);
    inexact ??= inexactNumber(text, value);
    const before = values.get(name);
    if (before !== undefined && !Array.isArray(before))
      throw new Failure(`The argument "${name}" is given twice.`, 'Give it once; only a list can have several values.');
    values.set(name, Array.isArray(before) ? [...before, ...[value].flat()] : value);
  }
  return { value: Object.fromEntries(values), inexact };
}

function readValue(text: string, schema: Schema | undefined): Json {
  const types = new Set<unknown>([schema?.type ?? 'string'].flat());
  // The word is the value that clears a field; the text "null" can be given as JSON.
  if (types.has('null') && text === 'null') return null;
  if (types.has('string')) return text;
  const read = readJson(text);
  const parsed = 'value' in read ? read.value : undefined;
  if (types.has('array')) return Array.isArray(parsed) ? parsed : [readValue(text, schema?.items)];
  if (types.has('object')) return isObject(parsed) ? parsed : text;
  return typeof parsed === 'number' || typeof parsed === 'boolean' || parsed === null ? parsed : text;
}
