/** Settings under which a spec is judged only for being broken: advice of rules to come changes no test but their own. */
import { RULES } from '../../compiler/check/rules/index.ts';
import { settingsOf } from '../../compiler/check/settings.ts';
import type { Profile, Settings } from '../../compiler/check/settings.ts';
import { memoizeText } from '../../compiler/base/memo.ts';

/** Rules without which a later step, or every call of a tool, would fail; locked ones are on whatever settings say. */
const BROKEN: ReadonlySet<string> = new Set([
  'param/bounds-order',
  'param/default-not-required',
  'param/default-valid',
  'param/header-mirrored',
  'param/items-required',
  'param/required-exists',
  'param/type-allowed',
  'server/skills-served',
  'skill/description-length',
  'skill/servers-resolve',
  'skill/tool-references',
  'tool/instead-resolves',
  'tool/name-format',
]);

/** The same object each time: what was found under other settings would be looked for again. */
export function onlyBroken(): Settings {
  return ONLY_BROKEN;
}

const ONLY_BROKEN = settingsWith((id) => BROKEN.has(id));

/** The rule alone, by profile of the folder `specs`. */
export const onlyRule = memoizeText((id) => settingsWith((other) => other === id));
export const onlyRuleOfImports = memoizeText((id) => settingsWith((other) => other === id, { specs: 'mcp' }));

/** With these rules alone, and those that are locked. */
export function settingsWith(
  isOn: (id: string) => boolean,
  profiles: Readonly<Record<string, Profile>> = {},
): Settings {
  const others = RULES.filter(({ id }) => !isOn(id));
  return settingsOf({ profiles, rules: Object.fromEntries(others.map(({ id }) => [id, 'off'])) });
}
