/** The schema of a parameter. */
import { entriesOf, memberOf } from './values.ts';
import type { RawNode } from './values.ts';

/** Its own, or that of its media type. */
export function parameterSchema(node: RawNode): unknown {
  if (node['schema'] !== undefined) return node['schema'];
  const [[, media] = []] = entriesOf(node['content']);
  if (media !== undefined) return memberOf(media, 'schema');
  // Version 2 in a document that says 3.
  return node['type'] === undefined ? undefined : { type: node['type'], enum: node['enum'], items: node['items'] };
}
