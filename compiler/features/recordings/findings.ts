/** What a replay shows of a tool: calls that fail now, results that differ, requests that were not recorded. */
import { isObject, type Json, type JsonObject } from '@haft/runtime/language';
import type { Diagnostic, Span } from '../../base/diagnostic.ts';
import type { NotePage } from '../../check/notes.ts';
import { unreadInSamples } from '../../check/analysis/binding/unread.ts';
import { textOf } from '../../base/sentence.ts';
import type { ToolPart } from '../../check/model.ts';
import { behaviorsOf } from '../../spec/behaviors/index.ts';
import { differencesOf, differencesText } from '../../base/json-differences.ts';
import { describeSent, type RecordedCall, type RecordedSent } from './recording.ts';

export const RECORDING_FINDINGS: readonly NotePage[] = [
  {
    id: 'recording/readable',
    says: 'A file of recordings must have the form in which Haft writes it.',
    why: 'A recording that cannot be read tests nothing.',
    next: 'Restore the file from version control, or delete it and record the call again.',
  },
  {
    id: 'recording/tool-known',
    says: 'A file of recordings must belong to a tool that exists.',
    why: 'Without its tool it tests nothing.',
    next: 'Rename the file and its `tool` when the tool was renamed; delete it when the tool is gone.',
  },
  {
    id: 'recording/outcome',
    says: 'A recorded success must still be a success, and a recorded failure the same failure.',
    why: 'The answers are those that the program or the service really gave: with them, the tool does something else now.',
    next: 'Correct `result`, `fails_when` or the tables of failures. When the new outcome is right, accept it with `haft call <tool> --replay --record`.',
  },
  {
    id: 'recording/result',
    says: 'A recorded answer should still give the recorded result.',
    why: 'Callers see other values than when the call was recorded.',
    next: 'Correct the mapping, or accept the new result with `haft call <tool> --replay --record`.',
  },
  {
    id: 'recording/pointer',
    says: 'A pointer of `result` should find something in some recorded answer of its tool.',
    why: 'What no answer has is missing in every result, and no call fails for it.',
    next: 'Correct the pointer, or record a call whose answer has it.',
  },
  {
    id: 'recording/request',
    says: 'The tool should send what it sent when the call was recorded.',
    why: 'The recorded answers belong to another request, so the mapping cannot be tried on them.',
    next: 'Record the call again with `haft call <tool> <arguments> --record`.',
  },
];

/** What a replay gave: the result, or what the tool sends that was not recorded. */
type ReplayOutcome = { readonly result: JsonObject } | { readonly unrecorded: RecordedSent };

interface Place {
  readonly server: string;
  readonly tool: string;
  readonly span: Span;
}

/** Pointers of the tool that find nothing in any of its recorded answers. */
export function pointerFindings(part: ToolPart, samples: readonly Json[]): readonly Diagnostic[] {
  return behaviorsOf(part.spec)
    .flatMap((use) => unreadInSamples(use, part.spec.returns, samples))
    .map(({ path, message, hint }) => ({
      code: 'recording/pointer',
      severity: 'warning',
      message: textOf(message),
      hint: textOf(hint),
      span: part.at(path),
      about: part.about(path),
    }));
}

/** Empty if the result equals the recorded one. */
export function replayFinding(
  call: RecordedCall,
  now: ReplayOutcome,
  { server, tool, span }: Place,
): readonly Diagnostic[] {
  const finding = (code: string, severity: 'error' | 'warning', message: string): readonly Diagnostic[] => {
    const hint = RECORDING_FINDINGS.find(({ id }) => id === code)?.next.replaceAll('<tool>', tool);
    return [{ code, severity, message, ...(hint !== undefined && { hint }), span, about: { server, tool, path: [] } }];
  };
  const name = `The recorded call of "${tool}"`;
  if ('unrecorded' in now)
    return finding(
      'recording/request',
      'warning',
      `${name} now sends something else: ${describeSent(now.unrecorded)}.`,
    );
  const [before, after] = [outcomeOf(call.result), outcomeOf(now.result)];
  if (before !== after) return finding('recording/outcome', 'error', `${name} was ${before}; now it is ${after}.`);
  const differences = differencesOf(call.result, now.result);
  if (differences.length === 0) return [];
  return finding('recording/result', 'warning', `${name} now has another result: ${differencesText(differences)}.`);
}

/** In words: a success, or the code of a failure. */
function outcomeOf(result: JsonObject): string {
  const inner = isObject(result['structuredContent']) ? result['structuredContent'] : result;
  if (inner['success'] !== false && result['isError'] !== true) return 'a success';
  return typeof inner['code'] === 'string' ? `the failure ${inner['code']}` : 'a failure';
}
