/** The HTTP header that mirrors an argument. */
import { changeKinds } from '../../kind.ts';
import { reportChanged } from '../../compare/changed.ts';
import { inBoth } from '../../schema/forms.ts';

export const SCHEMA_HEADER = changeKinds('schema', [
  {
    id: 'param/header',
    axis: 'wire',
    level: 'risky',
    says: 'The mirrored header of a parameter was added, changed or removed.',
    why: 'Clients with the old tool list send the old headers and are rejected until they list the tools again; gateways that route by the old header no longer match.',
    next: 'Notify the operators of gateways in front of server "<server>" before you release.',
    example: {
      before: 'parameters: { shelf: { type: string, description: Where to look. } }',
      after: 'parameters: { shelf: { type: string, description: Where to look., x-mcp-header: Shelf } }',
    },
    detect(pair, found) {
      reportChanged(inBoth(pair, 'argument'), found, ['x-mcp-header'], (schema) => schema['x-mcp-header']);
    },
  },
]);
