/** Ids of rules that existed: comments that name them are unused, and settings change nothing. */
export const RETIRED_RULES: ReadonlySet<string> = new Set(['param/narrower-type', 'tool/inside-named']);
