/** Arguments that are mirrored in headers. */
import { say } from '../../../base/sentence.ts';
import { rule } from '../../rule.ts';
import type { Schema } from '@haft/runtime/language';
import { innerSchemas } from '../../analysis/schemas/inner-schemas.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { Profile } from '../../settings.ts';

export const headerMirrored = rule({
  id: 'param/header-mirrored',
  subject: 'tool',
  severity: 'error',
  says: 'Only a string, integer or boolean with a fixed place in the arguments can be mirrored in a header, and every header must be unique.',
  why: 'HTTP clients drop a tool with an "x-mcp-header" that they cannot apply, so the model never sees it.',
  source: 'MCP 2026-07-28, Streamable HTTP (custom headers from tool parameters)',
  good: [
    'parameters: { region: { type: string, description: Where the book is., x-mcp-header: Region } }',
    'parameters: { place: { type: object, description: Where it is., properties: { floor: { type: integer, x-mcp-header: Floor } } } }',
  ],
  bad: [
    'parameters: { regions: { type: array, items: { type: string, x-mcp-header: Region }, description: Where to look. } }',
    `parameters:
  region: { type: string, description: Where the book is., x-mcp-header: Region }
  home: { type: string, description: Where the user is., x-mcp-header: REGION }
  shelves: { type: array, items: { type: string }, description: Where to look., x-mcp-header: Shelves }
returns: { type: object, properties: { found: { type: string, x-mcp-header: Found } } }`,
  ],
  check({ spec, profile }, report) {
    const { parameters = {}, returns, definitions = {} } = spec;
    if (!JSON.stringify([parameters, returns, definitions]).includes('"x-mcp-header":')) return;
    const taken = new Set<string>();
    const annotated = [
      ...Object.entries(parameters).flatMap(([name, schema]) =>
        mirroredHeaders(schema, ['parameters', name], true, profile),
      ),
      ...(returns ? mirroredHeaders(returns, ['returns'], false, profile) : []),
      ...Object.entries(definitions).flatMap(([name, schema]) =>
        mirroredHeaders(schema, ['definitions', name], false, profile),
      ),
    ];
    for (const { path, header, schema, reachable } of annotated) {
      const at = [...path, 'x-mcp-header'];
      const lower = header.toLowerCase();
      if (!reachable) report(at, `Header "${header}" can mirror only a single argument, not this schema.`, ELSEWHERE);
      else if (!PRIMITIVE.has(String(schema.type)))
        report(at, `Header "${header}" cannot represent every value of this schema.`, TYPES);
      else if (taken.has(lower))
        report(
          at,
          say`Two parameters of tool "${spec.name}" use the header "${header}"; header names are case-insensitive.`,
          OWN,
        );
      taken.add(lower);
    }
  },
});

const PRIMITIVE: ReadonlySet<string> = new Set(['string', 'integer', 'boolean']);

const ELSEWHERE =
  'Move it to a parameter, or to a property of an object parameter; lists, alternatives and results cannot be mirrored.';

const TYPES = 'Mirror only a string, an integer or a boolean, or delete `x-mcp-header`.';

const OWN = 'Give each its own header.';

interface Mirrored {
  readonly path: NodePath;
  readonly header: string;
  readonly schema: Schema;
  /** Nothing but names of properties leads from the arguments to it. */
  readonly reachable: boolean;
}

function mirroredHeaders(schema: Schema, path: NodePath, reachable: boolean, profile: Profile): Mirrored[] {
  const header = schema['x-mcp-header'];
  return [
    ...(header === undefined ? [] : [{ path, header, schema, reachable }]),
    ...innerSchemas(schema, profile).flatMap(({ schema: inner, path: to }) => {
      return mirroredHeaders(inner, [...path, ...to], reachable && to[0] === 'properties', profile);
    }),
  ];
}
