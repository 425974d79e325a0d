/** Closed sets of values: introduced, removed, extended, reduced, replaced, reordered. */
import type { Detect, SchemaPair } from '../../change.ts';
import { type MoveDirection, movedFacts } from '../../compare/changed.ts';
import { exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';
import { comparable, enumChange } from '../../schema/forms.ts';
import { NARROWER, withJudgment, withRejection } from '../../schema/judgment.ts';
import { enumDropped, enumOrderChanged, enumReplaced, keywordMoved } from '../../schema/moves.ts';

const { wire, model } = kindsOf('schema');

const FOUND_IN = 'returns: { type: object, properties: { found_in: { type: string* } } }';
const FIELD = 'parameters: { field: { *, description: Where to look. } }';
const ALL_NEW = {
  level: 'breaking',
  why: 'No earlier value is left: every consumer receives one that it does not expect.',
  next: 'Keep the values, or run `haft bump <tool>` to publish this version as a successor.',
} as const;

function valuesMoved(how: MoveDirection): Detect<SchemaPair> {
  return (pair, report) => {
    const values = enumChange(comparable(pair))?.[how] ?? [];
    if (values.length > 0) report(movedFacts(how, ['enum'], values));
  };
}

export const SCHEMA_ENUM = [
  wire.safe('param/enum-value-added', {
    says: 'An enum value was added to a parameter.',
    why: 'All values that were accepted still are.',
    next: 'Describe when to use the new value.',
    example: exampleOf(FIELD, 'type: string, enum: [title, author]', 'type: string, enum: [title, author, subject]'),
    detect: valuesMoved('added'),
  }),
  wire.breaking('param/enum-value-removed', {
    says: 'An enum value of a parameter was removed.',
    why: 'Calls with this value worked before and are now rejected.',
    next: 'Keep the value, or run `haft bump <tool>` to publish this version as a successor.',
    detect: withJudgment(valuesMoved('removed')),
  }),
  wire.breaking('param/enum-value-replaced', {
    says: 'An enum value of a parameter was replaced by another.',
    why: 'Calls with the old value worked before and are now rejected.',
    next: 'Keep the value, or run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf(FIELD, 'type: string, enum: [title, author]', 'type: string, enum: [title, writer]'),
    detect: withJudgment(enumReplaced()),
  }),
  wire.breaking('param/enum-introduced', {
    says: 'An enum was added to a parameter.',
    why: 'Calls with other values worked before and are now rejected.',
    next: 'List the values in the description instead, or run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf(FIELD, 'type: string', 'type: string, enum: [title, author]'),
    detect: withJudgment(keywordMoved('enum', 'added')),
  }),
  wire.safe('param/enum-dropped', {
    says: 'The enum of a parameter was removed.',
    why: 'All values that were accepted still are.',
    next: 'Describe which values are meaningful.',
    detect: enumDropped,
  }),
  model.risky('param/enum-choices', {
    says: 'A model can choose new enum values of a parameter.',
    why: 'The new value can attract requests that used an old one.',
    next: 'Rerun the evals of "<tool>" and record the results with `haft eval --tier model --record`.',
    example: exampleOf(FIELD, 'type: string, enum: [title, author]', 'type: string, enum: [title, author, subject]'),
    mirror: 'The remaining values keep their meaning; a removed value is reported as param/enum-value-removed.',
    detect(pair, report) {
      const forms = comparable(pair);
      const more = enumChange(forms)?.added ?? [];
      if (more.length > 0) report({ path: ['enum'], before: forms?.before.enum, after: forms?.after.enum });
    },
  }),
  model.risky('param/enum-order', {
    says: 'The order of the enum values of a parameter changed.',
    why: 'A model prefers the first values.',
    next: 'Restore the order, or rerun the evals of "<tool>".',
    example: exampleOf(FIELD, 'type: string, enum: [title, author]', 'type: string, enum: [author, title]'),
    detect: enumOrderChanged,
  }),
  wire.risky('result/enum-value-added', {
    says: 'An enum value was added to a result property.',
    why: 'Consumers that know only the old values may not handle it.',
    next: 'Notify consumers, or return the new value in its own property.',
    example: exampleOf(FOUND_IN, ', enum: [title, author]', ', enum: [title, author, subject]'),
    detect(pair, report) {
      const forms = comparable(pair);
      const { added: values = [], removed = [], replaced: { before = [] } = {} } = enumChange(forms) ?? {};
      const isNew = removed.length + before.length === forms?.before.enum?.length;
      if (values.length > 0) report({ path: ['enum'], after: values, ...(isNew && ALL_NEW) });
    },
  }),
  wire.risky('result/enum-value-removed', {
    says: 'An enum value of a result property was removed.',
    why: NARROWER,
    next: 'Check that the tool never returns it; such a result is rejected.',
    detect: withRejection(valuesMoved('removed')),
  }),
  wire.risky('result/enum-value-replaced', {
    says: 'An enum value of a result property was replaced by another.',
    why: 'Consumers that know only the old values may not handle it.',
    next: 'Notify consumers, or return the new value in its own property.',
    example: exampleOf(FOUND_IN, ', enum: [title, author]', ', enum: [title, writer]'),
    detect: enumReplaced(ALL_NEW),
  }),
  wire.risky('result/enum-introduced', {
    says: 'An enum was added to a result property.',
    why: NARROWER,
    next: 'Check that the tool returns no other value; such a result is rejected.',
    example: exampleOf(FOUND_IN, '', ', enum: [title, author]'),
    detect: withRejection(keywordMoved('enum', 'added')),
  }),
  wire.risky('result/enum-dropped', {
    says: 'The enum of a result property was removed.',
    why: 'Consumers that know only the listed values may not handle others.',
    next: 'Keep the enum, and add the new values.',
    detect: enumDropped,
  }),
  model.safe('result/enum-order', {
    says: 'The order of the enum values of a result property changed.',
    why: 'Some models see the output schema; no consumer depends on the order.',
    next: 'Restore the order if the change was not intended.',
    example: exampleOf(FOUND_IN, ', enum: [title, author]', ', enum: [author, title]'),
    detect: enumOrderChanged,
  }),
];
