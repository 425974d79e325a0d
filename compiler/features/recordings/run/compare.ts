/** What recorded calls give with the earlier and with the later version of a tool: which values a change changes. */
import { differencesOf } from '../../../base/json-differences.ts';
import type { Project } from '../../../edge/project/project.ts';
import type { Plan } from '../../../plan/model.ts';
import type { ChangeReport, PlacedChange, RecordedEffect } from '../../../report/changes/report.ts';
import { countUsage, withBrokenCalls } from '../../../versions/usage.ts';
import type { RecordedCall } from '../recording.ts';
import { descriptorsOf } from '../../../edge/calls/call-over.ts';
import type { PlannedTool } from '../../../plan/named-tools.ts';
import { readRecordingFile, recordingFiles, toolOf } from './files.ts';
import { resultIn } from './pass.ts';
import { replay } from './replay.ts';

/** The report with the evidence of recordings at the first change of each tool that its callers notice, and at those that reject recorded calls. */
export async function withRecordedEffects(
  report: ChangeReport,
  project: Project,
  { before, after }: { readonly before: Plan; readonly after: Plan },
): Promise<ChangeReport> {
  const effects = new Map<string, readonly RecordedEffect[]>();
  const counter = countUsage(before, after, report.changes);
  for (const path of recordingFiles(project, after)) {
    const { recording } = readRecordingFile(project, path);
    const [old, now] = [before, after].map((plan) => recording && toolOf(plan, recording.tool));
    for (const { arguments: args } of old && recording ? recording.calls : [])
      counter.add(JSON.stringify({ server: old?.server.name, tool: old?.tool.name, arguments: args }));
    if (recording && old && now) effects.set(recording.tool, await effectsOf(recording.calls, old, now));
  }
  const usage = counter.result();
  const judged = usage.broken > 0 ? withBrokenCalls(report.changes, usage) : report.changes;
  const changes = judged.map((change) => {
    const recorded = change.axis === 'wire' && change.level !== 'safe' ? effects.get(nameOf(change)) : undefined;
    effects.delete(recorded ? nameOf(change) : '');
    return recorded && recorded.length > 0 ? { ...change, recorded } : change;
  });
  return { ...report, changes };
}

function nameOf({ target: { server = '', tool = '' } }: PlacedChange): string {
  return `${server}/${tool}`;
}

export async function effectsOf(
  calls: readonly RecordedCall[],
  old: PlannedTool,
  now: PlannedTool,
): Promise<RecordedEffect[]> {
  const effects: RecordedEffect[] = [];
  for (const call of calls) {
    const [before, after] = [await replay(descriptorsOf(old), call), await replay(descriptorsOf(now), call)];
    const args = call.arguments;
    if (!('outcome' in before) || !('outcome' in after)) {
      effects.push({ arguments: args, outcome: 'unrecorded', differences: [] });
      continue;
    }
    const differences = differencesOf(resultIn(before.outcome.text), resultIn(after.outcome.text));
    effects.push({ arguments: args, outcome: differences.length === 0 ? 'same' : 'differs', differences });
  }
  return effects;
}
