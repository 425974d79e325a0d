/** What is found in documents under a few rules: the same objects for what is the same, so that it is judged once. */
import { memoizeText } from '../../compiler/base/memo.ts';
import type { Diagnostic } from '../../compiler/base/diagnostic.ts';
import { check } from '../../compiler/check/check.ts';
import type { SkillFile } from '../../compiler/check/model.ts';
import { RULES } from '../../compiler/check/rules/index.ts';
import { type Profile, settingsOf } from '../../compiler/check/settings.ts';
import { load } from '../../compiler/spec/yaml/load.ts';
import type { Json } from '../../runtime/language/json.ts';

interface Checked {
  of(documents: readonly Json[], profile?: Profile, files?: readonly SkillFile[]): readonly Diagnostic[];
  /** Of each of many documents, beside those that all need; what a project costs is shared by 40 of them. */
  ofEach(beside: readonly Json[], documents: readonly Json[], profile: Profile): (readonly Diagnostic[])[];
}

const AT_ONCE = 40;

/** All rules that can be switched off are off but these. */
export function checkedUnder(ids: ReadonlySet<string>): Checked {
  const rules = Object.fromEntries(RULES.flatMap(({ id }) => (ids.has(id) ? [] : [[id, 'off' as const]])));
  const settingsFor = memoizeText((profile: Profile) => settingsOf({ rules, profiles: { specs: profile } }));
  const firstSource = memoizeText((text) => ({ path: pathOf(0), text }));
  const of: Checked['of'] = (documents, profile = 'ext', files = []) => {
    const texts = documents.map((one) => JSON.stringify(one));
    const { value, diagnostics } = load(
      texts.map((text, at) => (at === 0 ? firstSource(text) : { path: pathOf(at), text })),
    );
    return [...diagnostics, ...check(value, { settings: settingsFor(profile), files }).diagnostics];
  };
  const ofEach: Checked['ofEach'] = (beside, documents, profile) => {
    const found: (readonly Diagnostic[])[] = [];
    for (let from = 0; from < documents.length; from += AT_ONCE) {
      const some = documents.slice(from, from + AT_ONCE);
      const all = of([...beside, ...some], profile);
      found.push(...some.map((_, at) => all.filter(({ span }) => span.file === pathOf(beside.length + at))));
    }
    return found;
  };
  return { of, ofEach };
}

const pathOf = (at: number): string => `specs/${at}.yaml`;
