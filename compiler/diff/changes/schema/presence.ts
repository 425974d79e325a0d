/** Arguments and results that were added, removed or renamed. */
import { changeKinds } from '../../kind.ts';
import { json } from '../../compare/changed.ts';
import { added, removed } from '../../schema/forms.ts';
import { isOpen } from '../../schema/objects.ts';

export const SCHEMA_PRESENCE = changeKinds('schema', [
  {
    id: 'param/added-required',
    axis: 'wire',
    level: 'breaking',
    says: 'A required parameter was added.',
    why: 'Existing calls do not send it and are rejected.',
    next: 'Give it a default and make it optional, or run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before: 'parameters: { words: { type: string, description: Words to look for. } }',
      after: `parameters: { words: { type: string, description: Words to look for. }, shelf: { type: string, description: Where to look. } }
required: [shelf]`,
    },
    mirror: 'param/removed',
    detect(pair, found) {
      const schema = added(pair, 'argument');
      if (schema && pair.required.after && schema.default === undefined) found({ after: json(schema) });
    },
  },
  {
    id: 'param/added-with-default',
    axis: 'wire',
    level: 'safe',
    says: 'A parameter with a default was added.',
    why: 'Existing calls use the default.',
    next: 'Check that the default keeps the previous behavior.',
    example: {
      before: 'parameters: { words: { type: string, description: Words to look for. } }',
      after:
        'parameters: { words: { type: string, description: Words to look for. }, limit: { type: integer, default: 25, description: How many books at most. } }',
    },
    mirror: 'param/removed',
    detect(pair, found) {
      const schema = added(pair, 'argument');
      // An open object took anything under this name: now it is checked.
      const level = isOpen(pair.holder.before) ? 'risky' : 'safe';
      if (schema?.default !== undefined) found({ after: json(schema), level });
    },
  },
  {
    id: 'param/added-optional',
    axis: 'wire',
    level: 'risky',
    says: 'An optional parameter without a default was added.',
    why: 'Existing calls still pass, but their meaning is undefined; EXT §9 requires a default.',
    next: 'Give it a default that keeps the previous behavior.',
    example: {
      before: 'parameters: { words: { type: string, description: Words to look for. } }',
      after:
        'parameters: { words: { type: string, description: Words to look for. }, shelf: { type: string, description: Where to look. } }',
    },
    mirror: 'param/removed',
    detect(pair, found) {
      const schema = added(pair, 'argument');
      if (schema && !pair.required.after && schema.default === undefined) found({ after: json(schema) });
    },
  },
  {
    id: 'param/removed',
    axis: 'wire',
    level: 'breaking',
    says: 'A parameter was removed.',
    why: 'Undeclared arguments are rejected, so every call that sends it fails.',
    next: 'Keep it, even if it has no effect, or run `haft bump <tool>` to publish this version as a successor.',
    mirror: 'param/added-optional',
    detect(pair, found) {
      const schema = removed(pair, 'argument');
      // An open object still accepts it, without validation.
      const level = isOpen(pair.holder.after) ? 'risky' : 'breaking';
      if (schema) found({ before: json(schema), level });
    },
  },
  {
    id: 'param/renamed',
    axis: 'wire',
    level: 'breaking',
    says: 'A parameter was renamed; its schema is the same and its description similar.',
    why: 'Undeclared arguments are rejected, so every call with the old name fails.',
    next: 'Keep the old name, or run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before: 'parameters: { words: { type: string, description: Words to look for. } }',
      after: 'parameters: { query: { type: string, description: Words to look for. } }',
    },
    detect({ side, renamedFrom, name }, found) {
      if (side === 'argument' && renamedFrom !== undefined) found({ before: renamedFrom, after: name });
    },
  },
  {
    id: 'result/added',
    axis: 'wire',
    level: 'safe',
    says: 'A property was added to the result.',
    why: 'Consumers of the other properties are not affected.',
    next: 'Describe it, so that a model knows what it means.',
    example: {
      before: 'returns: { type: object, properties: { title: { type: string } } }',
      after: 'returns: { type: object, properties: { title: { type: string }, year: { type: integer } } }',
    },
    mirror: 'result/removed',
    detect(pair, found) {
      const schema = added(pair, 'result');
      // Clients with the old schema may reject a result with additional properties.
      const level = pair.holder.before?.additionalProperties === false ? 'risky' : 'safe';
      if (schema) found({ after: json(schema), level });
    },
  },
  {
    id: 'result/removed',
    axis: 'wire',
    level: 'breaking',
    says: 'A property was removed from the result.',
    why: 'Consumers that read it no longer find it.',
    next: 'Keep it, or run `haft bump <tool>` to publish this version as a successor.',
    mirror: 'result/added',
    detect(pair, found) {
      const schema = removed(pair, 'result');
      if (schema) found({ before: json(schema) });
    },
  },
  {
    id: 'result/renamed',
    axis: 'wire',
    level: 'breaking',
    says: 'A result property was renamed; its schema is the same and its description similar.',
    why: 'Consumers that read the old name no longer find it.',
    next: 'Keep the old name, or return the value under both names for a transition period.',
    example: {
      before:
        'returns: { type: object, properties: { year: { type: integer, description: Year of the first edition. } } }',
      after:
        'returns: { type: object, properties: { published: { type: integer, description: Year of the first edition. } } }',
    },
    detect({ side, renamedFrom, name }, found) {
      if (side === 'result' && renamedFrom !== undefined) found({ before: renamedFrom, after: name });
    },
  },
]);
