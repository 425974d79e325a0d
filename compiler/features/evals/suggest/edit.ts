/** A proposal as an edit of the author's file. */
import { ownMember } from '@haft/runtime/language';
import type { CheckedSpec } from '../../../check/model.ts';
import type { Span, TextEdit } from '../../../base/diagnostic.ts';
import type { SuggestedEdit } from './suggestion.ts';

/** Undefined where the text cannot be changed safely, for example a text over several lines. */
export function editOf(
  { name, path, how, value }: SuggestedEdit,
  spec: CheckedSpec,
): { readonly edit: TextEdit; readonly span: Span } | undefined {
  const part = [...spec.tools, ...spec.skills].find((one) => one.spec.name === name);
  if (!part) return undefined;
  const found = path.reduce<unknown>(memberOf, part.spec);
  const parent = path.slice(0, -1);
  const key = path.at(-1) ?? '';
  const edit =
    how === 'replace'
      ? part.edit({ kind: 'replace', path, value })
      : Array.isArray(found) && found.length > 0
        ? part.edit({ kind: 'insert-item', path, after: found.length - 1, value })
        : found === undefined
          ? part.edit({ kind: 'insert', path: parent, key, value: [value] })
          : undefined;
  return edit && { edit, span: part.at(found === undefined ? parent : path) };
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? ownMember(value as Readonly<Record<string, unknown>>, key)
    : undefined;
}
