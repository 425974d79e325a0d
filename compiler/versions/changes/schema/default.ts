/** The value that is used where none is given. */
import { changeKinds } from '../../kind.ts';
import { reportChanged } from '../../compare/changed.ts';
import { comparable } from '../../schema/forms.ts';
import { detectIntroduced, detectReplaced } from '../../schema/moves.ts';

const MISSING = {
  level: 'breaking',
  why: 'Calls that omit it used the default and are now rejected.',
  next: 'Keep the default, or run `haft bump <tool>` to publish this version as a successor.',
} as const;

export const SCHEMA_DEFAULT = changeKinds('schema', [
  {
    id: 'param/default-added',
    axis: 'wire',
    level: 'safe',
    says: 'A default was added to a parameter.',
    why: 'Calls that omit it now have a defined meaning.',
    next: 'Check that the default keeps the previous behavior.',
    example: {
      before: 'parameters: { limit: { type: integer, description: How many books at most. } }',
      after: 'parameters: { limit: { type: integer, default: 25, description: How many books at most. } }',
    },
    mirror: 'param/default-removed',
    detect: detectIntroduced('argument', 'default'),
  },
  {
    id: 'param/default-changed',
    axis: 'wire',
    level: 'risky',
    says: 'The default of a parameter changed.',
    why: 'Calls that omit it now mean something else, and their callers are not notified.',
    next: 'Keep the default, or tell callers to send the value that they rely on.',
    example: {
      before: 'parameters: { limit: { type: integer, default: 25, description: How many books at most. } }',
      after: 'parameters: { limit: { type: integer, default: 50, description: How many books at most. } }',
    },
    detect: detectReplaced('argument', 'default'),
  },
  {
    id: 'param/default-removed',
    axis: 'wire',
    level: 'risky',
    says: 'The default of a parameter was removed.',
    why: 'Calls that omit it still pass, but the tool no longer receives a value.',
    next: 'Keep the default, or check what the tool does without a value.',
    mirror: 'param/default-added',
    detect(pair, found) {
      const forms = comparable(pair, 'argument');
      if (forms?.before.default === undefined || forms.after.default !== undefined) return;
      // Kind param/became-required reports one that is required now; one that always was is missing now.
      const { before: was, after: is } = pair.required;
      if (was || !is) found({ path: ['default'], before: forms.before.default, ...(is && MISSING) });
    },
  },
  {
    id: 'result/default',
    axis: 'wire',
    level: 'risky',
    says: 'The default of a result property was added, changed or removed.',
    why: 'Consumers receive a different value, or none, when the tool omits the property.',
    next: 'Keep the default, or notify consumers.',
    example: {
      before: 'returns: { type: object, properties: { year: { type: integer, default: 1900 } } }',
      after: 'returns: { type: object, properties: { year: { type: integer, default: 2000 } } }',
    },
    detect(pair, found) {
      reportChanged(comparable(pair, 'result'), found, ['default'], (schema) => schema.default);
    },
  },
]);
