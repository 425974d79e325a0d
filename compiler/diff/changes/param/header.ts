/** Another header repeats a parameter, or none does any more. */
import { changed } from '../../parts/changed.ts';
import { inBoth } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const paramHeader = changeKind({
  id: 'param/header',
  scope: 'schema',
  axis: 'wire',
  level: 'risky',
  says: 'Another header repeats a parameter over HTTP, or none does any more.',
  why: 'Clients that still have the old list of tools send the old headers and are refused until they list again; gateways that route by the old header find nothing.',
  next: 'Tell whoever runs a gateway in front of server "<server>" before you release.',
  example: {
    before: 'parameters: { shelf: { type: string, description: Where to look. } }',
    after: 'parameters: { shelf: { type: string, description: Where to look., x-mcp-header: Shelf } }',
  },
  mirror: 'param/header',
  detect(pair, found) {
    changed(inBoth(pair, 'argument'), found, ['x-mcp-header'], (schema) => schema['x-mcp-header']);
  },
});
