/** A local model into the files of hosts, and out of them again (EXT §4.3). */
import { dirname } from 'node:path';
import type { ConfigFile, HostSystem } from '../../../../../spec/hosts/config-file.ts';
import type { ModelHost, Setting } from '../../../../../spec/hosts/local-model.ts';
import { positionAt } from '../../../../../base/diagnostic.ts';
import { entryAt } from '../../../../../emit/host-files/edit.ts';
import type { EntryStatus, Task } from '../../../install/plan-file.ts';
import { Failure } from '../../../../../edge/command-line/failure.ts';
import { realPlace } from '../../../../../edge/project-files/read.ts';
import { clearLeftOvers } from '../../../../../edge/write/whole.ts';
import { hashText, planInFile } from '../plan-entries.ts';
import type { InstallDraft, InstallRefusal } from '../draft.ts';
import { isLeft, statusText } from '../print.ts';
import { inOneGo, statePath } from '../run.ts';
import { type InstallSurroundings, configPath } from '../target.ts';
import { shownPath } from '../current-system.ts';
import type { ModelOptions } from './options.ts';
import { escapeUnsafe } from '../../../../../base/text/escape.ts';

export interface ModelPlan {
  readonly host: ModelHost;
  readonly config: ConfigFile;
  /** Absolute. */
  readonly path: string;
  readonly settings: readonly Setting[];
  /** By the path of the setting, its keys joined by dots. */
  readonly done: Readonly<Record<string, EntryStatus>>;
  readonly refusals: readonly InstallRefusal[];
}

type Target = ReturnType<typeof targetOf>;

export function installModel(
  options: ModelOptions,
  around: InstallSurroundings,
): { readonly plans: readonly ModelPlan[]; readonly draft: InstallDraft } {
  const targets = options.hosts.map((host) => targetOf(host, options, around));
  const state = statePath(options, around);
  return inOneGo({
    states: [state],
    dryRun: options.dryRun,
    clear: () => {
      for (const { path } of targets) clearLeftOvers(dirname(realPlace(path)));
    },
    plan: (draft) => targets.map((target) => planModel(target, options, { state, draft })),
  });
}

function targetOf(host: ModelHost, { scope, configPath: option }: ModelOptions, around: InstallSurroundings) {
  const config = host.localModel.file[scope];
  if (!config) throw new Failure(`${host.title} has no file for the model of a ${scope}.`, 'Use --user.');
  return { host, config, path: option ?? configPath(config, scope, around) };
}

function planModel(
  { host, config, path }: Target,
  { runner, remove, force }: ModelOptions,
  place: { readonly state: string; readonly draft: InstallDraft },
): ModelPlan {
  const settings = host.localModel.settings(runner);
  const target = { host: host.id, path, format: config.format, container: host.container ?? [] };
  const before = { states: new Map(place.draft.states), text: place.draft.files.get(path)?.after };
  const { done, refusals } = planInFile(
    target,
    settings.map(taskOf),
    { remove, force, from: '', hash: hashText, lives: () => true },
    place,
  );
  const file = place.draft.files.get(path);
  const exceptions = remove
    ? []
    : settings.filter((setting) => !setting.isDefault && isLeft(done[labelOf(setting)] ?? 'absent'));
  const [first] = exceptions;
  const plan = { host, config, path, settings };
  if (!first || !file) return { ...plan, done, refusals };
  // Half of the settings would send the user's own model to the runner, or this one somewhere else.
  file.after = before.text ?? decodeText(file.before);
  for (const [key, value] of before.states) place.draft.states.set(key, value);
  const snippets = settings.map(({ path: keys, value }) => ({ path: keys, entry: value }));
  return { ...plan, done: {}, refusals: [{ ...occupiedRefusal(first, path, file.after ?? ''), snippets }] };
}

function decodeText(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString();
}

function taskOf({ path, value }: Setting): Task {
  return { name: path.at(-1) ?? '', container: path.slice(0, -1), entry: value };
}

/** Another default model of the user's own is no fault. */
export function isUnfinished({ settings, done }: ModelPlan, { remove }: ModelOptions): boolean {
  return settings.some((setting) => {
    const happened = done[labelOf(setting)] ?? 'absent';
    return isLeft(happened) && (setting.isDefault !== true || (remove && happened !== 'foreign'));
  });
}

function labelOf({ path }: Setting): string {
  return path.join('.');
}

function occupiedRefusal(setting: Setting, path: string, text: string): InstallRefusal {
  const label = labelOf(setting);
  const line = lineOf(setting, text);
  return {
    message: `${path}${line === undefined ? '' : `:${line}`}: "${label}" has another value, which is not from Haft.`,
    hint: 'Remove it, or replace it with --force.',
  };
}

/** The first line with the last key of the path, for people. */
function lineOf({ path }: Setting, text: string): number | undefined {
  const key = path.at(-1) ?? '';
  const at = text.search(new RegExp(`^[ \\t]*"?${key}"?[ \\t]*:`, 'm'));
  return at === -1 ? undefined : positionAt(text, at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0)).line;
}

/** What the file has now in the place of keys of a service: a diff does not show them. */
export function currentKeys({ settings, config, path }: ModelPlan, draft: InstallDraft): readonly string[] {
  const text = decodeText(draft.files.get(path)?.before ?? null) ?? '';
  return settings.flatMap((setting) => {
    if (!/key$/i.test(labelOf(setting))) return [];
    const read = entryAt(text, config.format, setting.path);
    return 'value' in read && typeof read.value === 'string' && read.value !== setting.value ? [read.value] : [];
  });
}

/** Prints what was done with the settings of a local model. */
export function modelLines(plan: ModelPlan, { runner, scope, remove }: ModelOptions, system: HostSystem): string {
  const { host, path, done } = plan;
  const all = Object.entries(done);
  const isPartial = all.some(([, happened]) => isLeft(happened));
  const { choose, settings } = host.localModel;
  const isChosen = settings(runner).some(({ isDefault }) => isDefault) && !isPartial;
  const isNew = isPartial || all.some(([, happened]) => happened === 'added' || happened === 'changed');
  const isAbsent = all.every(([, happened]) => happened === 'absent');
  return [
    `${host.title} (${scope}): ${escapeUnsafe(shownPath(path, system))}`,
    ...(isAbsent
      ? ['  nothing from Haft is installed']
      : all.map(([label, happened]) => `  ${label}: ${statusText(happened)}`)),
    ...(isNew && !isChosen && !remove && choose ? [`  next: ${choose(runner.model)}`] : []),
  ].join('\n');
}
