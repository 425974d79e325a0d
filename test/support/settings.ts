/** Settings under which a spec is judged only for being broken: advice of rules to come changes no test but their own. */
import { RULES } from '../../compiler/check/rules/index.ts';
import { settingsOf } from '../../compiler/check/settings.ts';
import type { Settings } from '../../compiler/check/settings.ts';

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

export function onlyBroken(): Settings {
  const advice = RULES.filter(({ id }) => !BROKEN.has(id));
  return settingsOf({ rules: Object.fromEntries(advice.map(({ id }) => [id, 'off'])) });
}
