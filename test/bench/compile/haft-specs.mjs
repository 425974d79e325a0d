// The operations as specs: a server with ten tools in each file.
import { parametersOf, placesOf } from './operations.mjs';

/** By path, relative to the project. */
export function haftSpecs(count) {
  return Object.fromEntries(placesOf(count).map((place) => [`specs/${place.name}.yaml`, serverSpec(place)]));
}

function serverSpec({ name, title, operations }) {
  return `kind: server
name: ${name}
version: 1.0.0
title: ${title}
summary: Answers questions about ${title}.
connections:
  town:
    base_url: https://api.example.org/v1
    on_unreachable: { error: The town of ${title} does not answer., retry_hint: Try again in a minute. }
tools:
${operations.map(toolItem).join('\n')}`;
}

function toolItem(operation) {
  const { name, does, when, requests, path, noun } = operation;
  const params = parametersOf(operation);
  return `  - name: ${name}
    description:
      does: ${does}
      when: ${when}
      examples: ["${requests[0]}"]
    parameters:
${params.map((param) => `      ${param.name}: ${schema(param)}\n`).join('')}    required: [query]
    returns:
      type: object
      properties:
        total: { type: integer, description: How many ${noun} there are. }
        items:
          type: array
          items:
            type: object
            properties:
              id: { type: string, description: Identifier of one of the ${noun}. }
              title: { type: string, description: What people call it. }
            required: [id, title]
      required: [total, items]
    effects: read
    http:
      connection: town
      request: GET ${path}
      query: { ${params.map((param) => `${param.name}: "{${param.name}}"`).join(', ')} }
      result:
        total: /total
        items: { each: /items, fields: { id: /id, title: /title } }
    evals:
${requests.map((request) => `      - { query: "${request}" }\n`).join('')}      - { query: what is the capital of France, expect: none }
`;
}

function schema(param) {
  const described = `description: ${param.description} }`;
  if (param.type === 'enum')
    return `{ type: string, enum: [${param.values.join(', ')}], default: ${param.default}, ${described}`;
  if (param.type === 'integer')
    return `{ type: integer, minimum: ${param.minimum}, maximum: ${param.maximum}, default: ${param.default}, ${described}`;
  if (param.type === 'list') return `{ type: array, items: { type: string }, default: [], ${described}`;
  return `{ type: string, minLength: 1, ${described}`;
}
