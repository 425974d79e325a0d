/** Prints what was done with the settings of a local model. */
import type { HostSystem } from '../../../../../spec/hosts/paths.ts';
import { escapeUnsafe } from '../../../../../base/text/escape.ts';
import { shownPath } from '../current-system.ts';
import { isLeft, statusText } from '../print.ts';
import type { ModelOptions } from './options.ts';
import type { ModelPlan } from './run.ts';

export function modelLines(plan: ModelPlan, { runner, scope, remove }: ModelOptions, system: HostSystem): string {
  const { host, path, done } = plan;
  const all = Object.entries(done);
  const left = all.some(([, happened]) => isLeft(happened));
  const { choose, settings } = host.localModel;
  const isChosen = settings(runner).some(({ isDefault }) => isDefault) && !left;
  const isNew = left || all.some(([, happened]) => happened === 'added' || happened === 'changed');
  const isAbsent = all.every(([, happened]) => happened === 'absent');
  return [
    `${host.title} (${scope}): ${escapeUnsafe(shownPath(path, system))}`,
    ...(isAbsent
      ? ['  nothing from Haft is installed']
      : all.map(([label, happened]) => `  ${label}: ${statusText(happened)}`)),
    ...(isNew && !isChosen && !remove && choose ? [`  next: ${choose(runner.model)}`] : []),
  ].join('\n');
}
