/** A setting of the host leaves out what is installed. */
import type { SwitchSubject } from '../../../../spec/hosts/switches.ts';
import { membersOf } from '../../../../plan/read-json.ts';
import { type DoctorFix, writeAgain } from '../fix.ts';
import type { ObservedFile, ObservedHost, ObservedServer, ObservedSetting } from '../observed.ts';
import type { SymptomPlace, Symptom } from '../symptom.ts';

export const switchedOff: Symptom = {
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
          : [{ ...placeOf(setting), server: server.name, cause, fix: fixOf(setting, { server, file, observed }) }];
      }),
  );
}

/** In a further file, which the host reads over the one of the entry. */
function isFurther({ file }: ObservedSetting, { files }: ObservedHost): boolean {
  return files.every((one) => one.file !== file);
}

function causeOf(
  setting: ObservedSetting,
  { name, started }: ObservedServer,
  { host }: ObservedHost,
): string | undefined {
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

interface Off {
  readonly server: ObservedServer;
  readonly file: ObservedFile;
  readonly observed: ObservedHost;
}

function fixOf(setting: ObservedSetting, { server, file, observed }: Off): DoctorFix {
  if (setting.server === undefined || isFurther(setting, observed)) return change(setting);
  return writeAgain(observed, file.scope, { ...server, own: false });
}

function change({ key, file }: ObservedSetting): DoctorFix {
  return { say: `Change "${key}" in ${file}.` };
}

function placeOf({ file, key }: ObservedSetting): { readonly file: string; readonly key: string } {
  return { file, key };
}
