/** The key `replaces` of a successor: one name, or the names of several tools that it took the place of. */
import type { ToolPart } from '../../check/model.ts';
import type { TextEdit } from '../../base/diagnostic.ts';

/** A successor of a successor replaces only that one; a tool that takes over more tools replaces all of them. */
export function withReplaces({ spec, edit }: ToolPart, names: readonly string[]): TextEdit | undefined {
  const value = names.length === 1 ? names[0] : names;
  if (spec.replaces === undefined) return edit({ kind: 'insert', path: [], key: 'replaces', value });
  const target = { ...spec, replaces: value };
  return typeof spec.replaces === 'string' && typeof value === 'string'
    ? edit({ kind: 'replace', path: ['replaces'], value })
    : edit({ kind: 'rewrite', path: [], target, changed: [['replaces']] });
}
