/** A parameter without which no call passes is added. */
import { json } from '../../parts/changed.ts';
import { added } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const paramAddedRequired = changeKind({
  id: 'param/added-required',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A parameter without which no call passes is added.',
  why: 'Every call that was made before lacks it and is rejected.',
  next: 'Give it a default and take it out of "required:", or run "haft bump <tool>" to publish this form as a successor.',
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
});
