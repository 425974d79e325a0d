/** A successor has the next number, the same purpose, and a deprecated predecessor. */
import { memoizeBy } from '../../memo.ts';
import type { Plan, ServerPlan, ToolPlan } from '../../plan/model.ts';
import { likeness } from '../likeness.ts';
import type { PolicyRule, Violation } from './policy.ts';

export const successor: PolicyRule = {
  id: 'version/successor',
  says: 'A successor must be named <tool>_v2, _v3 and so on, next to its deprecated predecessor.',
  why: 'The suffix is the only version of a tool that hosts and models see, so it must mean that the predecessor exists and does the same.',
  next: 'Name it after the tool that it replaces, and deprecate that tool with `use:` set to this one.',
  source: 'EXT §9 rule 2',
  judge({ before, after }) {
    const successors = after.servers.flatMap(successorsOf);
    if (successors.length === 0) return [];
    const released = new Set(before.servers.flatMap((server) => server.tools.map(({ name }) => name)));
    return successors.flatMap(({ tool, server }) => problems(tool, server, after, released));
  },
};

const successorsOf = memoizeBy(({ tools, name }: ServerPlan) => {
  return tools.filter(isSuccessor).map((tool) => ({ tool, server: name }));
});

/** By `replaces`, or by its name alone. */
function isSuccessor({ name, replaces }: ToolPlan): boolean {
  return replaces !== undefined || (name.includes('_v') && versionOf(name) !== 1);
}

/** Words that two descriptions of one purpose have in common, from 0 to 1. */
const SAME_PURPOSE = 0.3;

function problems(tool: ToolPlan, server: string, plan: Plan, released: ReadonlySet<string>): Violation[] {
  const { name, replaces } = tool;
  const version = versionOf(name);
  const root = name.replace(/_v\d+$/, '');
  // A release cannot be undone: only new successors are judged.
  if (released.has(name)) return [];
  const expected = version === 2 ? root : `${root}_v${version - 1}`;
  const base = plan.servers.flatMap(({ tools }) => tools).find((other) => other.name === (replaces ?? expected));
  const at = (path: readonly string[], says: string, next?: string): Violation => ({
    target: { server, tool: name, path },
    says,
    ...(next !== undefined && { next }),
  });
  if (replaces === undefined)
    return [
      at(
        ['name'],
        `Tool "${name}" is named like a successor but has no \`replaces\`.`,
        `Add \`replaces: ${expected}\`.`,
      ),
    ];
  if (version === 1 || replaces !== expected)
    return [
      at(
        ['replaces'],
        `Tool "${name}" replaces "${replaces}", so its name must be "${nextName(replaces)}".`,
        `Rename it to "${nextName(replaces)}".`,
      ),
    ];
  if (!base)
    return released.has(replaces)
      ? []
      : [at(['replaces'], `Tool "${name}" replaces "${replaces}", which does not exist.`)];
  return [
    ...(base.deprecated?.use === name
      ? []
      : [
          at(
            ['replaces'],
            `Tool "${replaces}" has the successor "${name}" and is not deprecated in its favor.`,
            `Deprecate "${replaces}" with \`use: ${name}\`.`,
          ),
        ]),
    ...(likeness(doesOf(base), doesOf(tool)) >= SAME_PURPOSE
      ? []
      : [
          at(
            ['description', 'does'],
            `Tool "${name}" has a different purpose than "${replaces}".`,
            'A tool with another purpose is a new tool: choose an unrelated name.',
          ),
        ]),
  ];
}

function nextName(name: string): string {
  return `${name.replace(/_v\d+$/, '')}_v${versionOf(name) + 1}`;
}

function versionOf(name: string): number {
  return Number(/_v(\d+)$/.exec(name)?.[1] ?? 1);
}

function doesOf({ description }: ToolPlan): string {
  return description.parts.find(({ part }) => part === 'does')?.text ?? '';
}
