/** Names of successors: search, search_v2, search_v3 (EXT §9 rule 2). */

export function successorName(name: string): string {
  return `${rootName(name)}_v${versionIn(name) + 1}`;
}

/** Without its version. */
export function rootName(name: string): string {
  return name.replace(/_v\d+$/, '');
}

/** 1 for a name without a version. */
export function versionIn(name: string): number {
  return Number(/_v(\d+)$/.exec(name)?.[1] ?? 1);
}
