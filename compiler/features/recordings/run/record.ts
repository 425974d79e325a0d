/** Records a call: made once for real, shown without its secrets, and written when its author agrees. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Json, type JsonObject, findPointer, parsePointer } from '@haft/runtime/language';
import { callerVariables, createRedact, type OneResult, type PutForm, redactFor } from '@haft/runtime/try';
import { escapeUnsafe } from '../../../base/text/escape.ts';
import { confirm } from '../../../edge/command-line/confirm.ts';
import { Failure, onDisk } from '../../../edge/command-line/failure.ts';
import { statsOf } from '../../../edge/project-files/read.ts';
import type { Project } from '../../../edge/project/project.ts';
import { writeWhole } from '../../../edge/write/whole.ts';
import { workOf } from '../../../plan/adapter.ts';
import { BEHAVIORS } from '../../../spec/behaviors/index.ts';
import { differencesOf, differencesText } from '../../../base/json-differences.ts';
import { type RecordedCall, type Recording, callWith, describeSent, recordingText, withCall } from '../recording.ts';
import { CONFIRMED, callOver, type CallToMake, descriptorsOf } from '../../../edge/calls/call-over.ts';
import { qualifiedName } from '../../../check/tool-names.ts';
import { type PlannedTool, plannedId } from '../../../plan/named-tools.ts';
import { readRecordingFile, recordingPaths } from './files.ts';
import { resultIn } from './pass.ts';
import { createRecorder } from './recorder.ts';
import { replay } from './replay.ts';

export interface RecordOptions {
  /** Was agreed to on the command line. */
  readonly yes: boolean;
  /** Pointers into the recorded call. */
  readonly strike: readonly string[];
}

/** Bytes of one file of recordings. */
const MAX_FILE = 1_048_576;

/** @throws Failure where the tool cannot be recorded, or the author did not agree. */
export async function record(
  project: Project,
  of: PlannedTool,
  args: JsonObject,
  options: RecordOptions,
): Promise<OneResult> {
  if (of.tool.annotations.readOnlyHint !== true && !options.yes)
    throw new Failure(
      `"${of.tool.name}" writes or deletes: recording it makes the call for real.`,
      'Add --yes to make the call and to keep the recording.',
    );
  refuseUnrecordable(of);
  // A file that cannot be kept is named before the call is made.
  recordingOf(project, of);
  const attempt = await makeCall(of, args, options.yes ? CONFIRMED : undefined);
  if ('problem' in attempt) {
    const reason = `The call was made, and cannot be recorded. ${attempt.problem}`;
    throw new Failure(reason, 'Correct that, or call it with other arguments.');
  }
  const call = await withoutStruck(of, attempt.call, options.strike);
  await agree(pathOf(project, of), call, options.yes);
  addRecording(project, of, call);
  return attempt.outcome;
}

/** Replaces the recorded results by those that the tool gives now. */
export async function acceptResults(project: Project, of: PlannedTool): Promise<number> {
  const recording = recordingOf(project, of);
  if (recording.calls.length === 0) throw nothingRecorded(of);
  const calls: RecordedCall[] = [];
  for (const call of recording.calls) calls.push({ ...call, result: resultIn((await replayOnce(of, call)).text) });
  writeRecording(project, of, { ...recording, calls });
  return calls.length;
}

/** @throws Failure where no call with these arguments was recorded. */
export async function replayCall(project: Project, of: PlannedTool, args: JsonObject): Promise<OneResult> {
  const recording = recordingOf(project, of);
  if (recording.calls.length === 0) throw nothingRecorded(of);
  const call = callWith(recording, args);
  if (call) return replayOnce(of, call);
  const all = recording.calls.slice(0, 5).map((one) => JSON.stringify(one.arguments));
  throw new Failure(
    `No call of "${of.tool.name}" with the arguments ${JSON.stringify(args)} was recorded.`,
    `Recorded are: ${escapeUnsafe(all.join(', '))}${recording.calls.length > all.length ? ', and more' : ''}. Add --record without --replay to record this call.`,
  );
}

function nothingRecorded(of: PlannedTool): Failure {
  return new Failure(`No call of "${of.tool.name}" was recorded.`, recordAgain(of));
}

function recordAgain(of: PlannedTool): string {
  return `Run \`haft call ${qualifiedName(plannedId(of))} <arguments> --record\`.`;
}

/** A sentence, where a call of the tool cannot be recorded. */
export function whyUnrecordable({ tool, server }: PlannedTool): string | undefined {
  const { behavior } = workOf(tool, server.tools);
  if (behavior.kind === 'http' && (behavior.save_to !== undefined || behavior.multipart !== undefined))
    return 'It reads or writes files of this machine.';
  return BEHAVIORS.find(({ key }) => key === behavior.kind)?.notShown;
}

function refuseUnrecordable(of: PlannedTool): void {
  const why = whyUnrecordable(of);
  if (why === undefined) return;
  throw new Failure(`A call of "${of.tool.name}" cannot be recorded. ${why}`, 'Call it without --record.');
}

/** Those of the file of the tool, where it has one. */
export function recordedCallsOf(project: Project, of: PlannedTool): readonly RecordedCall[] {
  return recordingOf(project, of).calls;
}

/** Relative to the project: of two tools with one name in one folder, the second has its server in the name of its file. */
function pathOf(project: Project, of: PlannedTool): string {
  const [plain, qualified] = recordingPaths(of);
  if (!statsOf(join(project.root, plain))) return plain;
  const { tool = '' } = readRecordingFile(project, plain).recording ?? {};
  const isOther = tool.endsWith(`/${of.tool.name}`) && !tool.startsWith(`${of.server.name}/`);
  return isOther ? qualified : plain;
}

function recordingOf(project: Project, of: PlannedTool): Recording {
  const path = pathOf(project, of);
  const none = { tool: `${of.server.name}/${of.tool.name}`, calls: [] };
  if (!statsOf(join(project.root, path))) return none;
  const { recording, diagnostics } = readRecordingFile(project, path);
  if (recording?.tool === none.tool) return recording;
  const [wrong] = diagnostics;
  const reason = wrong?.message ?? `"${path}" is a recording of "${recording?.tool ?? ''}".`;
  throw new Failure(reason, wrong?.hint ?? 'Move or delete the file, and record the call again.');
}

/** A call that was made, and its recording or why there is none. */
type Made = { readonly outcome: OneResult } & ({ readonly call: RecordedCall } | { readonly problem: string });

/** Makes the call for real. `ask` shows what the tool asks its user. @throws Failure where a call of this tool cannot be recorded. */
export async function makeCall(of: PlannedTool, args: JsonObject, ask?: PutForm): Promise<Made> {
  refuseUnrecordable(of);
  const call: CallToMake = { ...descriptorsOf(of), args, variables: process.env };
  const { wire, tape } = createRecorder(ask);
  const outcome = await callOver(wire, call);
  if (tape.problem !== undefined) return { outcome, problem: tape.problem };
  const all = { arguments: args, variables: usedVariables(call), exchanges: tape.exchanges };
  const text = JSON.stringify({ ...all, result: resultIn(outcome.text) });
  const tokens = createRedact({}, {}, tape.tokens);
  const redacted = tokens.jsonText(redactFor(call.server, process.env).jsonText(text));
  const recorded: RecordedCall = JSON.parse(redacted);
  return { call: recorded, outcome };
}

/** Declared ones whose names the tool or its server's connections contain, and those of the caller. */
function usedVariables({ server, tool, variables }: CallToMake): Readonly<Record<string, string>> {
  const { connections, upstreams, databases, env } = server;
  const text = JSON.stringify([tool.behavior, connections, upstreams, databases]);
  const names = [...Object.keys(env).filter((name) => text.includes(name)), ...Object.keys(callerVariables(server))];
  return Object.fromEntries(names.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]])));
}

/** The result is that of what is kept, so that it holds nothing that was struck out. */
async function withoutStruck(of: PlannedTool, call: RecordedCall, pointers: readonly string[]): Promise<RecordedCall> {
  const { value, unknown } = struckOut(call, pointers);
  if (unknown.length > 0)
    throw new Failure(
      `Nothing is at ${unknown.join(', ')} in the recorded call.`,
      'Give JSON Pointers such as /exchanges/0/response/body/json/email; the recorded call is printed without --strike.',
    );
  const rest = value as unknown as RecordedCall;
  const again = resultIn(
    (await replayOnce(of, rest, 'Record the call again, without striking out what is sent.')).text,
  );
  if (pointers.length > 0) return { ...rest, result: again };
  const differences = differencesOf(call.result, again);
  if (differences.length === 0) return rest;
  throw new Failure(
    `The call cannot be recorded: answered again, it has another result: ${escapeUnsafe(differencesText(differences))}.`,
    'Its result depends on more than the answers, such as the time or a secret. Call it without --record.',
  );
}

async function replayOnce(of: PlannedTool, call: RecordedCall, hint = recordAgain(of)): Promise<OneResult> {
  const result = await replay(descriptorsOf(of), call);
  if ('outcome' in result) return result.outcome;
  throw new Failure(
    `"${of.tool.name}" sends something that was not recorded: ${escapeUnsafe(describeSent(result.unrecorded))}.`,
    hint,
  );
}

async function agree(path: string, call: RecordedCall, yes: boolean): Promise<void> {
  process.stderr.write(`${escapeUnsafe(JSON.stringify(call, null, 2))}\n`);
  if (yes || (await confirm(`Keep this in ${path}?`))) return;
  throw new Failure(
    'The recording was not kept.',
    'Add --yes to keep it, and --strike <pointer> for each value that must not be in the file.',
  );
}

/** Adds a call that its author saw and wants to keep. */
export function addRecording(project: Project, of: PlannedTool, call: RecordedCall): string {
  writeRecording(project, of, withCall(recordingOf(project, of), call));
  return pathOf(project, of);
}

function writeRecording(project: Project, of: PlannedTool, recording: Recording): void {
  const { root } = project;
  const content = recordingText(recording);
  if (Buffer.byteLength(content) > MAX_FILE)
    throw new Failure(
      `The recordings of "${of.tool.name}" would be larger than ${MAX_FILE.toLocaleString('en-US')} bytes.`,
      'Delete calls from the file, or record one with a smaller answer.',
    );
  const path = pathOf(project, of);
  onDisk('write', path, () => mkdirSync(dirname(join(root, path)), { recursive: true }));
  writeWhole([{ path: join(root, path), content }]);
  process.stderr.write(`Recorded in ${path}.\n`);
}

const STRUCK = '[struck out]';

/** The value without what is at the pointers, and the pointers that lead nowhere. */
export function struckOut(
  value: Json,
  pointers: readonly string[],
): { readonly value: Json; readonly unknown: readonly string[] } {
  const unknown = pointers.filter((pointer) => pointer === '' || findPointer(value, pointer) === undefined);
  const present = pointers.filter((pointer) => !unknown.includes(pointer));
  return { value: present.reduce((all, pointer) => without(all, parsePointer(pointer) ?? []), value), unknown };
}

function without(value: Json, [token, ...rest]: readonly string[]): Json {
  if (token === undefined) return emptyValues(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((one, index) => (String(index) === token ? without(one, rest) : one));
  const entries = Object.entries(value).map(([key, one]) => [key, key === token ? without(one, rest) : one] as const);
  return Object.fromEntries(entries);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function emptyValues(value: Json): Json {
  if (typeof value === 'string') return STRUCK;
  if (typeof value === 'number') return 0;
  if (typeof value === 'boolean') return false;
  if (value === null) return null;
  return isList(value) ? [] : {};
}
