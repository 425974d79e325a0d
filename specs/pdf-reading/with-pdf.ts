/** The way of every call: settings → file → thread → data, or the words for what went wrong on the way. */
import type { Call, ToolFailure } from '@haft/runtime';
import { openPdf } from './open-pdf.ts';
import { wordsFor } from './problem.ts';
import type { Outcome } from './problem.ts';
import { readSettings } from './settings.ts';
import type { TaskName, Tasks } from './task.ts';
import { inThread } from './thread.ts';

export async function withPdf<Task extends TaskName>(
  call: Call,
  path: string,
  task: Task,
  asked: Tasks[Task]['asked'],
): Promise<Tasks[Task]['found'] | ToolFailure> {
  const outcome = await perform(call, path, task, asked);
  if ('value' in outcome) return outcome.value;
  if (outcome.problem === 'reader_crashed') call.log(`the reader broke down: ${outcome.detail ?? 'it just ended'}`);
  const { error, hint } = wordsFor(outcome);
  return call.fail(error, hint, outcome.problem);
}

async function perform<Task extends TaskName>(
  { env, signal }: Call,
  path: string,
  task: Task,
  asked: Tasks[Task]['asked'],
): Promise<Outcome<Tasks[Task]['found']>> {
  const settings = readSettings(env);
  if ('problem' in settings) return settings;
  const file = await openPdf(path, settings.value.folders);
  if ('problem' in file) return file;
  const { seconds } = settings.value;
  return inThread({ task, asked, seconds, ...file.value }, settings.value, signal);
}
