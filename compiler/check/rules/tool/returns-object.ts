/** A successful result is an object. */
import { rule } from '../../rule.ts';

export const returnsObject = rule({
  id: 'tool/returns-object',
  subject: 'tool',
  severity: 'error',
  says: 'The result of a tool must be an object.',
  locked: true,
  why: 'The success envelope contains an object: a bare list or string cannot be distinguished from missing data, and cannot be extended later.',
  source: 'EXT §2.4 (data is an object)',
  good: [
    'returns: { type: object, properties: { books: { type: array, items: { type: string } } } }',
    'returns: { type: object, properties: { text: { type: string } } }',
  ],
  bad: ['returns: { type: array, items: { type: string } }', 'returns: { type: string }'],
  check(tool, report) {
    const { returns } = tool.spec;
    if (!returns || returns.type === 'object') return;
    report(
      returns.type === undefined ? ['returns'] : ['returns', 'type'],
      `The result of "${tool.spec.name}" is ${returns.type === 'array' ? 'an array' : `of type ${[returns.type ?? 'any'].flat().join(' or ')}`}, not an object.`,
      'Use `type: object` with a property for the value.',
    );
  },
});
