/** Runs every rule on every part. Findings are cached with the part and with the rule's context, so that an edit costs only what it affects. */
import type { Diagnostic } from '../base/diagnostic.ts';
import { groupBy } from '../base/groups.ts';
import { isSameList, memoizeBy, flatMapMemo } from '../base/memo.ts';
import type { SpecDraft, Located, ServerPart, SkillPart, ToolPart } from './model.ts';
import { type AnyCrossRule, type OwnRule, type Parts, type RuleSubject, holdsIn, isCrossRule } from './rule.ts';
import { RULES } from './rules/index.ts';
import { schemasOf } from './analysis/schemas/inner-schemas.ts';
import type { ToolSpec } from './documents/tool.ts';
import type { Profile, Settings } from './settings.ts';
import { type OnStep, mapInSteps } from '../base/progress.ts';

/** Findings that an earlier process may have made of the same texts. */
export interface KnownFindings {
  /** Of one file: `paths` are those whose texts they follow from, the file itself first. */
  readonly of: (paths: readonly string[], judge: () => readonly Diagnostic[]) => readonly Diagnostic[];
}

/** `unread`: some files could not be read, so rules about names that others declare are skipped. */
export function judge(draft: SpecDraft, unread: boolean, onStep?: OnStep, memo?: KnownFindings): Diagnostic[] {
  const { servers, toolLists, skills, settings } = draft;
  const { ofServer, ofTools, ofSkill, cacheOf } = findingsUnder(settings);
  const total = toolLists.reduce((sum, list) => sum + list.length, 0);
  let done = 0;
  const isOff = ({ id, locked = false }: AnyCrossRule): boolean => !locked && settings.severities[id] === 'off';
  const around = AROUND.filter((rule) => !(unread && rule.resolves) && !isOff(rule));
  return [
    ...byFile(servers, toolLists).flatMap((parts) => {
      const { own, lists } = parts;
      const judgeAll = (): readonly Diagnostic[] => [...own.flatMap(ofServer), ...lists.flatMap(ofTools)];
      onStep?.('checking', done, total, 'tools');
      done += lists.reduce((sum, list) => sum + list.length, 0);
      return memo ? memo.of(pathsOf(parts), judgeAll) : judgeAll();
    }),
    ...skills.flatMap(ofSkill),
    ...mapInSteps(around, ['checking all parts against', 'rules'], onStep, (rule) =>
      runCrossRule(rule, draft, cacheOf(rule)),
    ).flat(),
  ];
}

interface FileParts {
  readonly file: string;
  readonly own: readonly ServerPart[];
  readonly lists: readonly (readonly ToolPart[])[];
}

function byFile(servers: SpecDraft['servers'], toolLists: SpecDraft['toolLists']): readonly FileParts[] {
  const own = groupBy(servers, ({ file }) => file);
  const lists = groupBy(
    toolLists.filter(({ length }) => length > 0),
    ([first]) => first?.file ?? '',
  );
  const files = new Set([...own.keys(), ...lists.keys()]);
  return [...files].map((file) => ({ file, own: own.get(file) ?? [], lists: lists.get(file) ?? [] }));
}

/** The file, and those with the servers of its tools or the tools of its servers: what rules about a server and its tools look at. */
function pathsOf({ file, own, lists }: FileParts): readonly string[] {
  const ofTools = own.flatMap(({ tools }) => tools.map((tool) => tool.file));
  const ofServers = lists.flat().flatMap(({ server }) => server?.file ?? []);
  return [...new Set([file, ...ofTools, ...ofServers])];
}

const AROUND = RULES.flatMap((rule) => (isCrossRule(rule) ? rule : (rule.filesCheck ?? [])));

/** Other settings invalidate all cached findings. */
const findingsUnder = memoizeBy((settings: Settings) => {
  const clean = new WeakMap<ToolSpec, readonly unknown[]>();
  const run = (file: string, parts: Parts, rules: RuleSet): readonly Diagnostic[] => {
    const findings: Diagnostic[] = [];
    for (const rule of rules[settings.profileOf(file)]) rule.run(parts, { settings }, findings);
    return findings;
  };
  return {
    ofServer: memoizeBy((server: ServerPart) => run(server.file, { ...NONE, server: [server] }, SERVER_RULES)),
    ofTools: flatMapMemo((tool: ToolPart) => {
      const siblings = siblingsOf(tool);
      // A part without findings has none after it moved in the file either.
      if (isSameList(clean.get(tool.spec) ?? NOTHING, siblings)) return NOTHING;
      const { params, results } = schemasOf(tool);
      const parts = { ...NONE, tool: [tool], param: params, schema: [...params, ...results] };
      const findings = run(tool.file, parts, TOOL_RULES);
      if (findings.length === 0) clean.set(tool.spec, siblings);
      return findings;
    }),
    ofSkill: memoizeBy((skill: SkillPart) => run(skill.file, { ...NONE, skill: [skill] }, SKILL_RULES)),
    cacheOf: memoizeBy((_rule: AnyCrossRule): SiblingFindings => new WeakMap()),
  };
});

const NOTHING: readonly never[] = [];

/** The context of rules about a tool. */
function siblingsOf({ profile, server }: ToolPart): readonly unknown[] {
  const { name, title, summary, results } = server?.spec ?? {};
  return [profile, name, title, summary, results];
}

/** The findings of a rule, and the context that they depend on. */
interface CachedFindings {
  readonly context: unknown;
  readonly findings: readonly Diagnostic[];
}

type SiblingFindings = WeakMap<Located<unknown>, CachedFindings>;

function runCrossRule(rule: AnyCrossRule, draft: SpecDraft, cache: SiblingFindings): readonly Diagnostic[] {
  const findings: Diagnostic[] = [];
  for (const [part, context] of rule.around(draft)) {
    let last = cache.get(part);
    if (!last || !isSame(last.context, context)) {
      last = { context, findings: rule.run(part, context, draft.settings) };
      cache.set(part, last);
    }
    for (const one of last.findings) findings.push(one);
  }
  return findings;
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (Array.isArray(a) && Array.isArray(b) && isSameList(a, b));
}

const NONE: Parts = { server: [], tool: [], param: [], schema: [], skill: [] };

type RuleSet = Readonly<Record<Profile, readonly OwnRule[]>>;

const SERVER_RULES = rulesFor('server');
const TOOL_RULES = rulesFor('tool', 'param', 'schema');
const SKILL_RULES = rulesFor('skill');

function rulesFor(...wanted: readonly RuleSubject[]): RuleSet {
  const rules = RULES.filter((rule): rule is OwnRule => !isCrossRule(rule));
  const fitting = rules.filter(({ subjects }) => subjects.some((subject) => wanted.includes(subject)));
  const under = (profile: Profile): OwnRule[] => fitting.filter((rule) => holdsIn(rule, profile));
  return { ext: under('ext'), mcp: under('mcp') };
}
