/** Every rule on every part. What a rule finds in a part alone is remembered with that part: an edit costs what it touches. */
import type { Diagnostic } from '../diagnostic.ts';
import { oncePer } from '../once.ts';
import type { Draft, ServerPart, SkillPart, ToolPart } from './model.ts';
import type { AnyRule, Parts } from './rule.ts';
import { RULES } from './rules/index.ts';
import { schemasOf } from './schemas-of.ts';
import type { Settings } from './settings.ts';

/** `unread`: some files could not be read, so rules about names that others declare stay silent. */
export function judge(draft: Draft, unread: boolean): Diagnostic[] {
  const { servers, tools, skills, params, schemas, settings } = draft;
  const remembered = ownFindings(settings);
  const own = [...servers.map(ofServer), ...tools.map(ofTool), ...skills.map(ofSkill)];
  const parts: Parts = { server: servers, tool: tools, skill: skills, param: params, schema: schemas };
  return [
    ...own.flatMap(remembered),
    ...AROUND.filter((rule) => !(unread && rule.resolves)).flatMap((rule) => rule.run(parts, draft)),
  ];
}

const looksAround = ({ around = false, resolves = false }: AnyRule): boolean => around || resolves;
const AROUND = RULES.filter(looksAround);
const OWN = RULES.filter((rule) => !looksAround(rule));

/** With other settings everything is found anew. */
const ownFindings = oncePer((settings: Settings) => {
  // The types of these cells let them see nothing of a draft but its settings.
  const draft = { settings } as Draft;
  return oncePer((parts: Parts): readonly Diagnostic[] => OWN.flatMap((rule) => rule.run(parts, draft)));
});

const NOTHING: Parts = { server: [], tool: [], param: [], schema: [], skill: [] };

const ofServer = oncePer((server: ServerPart): Parts => ({ ...NOTHING, server: [server] }));
const ofSkill = oncePer((skill: SkillPart): Parts => ({ ...NOTHING, skill: [skill] }));
const ofTool = oncePer((tool: ToolPart): Parts => {
  const { params, results } = schemasOf(tool);
  return { ...NOTHING, tool: [tool], param: params, schema: [...params, ...results] };
});
