// The same operations in the languages of the others: OpenAPI, TypeSpec, GraphQL.
import { capital, descriptionOf, parametersOf, placesOf } from './operations.mjs';

const all = (count) => placesOf(count).flatMap(({ operations }) => operations);
const quoted = (text) => JSON.stringify(text);

/** One document, as such documents are. */
export function openApi(count) {
  const paths = Object.fromEntries(
    all(count).map((operation) => [operation.path, { get: openApiOperation(operation) }]),
  );
  const document = {
    openapi: '3.0.3',
    info: { title: 'Town', version: '1.0.0' },
    servers: [{ url: 'https://api.example.org/v1' }],
    paths,
  };
  return { 'openapi.json': `${JSON.stringify(document, null, 2)}\n` };
}

function openApiOperation(operation) {
  const { name, noun } = operation;
  const described = (type, description) => ({ type, description });
  const item = {
    type: 'object',
    properties: {
      id: described('string', `Identifier of one of the ${noun}.`),
      title: described('string', 'What people call it.'),
    },
    required: ['id', 'title'],
  };
  const result = {
    type: 'object',
    properties: {
      total: described('integer', `How many ${noun} there are.`),
      items: { type: 'array', items: item },
    },
    required: ['total', 'items'],
  };
  return {
    operationId: name,
    summary: name,
    description: descriptionOf(operation),
    parameters: parametersOf(operation).map(openApiParameter),
    responses: { 200: { description: 'What was found.', content: { 'application/json': { schema: result } } } },
  };
}

function openApiParameter({ name, type, required = false, description, values, ...bounds }) {
  const schema = {
    string: { type: 'string', minLength: 1 },
    enum: { type: 'string', enum: values, ...bounds },
    integer: { type: 'integer', ...bounds },
    list: { type: 'array', items: { type: 'string' }, default: [] },
  }[type];
  return { name, in: 'query', required, description, schema };
}

/** A file for each place, as the specs have it. */
export function typeSpec(count) {
  const places = placesOf(count);
  const imports = places.map(({ name }) => `import "./places/${name}.tsp";\n`).join('');
  return {
    'main.tsp': `import "@typespec/http";\nimport "@typespec/openapi3";\n${imports}
using Http;

@service(#{ title: "Town" })
@server("https://api.example.org/v1", "The town")
namespace Town;
`,
    ...Object.fromEntries(places.map((place) => [`places/${place.name}.tsp`, typeSpecFile(place)])),
  };
}

function typeSpecFile({ operations }) {
  return `import "@typespec/http";\n\nusing Http;\n\nnamespace Town;\n\n${operations.map(typeSpecOperation).join('\n')}`;
}

function typeSpecOperation(operation) {
  const { name, path, noun } = operation;
  return `@doc(${quoted(descriptionOf(operation))})
@route(${quoted(path)})
@get
op ${name}(
${parametersOf(operation)
  .map((param) => `  @doc(${quoted(param.description)}) ${typeSpecParameter(param)},\n`)
  .join('')}): {
  @doc(${quoted(`How many ${noun} there are.`)}) total: integer;
  items: {
    @doc(${quoted(`Identifier of one of the ${noun}.`)}) id: string;
    @doc("What people call it.") title: string;
  }[];
};
`;
}

function typeSpecParameter({ name, type, values = [], minimum, maximum, default: preset }) {
  if (type === 'enum') return `@query ${name}?: ${values.map(quoted).join(' | ')} = ${quoted(preset)}`;
  if (type === 'integer') return `@minValue(${minimum}) @maxValue(${maximum}) @query ${name}?: integer = ${preset}`;
  if (type === 'list') return `@query(#{ explode: true }) ${name}?: string[] = #[]`;
  return `@minLength(1) @query ${name}: string`;
}

/** A file for each place; GraphQL has no bounds, everything else is there. */
export function graphQl(count) {
  const head = '"""What the town can be asked."""\ntype Query {\n  town: String\n}\n';
  return {
    'schema/query.graphql': head,
    ...Object.fromEntries(placesOf(count).map((place) => [`schema/${place.name}.graphql`, graphQlFile(place)])),
  };
}

function graphQlFile({ operations }) {
  const fields = operations.map(graphQlField).join('\n');
  return `${operations.map(graphQlTypes).join('\n')}\nextend type Query {\n${fields}\n}\n`;
}

const typeName = ({ name }) => name.split('_').map(capital).join('');

function graphQlTypes(operation) {
  const { choices, noun } = operation;
  const name = typeName(operation);
  return `enum ${name}Category { ${choices.join(' ')} }

type ${name}Item {
  """Identifier of one of the ${noun}."""
  id: String!
  """What people call it."""
  title: String!
}

type ${name}Result {
  """How many ${noun} there are."""
  total: Int!
  items: [${name}Item!]!
}
`;
}

function graphQlField(operation) {
  const types = {
    string: 'String!',
    enum: `${typeName(operation)}Category = ${operation.choices[0]}`,
    integer: 'Int = 25',
    list: '[String!] = []',
  };
  const params = parametersOf(operation).map(
    ({ name, type, description }) => `    ${quoted(description)}\n    ${name}: ${types[type]}\n`,
  );
  return `  """\n  ${descriptionOf(operation)}\n  """\n  ${operation.name}(\n${params.join('')}  ): ${typeName(operation)}Result!`;
}
