/** The tool that a command names: as `tool`, `server.tool`, or `server/tool`. */
import { listNames } from '../../base/text/escape.ts';
import { type PlannedTool, allTools, commandName, plannedId, toolsNamed } from '../../plan/named-tools.ts';
import { qualifiedName } from '../../check/tool-names.ts';
import type { Plan } from '../../plan/model.ts';
import { Failure, unknownName } from './failure.ts';

type Named = readonly [message: string, hint: (names: string) => string];

/** @throws Failure for a name of no tool, or of several. */
export function namedTool(
  plan: Plan,
  written: string,
  [message, hint]: Named = [`Unknown tool "${written}".`, (names) => `Tools: ${names}.`],
): PlannedTool {
  const [match, ...others] = toolsWritten(plan, written);
  if (match && others.length === 0) return match;
  if (match)
    throw ambiguous(
      written,
      [match, ...others].map((one) => qualifiedName(plannedId(one))),
    );
  const names = allTools(plan).map((one) => commandName(plannedId(one), plan));
  throw unknownName([message, written], names, hint(listNames(names, 12) || 'none'));
}

/** None where it is unknown, several where it is ambiguous. */
export function toolsWritten(plan: Plan, written: string): readonly PlannedTool[] {
  const matches = toolsNamed(plan, written);
  return matches.length > 0 ? matches : toolsNamed(plan, written.replace('/', '.'));
}

export function ambiguous(written: string, names: readonly string[]): Failure {
  return new Failure(
    `Tool name "${written}" is ambiguous: ${names.length} tools have it.`,
    `Name one of them: ${listNames(names, 12)}.`,
  );
}
