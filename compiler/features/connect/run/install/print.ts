/** What an installation did, would do, or could not do, as text. */
import { entryAt, putEntry } from '../../../../emit/host-files/edit.ts';
import type { EntryStatus, SkipReason } from '../../install/plan-file.ts';
import type { ConfigFile, HostSystem, FileSyntax } from '../../../../spec/hosts/config-file.ts';
import { lineDiff } from '../../../../base/text/difference.ts';
import { escapeUnsafe } from '../../../../base/text/escape.ts';
import { pluralize } from '../../../../base/text/pluralize.ts';
import { shownPath } from './current-system.ts';
import type { InstallDraft, InstallRefusal } from './draft.ts';
import type { CompiledServer, NoEntryReason } from '../../../../emit/host-files/desired-entry.ts';
import type { HostPlan } from './plan.ts';
import type { Installable } from './output.ts';

interface SkipText {
  readonly reason: string;
  /** What changes that. */
  readonly remedy?: string;
  /** The same for a skill, where it is not the same. */
  readonly skillRemedy?: string;
}

const SKIPPED: Readonly<Record<SkipReason | NoEntryReason, SkipText>> = {
  edited: { reason: 'left unchanged: changed by hand', remedy: '--force replaces it' },
  foreign: { reason: 'left unchanged: not from Haft', remedy: '--force replaces it', skillRemedy: 'move it away' },
  'other project': { reason: 'left unchanged: from another project', remedy: '--force replaces it' },
  'other host': { reason: 'shared with another host, which uses the same file' },
  'no remote': { reason: 'not added: this host does not accept servers that listen on HTTP in this file' },
  'no sse': {
    reason: 'not added: the server offers only SSE, and Haft knows no SSE entry of this host',
    remedy: 'add `http` to its `transports`',
  },
};

/** What the user asked for and did not get. */
export function isLeft(status: EntryStatus | NoEntryReason): boolean {
  return isSkipped(status) && status !== 'other host';
}

function isSkipped(status: EntryStatus | NoEntryReason): status is SkipReason | NoEntryReason {
  return Object.hasOwn(SKIPPED, status);
}

export function statusText(status: EntryStatus | NoEntryReason, isSkill = false): string {
  if (!isSkipped(status)) return status;
  const { reason, remedy, skillRemedy = remedy } = SKIPPED[status];
  const next = isSkill ? skillRemedy : remedy;
  return next === undefined ? reason : `${reason}; ${next}`;
}

/** Entries are those of one project: another one may have some in the same file. */
const NOTHING = '  nothing of this project is installed; run the command in the folder that it was installed from';

export function hostLines(plan: HostPlan, system: HostSystem, remove: boolean): string {
  const { target, entries, skills } = plan;
  const { host, scope, path } = target;
  const removal = remove ? 'removed' : 'removed: no longer compiled';
  const rows = Object.entries(entries).map(
    ([name, happened]) => `  ${name}: ${happened === 'removed' ? removal : statusText(happened)}`,
  );
  return [
    `${host.title} (${scope}): ${escapeUnsafe(shownPath(path, system))}`,
    ...(rows.length + Object.keys(skills).length === 0 ? [NOTHING] : rows),
    ...skillLines(skills, target.skills, system),
    ...(remove ? [] : nextLines(plan)),
  ].join('\n');
}

/** A warning if `--url` is given and has no effect; empty otherwise. */
export function unusedUrl(
  url: string | undefined,
  servers: readonly Pick<CompiledServer, 'name' | 'transports'>[],
): string {
  const started = servers.filter(({ transports }) => transports.includes('stdio'));
  const isUsed = started.length < servers.length;
  const meant = started.filter(({ transports }) => !isUsed || transports.length > 1);
  if (url === undefined || meant.length === 0) return '';
  const names = meant.map(({ name }) => name).join(', ');
  return `warning: --url is not used for ${names}: hosts start what offers stdio. For an entry with an address, remove \`stdio\` from \`transports\` and compile again.\n`;
}

function skillLines(skills: HostPlan['skills'], folder: string | undefined, system: HostSystem): string[] {
  const all = Object.entries(skills);
  if (folder === undefined || all.length === 0) return [];
  const exceptions = all.filter(([, happened]) => isLeft(happened));
  const counts = new Map<string, number>();
  for (const [, happened] of all) if (!isLeft(happened)) counts.set(happened, (counts.get(happened) ?? 0) + 1);
  const done = [...counts].map(([happened, count]) => `${pluralize(count, 'skill')} ${happened}`).join(', ');
  return [
    ...(done === '' ? [] : [`  ${done}: ${escapeUnsafe(shownPath(folder, system))}`]),
    ...exceptions.map(([name, status]) => `  skill ${name}: ${statusText(status, true)}`),
  ];
}

function nextLines({ target, entries, skills, wanted }: HostPlan): string[] {
  const { host, scope } = target;
  const all = [...Object.values(entries), ...Object.values(skills)];
  const changed = all.some((happened) => ['added', 'changed', 'removed'].includes(happened));
  if (!changed) return [];
  const approve = host.approve?.[scope];
  const secrets = [...new Set(wanted.flatMap(({ written }) => written))];
  return [
    ...(secrets.length > 0 ? [`  warning: the file has ${secrets.join(', ')} in plain text now.`] : []),
    ...(approve === undefined ? [] : [`  next: ${approve}`]),
    `  next: ${host.reload}`,
  ];
}

/** To standard error: nothing was written. */
export function refusalLines(
  refusals: readonly InstallRefusal[],
  { host, config }: { readonly host: { readonly title: string }; readonly config: Pick<ConfigFile, 'format'> },
  secrets: readonly string[],
): string {
  return refusals
    .map(({ message, hint, snippets }) => {
      const text = snippetText(snippets ?? [], config.format);
      const paste =
        text === '' ? '' : `\n  To add it by hand to ${host.title}:\n\n${indentLines(redactSecrets(text, secrets))}`;
      return `${escapeUnsafe(message)}\n  hint: ${escapeUnsafe(hint)}${paste}\n`;
    })
    .join('');
}

function snippetText(snippets: NonNullable<InstallRefusal['snippets']>, format: FileSyntax): string {
  let text: string | null = null;
  for (const { path, entry } of snippets) {
    const put = putEntry(text, format, path, entry);
    if ('value' in put) text = put.value.text;
  }
  return text ?? '';
}

function indentLines(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${escapeUnsafe(line)}`)
    .join('\n');
}

/** Each file as the lines that would differ. */
export function diffLines(draft: InstallDraft, system: HostSystem, secrets: readonly string[]): string {
  const files = [...draft.files].map(([path, { before, after }]) => {
    const old = before === null ? '' : new TextDecoder('utf-8', { ignoreBOM: true }).decode(before);
    return old === (after ?? '') ? '' : lineDiff(shownPath(path, system), old, after ?? '');
  });
  const copies = [...draft.copies].flatMap(([to, { write, remove, link }]) => {
    const label = shownPath(to, system);
    return [
      ...(write.length > 0 ? [`${label}: ${pluralize(write.length, 'file')} to write\n`] : []),
      ...(remove.length > 0 ? [`${label}: ${pluralize(remove.length, 'file')} to remove\n`] : []),
      ...(link ? [`${label}: a link to ${link.target}\n`] : []),
    ];
  });
  return escapeUnsafe(redactSecrets([...files, ...copies].join('').replaceAll('\r', ''), secrets));
}

function redactSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((result, secret) => {
    return result
      .replaceAll(secret, () => '<secret>')
      .replaceAll(JSON.stringify(secret).slice(1, -1), () => '<secret>');
  }, text);
}

/** The values of secrets that the command line has, and those that entries have now. */
export function secretValues(
  plans: readonly HostPlan[],
  draft: InstallDraft,
  { servers }: Installable,
  fromFlags: Readonly<Record<string, string>>,
): string[] {
  const names = new Set(servers.flatMap(({ env }) => Object.keys(env).filter((name) => env[name]?.secret)));
  const values: string[] = Object.entries(fromFlags).flatMap(([name, value]) => (names.has(name) ? [value] : []));
  const collect = (value: unknown, key = ''): void => {
    if (typeof value === 'string' && names.has(key)) values.push(value);
    if (typeof value === 'object' && value !== null)
      for (const [inner, member] of Object.entries(value)) collect(member, inner);
  };
  for (const { target } of plans) {
    const before = draft.files.get(target.path)?.before;
    if (before) for (const { name } of servers) collect(currentEntry(target, Buffer.from(before).toString(), name));
  }
  return values.filter((value) => value.length > 0).sort((a, b) => b.length - a.length);
}

/** What is in the file now, for a diff without secrets. */
function currentEntry({ config, host }: HostPlan['target'], text: string, name: string): unknown {
  const read = entryAt(text, config.format, [...host.container, name]);
  return 'value' in read ? read.value : undefined;
}
