/** Random items of `tools/list`, as MCP 2025-11-25 allows them: anything that may be left out is, now and then. */
import * as fc from 'fast-check';
import type { JsonObject } from '../../runtime/language/json.ts';

export function anyMcpTool(): fc.Arbitrary<JsonObject> {
  return fc
    .record(
      {
        name: fc.stringMatching(/^[A-Za-z0-9_./-]{1,40}$/),
        title: words(),
        description: fc.oneof(words(), fc.constant('x '.repeat(1500))),
        inputSchema: inputSchema(),
        outputSchema: outputSchema(),
        annotations: annotations(),
        icons: fc.array(icon(), { maxLength: 2 }),
        _meta: members(anyJson()),
        execution: fc.constantFrom({}, { taskSupport: 'optional' }, { taskSupport: 'forbidden', other: 1 }),
      },
      { requiredKeys: ['name', 'inputSchema'], noNullPrototype: true },
    )
    .map((tool) => JSON.parse(JSON.stringify(tool)));
}

const NAMES = ['path', 'limit', '$filter', 'x-y', 'a b', '', 'constructor', '__proto__', 'ünïcode', '1'];

function words(): fc.Arbitrary<string> {
  return fc.constantFrom(
    '',
    ' ',
    'Reads a file.',
    'Line\nbreak',
    'Use when "quoted": {x}',
    'naïve — 日本',
    'a\r\nb ',
    '# no comment',
  );
}

function anyJson(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom(null, true, 0, -1.5, '', 'a', 'null'),
    fc.array(fc.constantFrom(1, 'b', null), { maxLength: 2 }),
    fc.constant({ a: { b: [] } }),
  );
}

function members<T>(value: fc.Arbitrary<T>): fc.Arbitrary<JsonObject> {
  return fc
    .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), value), { selector: ([name]) => name, maxLength: 3 })
    .map((entries) => Object.fromEntries(entries) as unknown as JsonObject);
}

function annotations(): fc.Arbitrary<unknown> {
  return fc.record(
    {
      title: words(),
      readOnlyHint: fc.boolean(),
      destructiveHint: fc.boolean(),
      idempotentHint: fc.boolean(),
      openWorldHint: fc.boolean(),
      category: words(),
      conditions: anyJson(),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
}

function icon(): fc.Arbitrary<unknown> {
  return fc.record(
    {
      src: fc.constantFrom('https://example.org/a.png', 'data:image/png;base64,AA=='),
      mimeType: words(),
      sizes: fc.constant(['48x48']),
      theme: fc.constant('dark'),
    },
    { requiredKeys: ['src'], noNullPrototype: true },
  );
}

/** Keywords that Haft passes on without judging them. */
function passedOn(inner: fc.Arbitrary<unknown>): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  return {
    $comment: words(),
    readOnly: fc.boolean(),
    contentEncoding: fc.constant('base64'),
    dependentRequired: fc.constant({ a: ['b'] }),
    dependencies: fc.constant({ a: ['b'] }),
    if: inner,
    then: inner,
    else: inner,
    contains: inner,
    unevaluatedProperties: fc.boolean(),
    'x-vendor': anyJson(),
    nullable: fc.boolean(),
    example: anyJson(),
    $id: fc.constant('https://example.org/schema'),
  };
}

function schema(references: readonly string[]): fc.Arbitrary<unknown> {
  const { node } = fc.letrec<{ node: unknown }>((tie) => {
    const inner = tie('node');
    const list = fc.array(inner, { minLength: 1, maxLength: 2 });
    const keywords = {
      type: fc.constantFrom('string', 'integer', 'array', 'object', 'null', ['string', 'null']),
      title: words(),
      description: words(),
      enum: fc.constantFrom(['a', 'b'], [null], [1, 'a', { b: 1 }]),
      const: anyJson(),
      default: anyJson(),
      examples: fc.array(anyJson(), { maxLength: 2 }),
      deprecated: fc.boolean(),
      minimum: fc.constantFrom(0, -1.5),
      exclusiveMaximum: fc.constant(10),
      multipleOf: fc.constantFrom(1, 0.01),
      minLength: fc.constant(1),
      maxLength: fc.constant(100),
      pattern: fc.constantFrom('^a+$', '', '[a-z]{2,}'),
      format: fc.constantFrom('uri', 'int64', '', 'date-time'),
      uniqueItems: fc.boolean(),
      minItems: fc.constant(0),
      items: fc.oneof(inner, list),
      prefixItems: list,
      properties: members(inner),
      required: fc.constantFrom([], ['path'], ['path', 'unknown', 'path']),
      additionalProperties: inner,
      patternProperties: fc.constantFrom({ '^x-': {} }, { '.*': true }),
      propertyNames: fc.constantFrom({ maxLength: 5 }, true),
      minProperties: fc.constant(0),
      anyOf: list,
      oneOf: list,
      allOf: list,
      not: inner,
      $ref: fc.constantFrom(...references),
      ...passedOn(inner),
    };
    const names = Object.keys(keywords) as (keyof typeof keywords)[];
    const map = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 4 }).chain((picked) =>
      fc.record(Object.fromEntries(picked.map((key) => [key, keywords[key] as fc.Arbitrary<unknown>])), {
        noNullPrototype: true,
      }),
    );
    return {
      node: fc.oneof({ maxDepth: 3, withCrossShrink: true }, fc.boolean(), map, fc.constant({ type: 'string' }), map),
    };
  });
  return node;
}

function inputSchema(): fc.Arbitrary<unknown> {
  const references = ['#/$defs/point', '#/properties/path', 'https://example.org/other.json', '#anchor'];
  const inner = schema(references);
  return fc
    .record(
      {
        properties: members(inner),
        required: fc.constantFrom([], ['path']),
        additionalProperties: inner,
        $schema: fc.constantFrom(
          'http://json-schema.org/draft-07/schema#',
          'https://json-schema.org/draft/2020-12/schema',
        ),
        title: words(),
        description: words(),
        anyOf: fc.constant([{ required: ['path'] }, { required: ['limit'] }]),
        definitions: members(inner),
        $comment: words(),
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map((root) => {
      const text = JSON.stringify(root);
      // What references lead to has to be there, without a reference of its own.
      const point = text.includes('#/$defs/point') ? { $defs: { point: { type: 'number', 'x-vendor': 1 } } } : {};
      const path = text.includes('#/properties/path')
        ? { properties: { ...Object(root.properties), path: { type: 'string' } } }
        : {};
      return { type: 'object', ...root, ...point, ...path };
    });
}

function outputSchema(): fc.Arbitrary<unknown> {
  return fc.record(
    {
      type: fc.constant('object'),
      properties: members(fc.constantFrom({ type: 'string' }, true, { $ref: '#/$defs/x' })),
      $defs: fc.constant({ x: {} }),
      additionalProperties: fc.boolean(),
    },
    { requiredKeys: ['type'], noNullPrototype: true },
  );
}
