/** A parameter no longer has a default. */
import { comparable } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const paramDefaultRemoved = changeKind({
  id: 'param/default-removed',
  scope: 'schema',
  axis: 'wire',
  level: 'risky',
  says: 'A parameter no longer has a default.',
  why: 'Calls that leave it out still pass, and the tool now gets nothing where it got a value.',
  next: 'Keep the default, or check what the tool does without the value.',
  example: {
    before: 'parameters: { limit: { type: integer, default: 25, description: How many books at most. } }',
    after: 'parameters: { limit: { type: integer, description: How many books at most. } }',
  },
  mirror: 'param/default-added',
  detect(pair, found) {
    const forms = comparable(pair, 'argument');
    if (forms?.before.default === undefined || forms.after.default !== undefined) return;
    // Where it is required by now, kind param/became-required tells of it; where it always was, it is missing now.
    const { before: was, after: is } = pair.required;
    if (was || !is) found({ path: ['default'], before: forms.before.default, level: is ? 'breaking' : 'risky' });
  },
});
