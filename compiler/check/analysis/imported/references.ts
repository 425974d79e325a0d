/** References to definitions that do not resolve or are circular. */
import { isObject, nearest, targetOf } from '@haft/runtime/language';
import type { Schema } from '@haft/runtime/language';
import type { NodePath, SpecDocument } from '../../../spec/yaml/spec.ts';
import { capital, describePlace, show, textAt } from '../../../spec/shape/place.ts';
import { unsoundAt } from '../../documents/shape-finding.ts';
import type { ShapeFinding } from '../../documents/shape-finding.ts';
import { REFERENCE } from '../schemas/inner-schemas.ts';

/** In a hint; more are not read. */
const MOST_NAMES = 20;

/** `path`: of the reference in `root`. */
export function referenceFindings(document: SpecDocument, path: NodePath, $ref: string, root: Schema): ShapeFinding[] {
  // An anchor may be anywhere; only pointers are followed.
  if ($ref !== '#' && !$ref.startsWith('#/')) return [];
  const place = capital(describePlace(document, path));
  if (targetOf(root, $ref) === undefined) {
    const names = Object.keys(root.$defs ?? {});
    const name = $ref.startsWith(REFERENCE) ? $ref.slice(REFERENCE.length) : $ref;
    const meant = nearest(name, new Set(names));
    const list =
      names.length > 0
        ? `Known: ${names.slice(0, MOST_NAMES).join(', ')}.`
        : 'Add it under `definitions:` of the tool or its server.';
    const hint = meant === undefined ? list : `Did you mean "#/$defs/${meant}"?`;
    const message = `${place} refers to ${show(name)}, which is not defined.`;
    return [unsoundAt(document, path, { code: 'spec/unknown-definition', message, hint })];
  }
  if (!leadsTo($ref, $ref, root, new Set())) return [];
  const message = `${place} is a circular $ref.`;
  const hint = 'Refer to it only from inside `properties` or `items`.';
  return [unsoundAt(document, path, { code: 'spec/endless-definition', message, hint })];
}

/** Follows references that do not step into the value: such a circle is infinite. */
function leadsTo(from: string, goal: string, root: Schema, seen: Set<string>): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  const schema = targetOf(root, from);
  return isObject(schema) && sameValue(schema).some((next) => next === goal || leadsTo(next, goal, root, seen));
}

/** The references that judge the same value as the schema does. */
function sameValue(schema: Schema): string[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], not } = schema;
  const inner = [...allOf, ...anyOf, ...oneOf, ...(not ? [not] : [])].filter(isObject).flatMap(sameValue);
  const used = textAt(schema, 'use');
  return [...($ref === undefined ? [] : [$ref]), ...(used === undefined ? [] : [REFERENCE + used]), ...inner];
}
