/** Symptoms of the program and script that an entry starts, and of settings that switch a server or a tool off. */
import { afterCompile, commandText, type DoctorFix, writeAgain } from '../fix.ts';
import { type ListedSymptom, inLaunches, inServers, type SymptomPlace, whereMissing } from '../symptom.ts';
import type { SwitchSubject } from '../../../../spec/hosts/switches.ts';
import { membersOf } from '../../../../plan/read-json.ts';
import type { EntryScope } from '../../../../emit/host-files/desired-entry.ts';
import type { ObservedHost, ObservedServer, ObservedSetting } from '../observed.ts';

export const LAUNCHES: readonly ListedSymptom[] = [
  {
    id: 'unexpanded',
    cause: 'a placeholder such as `${HAFT_OUT}` has no value, or not the form that the host replaces',
    fix: '`haft install`, which writes full paths',
    blocks: true,
    look: inLaunches(({ unexpanded }) =>
      unexpanded.map(({ key, reference }) => ({
        key,
        cause: `The host does not replace ${reference}: it has no value there, or the host has another syntax for it.`,
      })),
    ),
  },
  {
    id: 'command-missing',
    cause:
      'the program, mostly `node`, is not on the PATH of the host, or no longer at the path of the entry, or may not be executed',
    fix: '`haft install`, which writes the full path of Node',
    blocks: true,
    look: inLaunches(({ command, program, path, unexpanded, isClosed }, _server, { keys }) => {
      if (program !== undefined || unexpanded.length > 0) return undefined;
      if (isClosed) return { key: keys.command, cause: `"${command}" is a file that may not be executed.` };
      return { key: keys.command, cause: `"${command}": ${whereMissing(command, path)}` };
    }),
  },
  {
    id: 'folder-missing',
    cause: 'the entry names a folder to start in, which does not exist',
    fix: '`haft install --force`, which writes an entry without it',
    blocks: true,
    look: inLaunches(
      ({ noFolder }) => noFolder && { key: noFolder.key, cause: `There is no folder "${noFolder.folder}".` },
    ),
  },
  {
    id: 'script-missing',
    cause: 'the `server.mjs` of the entry was moved or deleted',
    fix: '`haft compile`, then `haft install`; `--copy` where the output folder moves',
    blocks: true,
    look: inLaunches(({ script, unexpanded }, _server, { again, keys, observed }) => {
      if (!script || script.exists || script.unread !== undefined || unexpanded.length > 0) return undefined;
      return {
        key: keys.args,
        cause: `There is no file "${script.file}".`,
        fix: script.copied ? again('--copy') : afterCompile(observed, again()),
      };
    }),
  },
  {
    id: 'script-unread',
    cause: 'the script of the entry is a folder, or may not be read',
    fix: 'move it away, then `haft compile` and `haft install`',
    byHand: 'what is in its place is not from Haft',
    blocks: true,
    look: inLaunches(({ script }, _server, { keys, observed }) => {
      if (script?.unread === undefined) return undefined;
      const [compile, install] = ['compile', 'install'].map((name) => commandText(observed, name));
      const say = `Move it away, or make it readable; then run ${compile} and ${install}.`;
      return { key: keys.args, cause: script.unread, fix: { say } };
    }),
  },
  {
    id: 'relative-path',
    cause: 'the entry of a file for all projects names the script relative to the folder in which the host starts',
    fix: '`haft install --force`, which writes the full path',
    look: inLaunches(
      ({ script }, _server, { file: { scope }, keys, observed: { host } }) =>
        script?.relative &&
        scope === 'user' && {
          key: keys.args,
          cause: `The path of the script is relative, so ${host.title} finds it only when it starts in one folder.`,
        },
    ),
  },
  {
    id: 'old-node',
    cause: 'the Node of the entry is too old',
    fix: '`haft install`, which writes the Node that runs Haft; `--node <path>` for another',
    look: inServers(
      ({ started }, { keys }) =>
        started?.kind === 'failed' &&
        started.oldNode !== undefined && {
          key: keys.command,
          cause: `This Node is ${started.oldNode}; servers need 20.19 or 22.12 and later.`,
        },
    ),
  },
];

export const switchedOff: ListedSymptom = {
  id: 'switched-off',
  symptom: 'Host leaves out a server, a tool or a skill',
  cause: 'a setting of the host turns it off, such as `enabled = false` or a list of what is denied',
  fix: 'the setting that the finding shows; in an entry, `haft install --force` replaces it',
  byHand: 'settings outside of the entry belong to the user',
  look: (observed) =>
    observed.settings.flatMap((setting) =>
      setting.turns.of === 'skill' ? skillsOff(setting, observed) : serversOff(setting, observed),
    ),
};

function skillsOff(setting: ObservedSetting, { host, skills }: ObservedHost): readonly SymptomPlace[] {
  return skills
    .filter(({ name, folders }) => folders.length > 0 && isOff(setting, { skill: name }))
    .map(({ name }) => ({
      ...placeOf(setting),
      cause: `This setting turns the skill "${name}" off in ${host.title}.`,
      fix: change(setting),
    }));
}

function serversOff(setting: ObservedSetting, observed: ObservedHost): readonly SymptomPlace[] {
  const about = observed.files.filter(
    ({ file, scope }) =>
      (setting.server === undefined || setting.file === file || isFurther(setting, observed)) &&
      scope === (setting.turns.scope ?? scope),
  );
  return about.flatMap((file) =>
    file.servers
      .filter(({ name }) => (setting.server ?? name) === name)
      .flatMap((server) => {
        const cause = causeOf(setting, server, observed);
        return cause === undefined
          ? []
          : [{ ...placeOf(setting), server: server.name, cause, fix: fixOf(setting, server, file.scope, observed) }];
      }),
  );
}

/** In a further file, which the host reads over the one of the entry. */
function isFurther({ file }: ObservedSetting, { files }: ObservedHost): boolean {
  return files.every((one) => one.file !== file);
}

function causeOf(setting: ObservedSetting, { name, started }: ObservedServer, { host }: ObservedHost) {
  if (setting.turns.of === 'server')
    return isOff(setting, { server: name })
      ? `This setting turns the server "${name}" off in ${host.title}.`
      : undefined;
  const tools = started?.kind === 'ready' ? started.tools.map((tool) => String(membersOf(tool)?.['name'])) : [];
  const off = tools.filter((tool) => isOff(setting, { server: name, tool }));
  if (off.length === 0) return undefined;
  const names = off.length === tools.length ? 'every tool' : off.map((tool) => `"${tool}"`).join(', ');
  return `This setting turns ${names} of the server "${name}" off in ${host.title}.`;
}

function isOff({ turns, value }: ObservedSetting, subject: Partial<SwitchSubject>): boolean {
  return turns.isOff(value, { server: '', tool: '', skill: '', ...subject });
}

function fixOf(setting: ObservedSetting, server: ObservedServer, scope: EntryScope, observed: ObservedHost): DoctorFix {
  if (setting.server === undefined || isFurther(setting, observed)) return change(setting);
  return writeAgain(observed, scope, { ...server, own: false });
}

function change({ key, file }: ObservedSetting): DoctorFix {
  return { say: `Change "${key}" in ${file}.` };
}

function placeOf({ file, key }: ObservedSetting): { readonly file: string; readonly key: string } {
  return { file, key };
}
