/** A successful result is an object. */
import { rule } from '../../rule.ts';

export const returnsObject = rule({
  id: 'tool/returns-object',
  subject: 'tool',
  severity: 'error',
  says: 'A successful result is an object.',
  locked: true,
  why: 'The envelope of a success holds an object: a bare list or text could not be told from data that is missing, and nothing could be added to it later.',
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
      `The result of "${tool.spec.name}" is ${returns.type === 'array' ? 'a list' : `of type ${[returns.type ?? 'any'].flat().join(' or ')}`}, not an object.`,
      'Write type: object with a property that holds it.',
    );
  },
});
