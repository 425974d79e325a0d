/** Compares two JSON values. */

/** The places at which they differ, as pointers; members may be in any order. */
export function differences(ours: unknown, theirs: unknown, path = ''): string[] {
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return [];
  if (!isContainer(ours) || !isContainer(theirs)) return [path];
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return names.flatMap((name) => differences(ours[name], theirs[name], `${path}/${name}`));
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
