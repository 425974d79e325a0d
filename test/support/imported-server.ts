/** A server with tools as public servers have them, under profile `mcp`. */
import { settingsOf } from '../../compiler/check/settings.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';

export const DESCRIPTION = `Create a new entity  in the knowledge graph

Args:
  - name: unique; see https://example.org/names`;

export const TOOLS = `
  - name: createEntity
    description: ${JSON.stringify(DESCRIPTION)}
    definitions:
      node:
        type: object
        properties:
          label: { type: string }
          weight: { type: number, default: 1 }
          children: { type: array, items: { $ref: "#/$defs/node" } }
        required: [label]
        additionalProperties: false
    parameters:
      entityName: { type: string, minLength: 1 }
      root: { $ref: "#/$defs/node" }
      score: { type: number, exclusiveMinimum: 0, multipleOf: 0.01 }
      parent: { anyOf: [{ type: string, format: uuid }, { type: "null" }], default: null, description: Its parent. }
      target:
        oneOf:
          - { type: object, properties: { kind: { const: file }, path: { type: string } }, required: [kind, path] }
          - { type: object, properties: { kind: { const: url }, url: { type: string, format: uri } }, required: [kind, url] }
      tags: { type: [array, "null"], uniqueItems: true, items: { type: string } }
      labels: { type: object, additionalProperties: { type: [string, number] }, maxProperties: 3 }
      range: { type: array, prefixItems: [{ type: integer }, { type: integer }], minItems: 2, maxItems: 2 }
      raw: {}
      list: { type: array }
      mode: { enum: [fast, 1, null] }
      headers: { type: object, patternProperties: { "^x-": { type: string } }, propertyNames: { maxLength: 20 } }
      old: { type: string, deprecated: true, examples: [a, b], not: { const: forbidden } }
    required: [entityName]
    command: { argv: [printf, "%s", "{entityName}"], stdout: text, result: { text: "" } }
  - name: ping
    description: Ping
    command: { argv: [printf, pong], stdout: text, result: { text: "" } }
    returns: { type: object, properties: { text: { anyOf: [{ type: string }, { type: "null" }] } } }
    effects: read
`;

export const SERVER = `kind: server
name: memory
version: 1.0.0
summary: Keeps a graph of what was said.
tools:${TOOLS}`;

export const imported = settingsOf({ profiles: { 'specs/imported': 'mcp' } });
const source = (text: string) => ({ path: 'specs/imported/server.yaml', text });

export function compiled(text: string, settings = imported) {
  return planSpecs([source(text)], { settings });
}

export function codes(text: string, settings = imported): string[] {
  return compiled(text, settings).diagnostics.map(({ code }) => code);
}
