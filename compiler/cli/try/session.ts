/** The state behind the page of `haft try`: the answers that were shown, and what was written from them. */
import { type PutForm, viewPage } from '@haft/runtime/try';
import { type Json, type JsonObject, findPointer, isJsonObject, isObject } from '@haft/runtime/language';
import type { SourceFile } from '../../base/diagnostic.ts';
import { applyEdits } from '../../spec/yaml/apply-edits.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import type { OpenedProject } from '../../edge/project/project.ts';
import { writeSpecs } from '../../edge/write/write-specs.ts';
import { shownView } from '../../emit/server/views.ts';
import { VIEW_PAGE } from '../../emit/server/view-page.generated.ts';
import { workOf } from '../../plan/adapter.ts';
import { descriptorsOf } from '../../edge/calls/call-over.ts';
import { resultIn } from '../../features/recordings/run/pass.ts';
import { addRecording, makeCall, whyUnrecordable } from '../../features/recordings/run/record.ts';
import { recordedSource } from '../../features/recordings/run/replay.ts';
import type { RecordedCall } from '../../features/recordings/recording.ts';
import { qualifiedName } from '../../check/tool-names.ts';
import { type PlannedTool, plannedId } from '../../plan/named-tools.ts';
import { callHere, shownDryRun } from '../call/dry-run.ts';
import { checkProject } from '../spine.ts';
import { hostAnswers, tabAnswers } from './tabs.ts';
import { pickEdits, effectOf, fileOf, foundIn, partOf, shownTool } from './shown-tool.ts';
import { createQuestions } from './questions.ts';
import type { TriedCall } from './messages.ts';
import type { TryAnswers } from './serve.ts';
import { listedProject } from './project-list.ts';
import { type TrySpecs, type UsableSpecs, trySpecs, usableOf } from './specs.ts';

interface Opening {
  /** The project as its files are now. */
  readonly open: () => OpenedProject;
  readonly today: () => string;
  /** Resolves with the number of changes of the specs, once there are more than these. */
  readonly changed: (after: number) => Promise<number>;
  /** A result that the page shows before any call. */
  readonly given?: { readonly tool: string; readonly result: JsonObject };
}

/** An answer that was shown: only from it can be picked, and only into the file that was shown with it. */
interface Answer {
  readonly tool: string;
  readonly call: RecordedCall;
  readonly source: Json | undefined;
  file: SourceFile;
}

/** Answers that are remembered. */
const MAX_ANSWERS = 20;

interface TryState {
  readonly answers: Map<number, Answer>;
  readonly written: { readonly before: SourceFile; readonly after: SourceFile }[];
}

/** `close` ends the calls that wait for an answer. */
type TrySession = TryAnswers & { readonly close: () => void };

export function createTrySession({ open, today, changed, given }: Opening): TrySession {
  const questions = createQuestions();
  const state: TryState = { answers: new Map(), written: [] };
  const specs = trySpecs(open, today);
  const usable = async (): Promise<UsableSpecs> => usableOf(await specs());
  return {
    '/api/project': async () => ({ version: await changed(-1), ...listedProject(await specs()) }),
    ...tabAnswers(usable),
    ...hostAnswers(() => open().root),
    view: async (name) => viewOf(await usable(), name),
    '/api/tool': async ({ tool }) => {
      const now = await usable();
      const isGiven = given && foundIn(now.checked, given.tool).tool === foundIn(now.checked, tool).tool;
      return { ...shownTool(now, tool), ...(isGiven && { given: given.result }) };
    },
    '/api/preview': async ({ tool, arguments: args }) => {
      return { text: await preview(foundIn((await usable()).checked, tool), args) };
    },
    '/api/call': async ({ tool, arguments: args, agreed }) => {
      const now = await usable();
      const match = foundIn(now.checked, tool);
      const effect = effectOf(match);
      // A tool with `confirm:` asks itself.
      const isAgreed = effect === 'reads' || agreed || match.tool.confirm !== undefined;
      return isAgreed
        ? questions.call((put) => callTool(state, now, match, args, put))
        : { ask: `"${match.tool.name}" ${effect}. Make the call for real?` };
    },
    '/api/answer': (reply) => questions.answer(reply),
    '/api/pick': async ({ answer, pointer, field }) =>
      pick(answerOf(state, answer), current(await specs()), pointer, field, state),
    '/api/undo': async () => undo(state, await usable()),
    '/api/record': async ({ answer }) => {
      const { tool, call } = answerOf(state, answer);
      const { checked, project } = await usable();
      return { says: `Recorded in ${addRecording(project, foundIn(checked, tool), call)}.` };
    },
    '/api/changed': async ({ version }) => ({ version: await changed(version) }),
    close: questions.close,
  };
}

/** @throws Failure where what is shown is from before an error. */
function current(specs: TrySpecs): UsableSpecs {
  const usable = usableOf(specs);
  if (!specs.isStale) return usable;
  throw new Failure('The specs have errors now, so that nothing is written into them.', 'Correct them first.');
}

/** As a host reads it from the compiled server. */
function viewOf({ checked }: UsableSpecs, name: string): string | undefined {
  const { server, tool } = foundIn(checked, name);
  const view = shownView(tool, server);
  return view && viewPage(VIEW_PAGE, { title: tool.title ?? tool.name, view });
}

function answerOf({ answers }: TryState, id: number): Answer {
  const answer = answers.get(id);
  if (answer) return answer;
  throw new Failure('This answer is no longer remembered.', 'Send the call again.');
}

async function callTool(
  { answers }: TryState,
  now: UsableSpecs,
  planned: PlannedTool,
  args: JsonObject,
  put: PutForm,
): Promise<TriedCall> {
  const start = performance.now();
  const canRecord = whyUnrecordable(planned) === undefined;
  let waitingMs = 0;
  // A replay confirms, and has no other answer.
  let isRepeatable = true;
  const ask: PutForm = async (form, signal, confirms) => {
    const from = performance.now();
    const reply = await put(form, signal, confirms);
    waitingMs += performance.now() - from;
    const { content } = Object(reply);
    isRepeatable &&= confirms && isObject(content) && content['confirm'] === true;
    return reply;
  };
  const one = canRecord ? await makeCall(planned, args, ask) : { outcome: await callDirectly(now, planned, args, ask) };
  const milliseconds = Math.round(performance.now() - start - waitingMs);
  const { success, text } = one.outcome;
  if (!('call' in one) || !isRepeatable) return { success, result: resultIn(text), milliseconds };
  const { call } = one;
  const source = await recordedSource(descriptorsOf(planned), call);
  const id = Math.max(0, ...answers.keys()) + 1;
  const tool = qualifiedName(plannedId(planned));
  answers.set(id, { tool, call, source, file: fileOf(now.checked, partOf(now.checked, planned)) });
  answers.delete(id - MAX_ANSWERS);
  return { answer: id, success, result: call.result, ...(source !== undefined && { source }), milliseconds };
}

const PICK_AGAIN = 'Send the call again, and pick then.';

async function pick(answer: Answer, now: UsableSpecs, pointer: string, field: string, { written }: TryState) {
  const { checked, project } = now;
  const value = findPointer(answer.source, pointer);
  if (value === undefined) throw new Failure(`The answer has nothing at "${pointer}".`, 'Send the call again.');
  const part = partOf(checked, foundIn(checked, answer.tool));
  const before = fileOf(checked, part);
  if (before.text !== answer.file.text)
    throw new Failure(`"${part.file}" was changed since the answer was shown.`, PICK_AGAIN);
  const { data: returned } = answer.call.result;
  const data = isJsonObject(returned) ? returned : {};
  const after = { path: before.path, text: applyEdits(before.text, pickEdits(part, { value, pointer, field, data })) };
  await refuseBroken(now, after);
  writeSpecs(project.root, [before], [after], PICK_AGAIN);
  written.push({ before, after });
  answer.file = after;
  return { says: `${field}: ${pointer === '' ? '""' : pointer} is in ${after.path}.` };
}

/** Nothing is written with which no tool could be called any more. */
async function refuseBroken({ project, today, checked: { sources } }: UsableSpecs, after: SourceFile): Promise<void> {
  const replaced = (all: readonly SourceFile[]) => all.map((one) => (one.path === after.path ? after : one));
  const next = { ...sources, specs: replaced(sources.specs), texts: replaced(sources.texts) };
  const { planned, diagnostics } = await checkProject(project, { today, onlyNew: () => [], sources: next });
  if (planned) return;
  const first = diagnostics.find(({ severity }) => severity === 'error');
  throw new Failure(
    `This field would break the spec: ${first?.message ?? 'it could not be planned'}`,
    first?.hint ?? 'Write it into the spec yourself.',
  );
}

function undo({ answers, written }: TryState, { project }: UsableSpecs) {
  const last = written.at(-1);
  if (!last) throw new Failure('Nothing that this page wrote is left to undo.', 'Use the undo of your editor.');
  writeSpecs(project.root, [last.after], [last.before], 'Take that change back in your editor, and undo then.');
  written.pop();
  for (const answer of answers.values()) if (answer.file.text === last.after.text) answer.file = last.before;
  return { says: `${last.before.path} is as it was before.` };
}

async function preview(planned: PlannedTool, args: JsonObject): Promise<string> {
  const { sent, text, failed, nothing } = await shownDryRun(planned, args);
  return failed?.text ?? (sent.length > 0 ? text : nothing);
}

/** Of a tool whose work does not go over a wire. */
async function callDirectly({ project, checked }: UsableSpecs, tool: PlannedTool, args: JsonObject, ask: PutForm) {
  const { planned, sources } = checked;
  if (workOf(tool.tool, tool.server.tools).behavior.kind !== 'handler') return callHere(tool, args, { ask });
  const { callHandler } = await import('../../edge/calls/call-handler.ts');
  return callHandler({ project, compiled: planned, sources }, tool, args, ask);
}
