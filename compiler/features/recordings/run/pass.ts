/** The pass over recordings: each recorded call is answered again from what was recorded, with the tool as it is now. */
import { type Diagnostic, type SourceFile, WHOLE_FILE } from '../../../base/diagnostic.ts';
import type { Pass } from '../../../edge/passes/pass.ts';
import type { PlannedSpecs } from '../../../plan/plan-specs.ts';
import { readJsonMap } from '../../../plan/read-json.ts';
import type { Json, JsonObject } from '@haft/runtime/language';
import { pointerFindings, replayFinding } from '../findings.ts';
import { readRecordingFile, type RecordingFile, recordingFiles, recordingPaths, toolOf } from './files.ts';

export const recordings: Pass = {
  name: 'recordings',
  async run(state) {
    // A tool is tried while its texts are still unfinished.
    const { project, planned = state.unjudged } = state;
    const paths = planned ? recordingFiles(project, planned.plan) : [];
    if (!planned || paths.length === 0) return state;
    const findings: Diagnostic[] = [];
    const texts: SourceFile[] = [];
    for (const path of paths) {
      const file = readRecordingFile(project, path);
      texts.push(...file.sources);
      findings.push(...file.diagnostics, ...(await replayFile(file, planned)));
    }
    return { ...state, later: [...state.later, ...findings], texts: [...state.texts, ...texts] };
  },
};

async function replayFile(
  { path, recording, document }: RecordingFile,
  { plan, spec }: PlannedSpecs,
): Promise<readonly Diagnostic[]> {
  if (!recording || !document) return [];
  const owner = toolOf(plan, recording.tool);
  if (!owner || !recordingPaths(owner).includes(path)) {
    const message = `The recording "${path}" is of "${recording.tool}", which is not a tool of a server in this folder with that file.`;
    const hint = 'Rename the file and its `tool` if the tool was renamed; delete it if the tool is gone.';
    const span = document.at(['tool']);
    return [{ code: 'recording/tool-known', severity: 'error', message, hint, span, about: WHOLE_FILE }];
  }
  const { descriptorsOf } = await import('../../../edge/calls/call-over.ts');
  const { recordedSource, replay } = await import('./replay.ts');
  const { server, tool } = owner;
  const findings: Diagnostic[] = [];
  const samples: Json[] = [];
  for (const [index, call] of recording.calls.entries()) {
    const source = await recordedSource(descriptorsOf(owner), call);
    if (source !== undefined) samples.push(source);
    const replayed = await replay(descriptorsOf(owner), call);
    const now = 'outcome' in replayed ? { result: resultIn(replayed.outcome.text) } : replayed;
    const span = document.at(['calls', index, 'arguments'], 'key');
    findings.push(...replayFinding(call, now, { server: server.name, tool: tool.name, span }));
  }
  const part = spec.tools.find(
    (one) => one.spec.name === tool.name && (one.server?.spec.name ?? server.name) === server.name,
  );
  return [...findings, ...(part ? pointerFindings(part, samples) : [])];
}

export function resultIn(text: string): JsonObject {
  return readJsonMap(text) ?? {};
}
