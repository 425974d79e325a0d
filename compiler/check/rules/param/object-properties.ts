/** An object declares its properties. */
import { mainType } from '@haft/runtime/language';
import { rule } from '../../rule.ts';
import { isTargetOfAll } from '../../analysis/prose/all-purpose.ts';

export const objectProperties = rule({
  id: 'param/object-properties',
  subject: 'param',
  severity: 'error',
  says: 'An object must declare its properties.',
  profiles: ['ext'],
  why: 'Without properties the model invents keys, and Haft rejects all of them, because an object is closed by default.',
  source: 'EXT §2.2 (properties maps parameter name to schema); EXT §8 rule 2',
  good: [
    'parameters: { author: { type: object, description: Who wrote it., properties: { family_name: { type: string, description: Family name. } } } }',
    'parameters: { labels: { type: object, additionalProperties: true, description: "Labels by name, as the reader wrote them." } }',
    'parameters: { copies: { type: object, additionalProperties: { type: integer, minimum: 0, description: Number of copies. }, description: Copies by branch. } }',
  ],
  bad: [
    'parameters: { author: { type: object, description: Who wrote it. } }',
    `parameters:
  filters:
    type: object
    description: 'Filters as a JSON object, e.g. {"year": 1984}'
    properties: {}`,
    'parameters: { author: { type: [object, "null"], description: Who wrote it; null clears it. } }',
    'parameters: { books: { type: array, description: Books to add., items: { type: object } } }',
  ],
  check(param, report, { settings }) {
    const { name, spec } = param;
    if (mainType(spec) !== 'object' || spec.additionalProperties || Object.keys(spec.properties ?? {}).length > 0)
      return;
    if (isTargetOfAll(param, settings)) return;
    report(
      ['type'],
      `Object "${name}" does not declare its properties.`,
      'List them under `properties:`. Where users choose the keys, describe the values: additionalProperties: { type: string, description: … }.',
    );
  },
});
