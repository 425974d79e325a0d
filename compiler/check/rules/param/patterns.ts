/** Patterns of parameters, and headers that mirror them. */
import type { Schema } from '@haft/runtime/language';
import { say } from '../../../base/sentence.ts';
import { isPattern, problemOf, slownessOf } from '../../analysis/patterns/slow.ts';
import { innerSchemas } from '../../analysis/schemas/inner-schemas.ts';
import { rule } from '../../rule.ts';
import type { Profile } from '../../settings.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';

/** Arguments that are mirrored in headers. */
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
    const headers = new Set<string>();
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
      else if (headers.has(lower))
        report(
          at,
          say`Two parameters of tool "${spec.name}" use the header "${header}"; header names are case-insensitive.`,
          OWN,
        );
      headers.add(lower);
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

export const patternLinear = rule({
  id: 'param/pattern-linear',
  subject: 'schema',
  severity: 'warning',
  says: 'A pattern should match in time proportional to the length of the text.',
  why: 'A backtracking engine can take minutes on a text that almost matches, which blocks the host or a validator. Haft servers are not affected.',
  source: 'JSON Schema 2020-12, Validation §10 (patterns that are extremely expensive to compute); CWE-1333',
  good: [
    'parameters: { tags: { type: string, pattern: "^\\\\w+(?:\\\\s\\\\w+)*$", description: "Words, such as old maps." } }',
    'parameters: { mail: { type: string, pattern: "^[^\\\\s@]+@[^\\\\s@.]+(?:\\\\.[^\\\\s@.]+)+$", description: Mail address. } }',
    'returns: { type: object, properties: { isbn: { type: string, pattern: "^(?:97[89])?[0-9]{9}[0-9X]$" } } }',
  ],
  bad: [
    'parameters: { tags: { type: string, pattern: "^(\\\\w+\\\\s?)+$", description: "Words, such as old maps." } }',
    'parameters: { mail: { type: string, pattern: "^[^\\\\s@]+@[^\\\\s@]+\\\\.[^\\\\s@]+$", description: Mail address. } }',
    'parameters:\n  line:\n    type: string\n    pattern: \\s+$\n    description: Line of the book.',
    'returns: { type: object, properties: { name: { type: string, pattern: "^(a|aa)+$" } } }',
  ],
  check({ name, spec }, report) {
    const { pattern, patternProperties = {} } = spec;
    const slowness = pattern !== undefined && isPattern(pattern) ? slownessOf(pattern) : undefined;
    if (slowness)
      report(['pattern'], messageOf(`The pattern of "${name}"`, slowness.again), HINT, { word: slowness.part });
    for (const key of Object.keys(patternProperties)) {
      const slow = isPattern(key) ? slownessOf(key) : undefined;
      const message = slow && messageOf(`A pattern for the properties of "${name}"`, slow.again);
      if (message) report(['patternProperties', key], message, HINT, { part: 'key', word: slow.part });
    }
  },
});

function messageOf(subject: string, again: string): string {
  const text = JSON.stringify(`${again.repeat(Math.ceil(4 / again.length))}…`);
  return `${subject} is slow on long texts: on texts such as ${text}, the time grows faster than the length.`;
}

const HINT =
  'Let every character match in one way only: write `^a+$` instead of `^(a+)+$` and `^[^.]+\\.[^.]+$` instead of `^.+\\..+$`; and start the pattern with `^`, or limit the repeat.';

export const patternValid = rule({
  id: 'param/pattern-valid',
  subject: 'schema',
  severity: 'error',
  imported: 'warning',
  locked: true,
  says: 'A pattern must be a valid regular expression.',
  why: 'The server compiles the pattern; an invalid one makes every call fail.',
  hint: 'Fix it, or escape special characters with \\.',
  source: 'JSON Schema 2020-12, pattern (a regular expression of ECMA-262 with Unicode)',
  good: [
    'parameters: { isbn: { type: string, pattern: "^[0-9]{13}$", description: ISBN without hyphens. } }',
    'parameters: { shelf: { type: string, pattern: "^\\\\p{L}+-[0-9]+$", description: "Shelf, such as Ä-12." } }',
  ],
  bad: [
    'parameters: { isbn: { type: string, pattern: "[0-9{13}", description: ISBN without hyphens. } }',
    'returns: { type: object, properties: { isbn: { type: string, pattern: "*" } } }',
  ],
  check(schema, report) {
    const { pattern } = schema.spec;
    const problem = pattern === undefined ? undefined : problemOf(pattern);
    if (problem)
      report(['pattern'], say`The pattern of "${schema.name}" is not a valid regular expression: ${problem}.`);
  },
});
