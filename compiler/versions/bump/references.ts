/** Everything in the specs that sends a model to a tool, as edits that send it to the tool's successor. */
import type { CheckedSpec, SkillPart, ToolPart } from '../../check/model.ts';
import type { TextEdit } from '../../base/diagnostic.ts';
import type { NodePath } from '../../spec/yaml/spec.ts';

/** `instead` of other tools, and steps, evals, lists and texts of skills: the purpose is the same. */
export function references(name: string, successor: string, spec: CheckedSpec, own: readonly ToolPart[]): TextEdit[] {
  const tools = spec.tools.filter((tool) => !own.includes(tool));
  return [
    ...tools.flatMap((tool) => insteadOf(tool, name, successor)),
    ...tools.flatMap((tool) => evalsOf(tool, name, successor)),
    ...spec.skills.flatMap((skill) => inSkill(skill, name, successor, spec)),
  ];
}

function insteadOf(tool: ToolPart, name: string, successor: string): TextEdit[] {
  const uses = [...(tool.spec.description.instead ?? []).entries()].filter(([, { use }]) => use === name);
  return uses.flatMap(
    ([index]) => tool.edit({ kind: 'replace', path: ['description', 'instead', index, 'use'], value: successor }) ?? [],
  );
}

/** Tools that cases of other tools expect, or rule out. */
function evalsOf({ spec, edit }: ToolPart, name: string, successor: string): TextEdit[] {
  return (spec.evals ?? []).flatMap(({ expect, never = [], after = [] }, index) => {
    const at = ['evals', index];
    const named: readonly (readonly [NodePath, string | undefined])[] = [
      ...(typeof expect === 'object'
        ? expect.any_of.map((tool, step) => [[...at, 'expect', 'any_of', step], tool] as const)
        : [[[...at, 'expect'], expect] as const]),
      ...never.map((tool, step) => [[...at, 'never', step], tool] as const),
      ...after.map(({ call }, step) => [[...at, 'after', step, 'call'], call] as const),
    ];
    return named.flatMap(([path, tool]) => {
      return tool === name ? (edit({ kind: 'replace', path, value: successor }) ?? []) : [];
    });
  });
}

function inSkill(skill: SkillPart, name: string, successor: string, spec: CheckedSpec): TextEdit[] {
  const { steps, never, references: files = [], allowed_tools: allowed = [], evals = [] } = skill.spec;
  const { not_for: notFor = [] } = skill.spec.description;
  const lists: readonly (readonly [NodePath, readonly unknown[]])[] = [
    [['steps'], steps],
    [['never'], never],
    [['allowed_tools'], allowed],
    ...evals.map(({ expected_behavior: list = [] }, index) => [['evals', index, 'expected_behavior'], list] as const),
  ];
  const paths: readonly NodePath[] = [
    ['context'],
    ...(skill.spec.example === undefined ? [] : [['example']]),
    ...lists.flatMap(([path, list]) => list.map((_item, index) => [...path, index])),
    ...notFor.map((_case, index) => ['description', 'not_for', index, 'use']),
    ...files.map((_file, index) => ['references', index, 'when']),
  ];
  const text = spec.spec.sources.find(({ path }) => path === skill.file)?.text ?? '';
  return paths.flatMap((path) => mentions(skill, path, text, name, successor));
}

/** The offsets of a name in the file; a name inside a longer one does not count. */
function mentions(skill: SkillPart, path: NodePath, text: string, name: string, successor: string): TextEdit[] {
  const { file, start, end } = skill.at(path);
  const found = text.slice(start, end).matchAll(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g'));
  return [...found].map(({ index }) => {
    return { file, start: start + index, end: start + index + name.length, text: successor };
  });
}
