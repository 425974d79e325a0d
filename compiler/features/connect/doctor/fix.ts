/** What ends a finding: commands of Haft, one after the other, or a step that only a person can take. */
import type { EntryScope } from '../../../emit/host-files/desired-entry.ts';
import type { ObservedFolder, ObservedHost, ObservedServer } from './observed.ts';

/** Its arguments; `<value>` is a place for what only the user knows. */
type Command = readonly ['haft', ...string[]];

export type DoctorFix = { readonly commands: readonly [Command, ...Command[]] } | { readonly say: string };

/** A command about the output folder that was examined. */
export function command({ output }: Pick<ObservedHost, 'output'>, ...words: readonly string[]): Command {
  return ['haft', ...words, ...(output.flag === undefined ? [] : ['--out', output.flag])];
}

export function compileAgain(observed: Pick<ObservedHost, 'output'>): DoctorFix {
  return { commands: [command(observed, 'compile')] };
}

/** Replaces one server or skill. */
function installOne(
  observed: Pick<ObservedHost, 'host' | 'output'>,
  scope: EntryScope,
  name: string,
  ...flags: readonly string[]
): DoctorFix {
  return { commands: [command(observed, 'install', observed.host.id, `--${scope}`, '--only', name, ...flags)] };
}

/** Replaces the entry of a server; removes one that is no longer compiled. */
export function writeAgain(
  observed: ObservedHost,
  scope: EntryScope,
  { name, own, isLocal, missing }: Pick<ObservedServer, 'name' | 'own' | 'isLocal' | 'missing'>,
  ...flags: readonly string[]
): DoctorFix {
  if (isLocal)
    return {
      say: `Remove it in ${observed.host.title}, which alone writes entries for one folder, and install again.`,
    };
  const blocked = observed.files.find((file) => file.scope === scope)?.unchangeable;
  if (blocked) return { say: `${blocked.message} ${blocked.hint}` };
  if (observed.output.servers !== 'unknown' && !observed.output.servers.includes(name))
    return installOne(observed, scope, name, '--remove', ...(own ? [] : ['--force']));
  const names = new Set(flags.flatMap((word) => /^(\w+)=/.exec(word)?.[1] ?? []));
  const isOpen = missing.some((variable) => !names.has(variable));
  const all = [...(own ? [] : ['--force']), ...(isOpen ? ['--allow-missing'] : []), ...flags];
  const install = installOne(observed, scope, name, ...all);
  return observed.output.servers === 'unknown' ? afterCompile(observed, install) : install;
}

/** Whether an entry is not as Haft wrote it, and Haft has a server of this name that a host can start. */
export function isReplaced({ own, isLocal, form, name }: ObservedServer, { output }: ObservedHost): boolean {
  return !own && !isLocal && form.kind === 'program' && output.servers !== 'unknown' && output.servers.includes(name);
}

/** Of a server whose entry is not there. */
export function freshEntry({ missing }: ObservedHost, name: string): Parameters<typeof writeAgain>[2] {
  return { name, own: true, isLocal: false, missing: missing[name] ?? [] };
}

export function afterCompile(observed: Pick<ObservedHost, 'output'>, fix: DoctorFix): DoctorFix {
  return 'say' in fix ? fix : { commands: [command(observed, 'compile'), ...fix.commands] };
}

/** By the host that has the folder for its own. */
export function fixSkill(
  observed: ObservedHost,
  name: string,
  { folder, scope, byHand, writer }: ObservedFolder,
): DoctorFix {
  if (writer === undefined) return { say: `Remove ${folder}/${name}.` };
  const owner = { output: observed.output, host: { ...observed.host, id: writer } };
  return installOne(owner, scope, name, ...(byHand ? ['--force'] : []));
}

/** A command in a sentence. */
export function commandText(observed: Pick<ObservedHost, 'output'>, ...words: readonly string[]): string {
  return stepText(command(observed, ...words));
}

function stepText(words: readonly string[]): string {
  return `\`${words.map(quoteArgument).join(' ')}\``;
}

/** One sentence for a person. */
export function fixText(fix: DoctorFix): string {
  if ('say' in fix) return fix.say;
  return `Run ${fix.commands.map(stepText).join(', then ')}.`;
}

function quoteArgument(word: string): string {
  return /^[\w@%+=:,./<>~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
