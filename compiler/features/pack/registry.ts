/** How npm and the MCP registry name and describe a server. */
import type { ServerPlan } from '../../plan/model.ts';
import { oneLine } from './files.ts';
import type { PackageDetails } from './format.ts';

/** Characters of a description in the MCP registry (schema 2025-12-11). */
export const MAX_DESCRIPTION = 100;

export function npmName({ name }: Pick<ServerPlan, 'name'>, { scope }: Pick<PackageDetails, 'scope'>): string {
  return scope === undefined ? name : `${scope}/${name}`;
}

/** Undefined if the namespace is unknown. */
export function registryName(
  { name }: Pick<ServerPlan, 'name'>,
  { namespace }: Pick<PackageDetails, 'namespace'>,
): string | undefined {
  return namespace === undefined ? undefined : `${namespace}/${name}`;
}

/** The summary; else as many of its first sentences as there is room for; else its start, up to a word. */
export function shortDescription({ summary }: Pick<ServerPlan, 'summary'>): string {
  const whole = oneLine(summary);
  if (whole.length <= MAX_DESCRIPTION) return whole;
  const [sentences] = new RegExp(`^.{0,${MAX_DESCRIPTION - 1}}[.!?](?= )`, 'su').exec(whole) ?? [];
  if (sentences !== undefined && sentences.length <= MAX_DESCRIPTION) return sentences;
  const start = whole.slice(0, MAX_DESCRIPTION - 1);
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), 1))}…`;
}
