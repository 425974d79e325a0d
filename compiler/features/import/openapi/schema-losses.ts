/** Reports which keywords of a schema the specs leave out. */
import { hasBranches } from './objects.ts';
import type { Lose } from './scalars.ts';
import { listAt, textAt } from './values.ts';
import type { RawNode } from './values.ts';

/** Keywords that profile `mcp` does not have, each with the name of its kind. */
const KEYWORDS: ReadonlyMap<string, string> = new Map<string, string>([
  ...[
    'if',
    'then',
    'else',
    'dependentSchemas',
    'dependentRequired',
    'dependencies',
    'unevaluatedProperties',
    'unevaluatedItems',
    'contains',
    'minContains',
    'maxContains',
    'patternProperties',
    'propertyNames',
    '$dynamicRef',
    'contentSchema',
    'contentEncoding',
    'contentMediaType',
  ].map((key) => [key, 'schema keywords'] as const),
  ['discriminator', 'discriminators'],
  ['xml', 'XML names'],
  ['example', 'examples'],
  ['examples', 'examples'],
  ['title', 'titles'],
  ['externalDocs', 'external documentation'],
]);

const LONG_ENUM = 50;
const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** Reports parts of one schema; schemas inside it are reported where they are read. */
export function reportSchemaLosses(raw: RawNode, lose: Lose): void {
  for (const key of Object.keys(raw)) {
    const subject = KEYWORDS.get(key);
    if (subject !== undefined) lose(subject, `The keyword \`${key}\` of a schema is left out.`);
  }
  const { enum: values } = raw;
  if (Array.isArray(values) && values.length > LONG_ENUM) {
    const message = `An enum has ${values.length} values, which every list of tools repeats.`;
    lose('long enums', message, 'Replace the enum by a description that names the tool that lists the values.');
  }
  for (const [low, high] of BOUNDS) {
    if (!(Number(raw[low]) > Number(raw[high]))) continue;
    const message = `\`${low}\` is greater than \`${high}\`: no value is valid; both are left out.`;
    lose('bounds', message, 'Write the bounds that the service really has.');
  }
  if (!hasBranches(raw) && ['anyOf', 'oneOf'].some((key) => listAt(raw, key).length > 0)) {
    const message = 'The alternatives of required fields are left out.';
    lose('required alternatives', message, 'Describe which fields go together.');
  }
}

/** Of a body whose fields are parameters: what holds for the whole of it. */
export function reportBodyLosses(raw: RawNode, lose: Lose): void {
  if (textAt(raw, 'description') !== undefined)
    lose('descriptions of bodies', 'The description of the body is left out: its fields are parameters.');
  if ('minProperties' in raw || 'maxProperties' in raw)
    lose('numbers of fields', 'How many fields the body must have is left out.', 'Write it in the description.');
  if ('default' in raw) lose('defaults of bodies', 'The default of the whole body is left out.');
}

export function reportReadOnlyFields(lose: Lose): void {
  lose('read-only fields', 'Fields that only the service sets are left out.', 'Nothing to do.');
}
