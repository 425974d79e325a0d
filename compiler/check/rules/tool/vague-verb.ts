/** The name of a tool states what happens, not only that something is "handled" or "processed". */
import { rule } from '../../rule.ts';
import { hollowAction } from '../../analysis/names/hollow-action.ts';

const named = (name: string, does: string): string => {
  return `name: ${name}\ndescription: { does: ${JSON.stringify(does)}, when: the user brings a book }`;
};

export const vagueVerb = rule({
  id: 'tool/vague-verb',
  subject: 'tool',
  severity: 'warning',
  says: 'A tool name should say what happens, not only that something is handled, processed or managed.',
  profiles: ['ext'],
  why: 'Nearly every request can be read as "handle the loan": the model cannot tell whether the loan is created, extended or ended.',
  source: 'EXT §8 rule 4 (self-explanatory names)',
  good: [
    named('extend_loan', 'Extends a loan by two weeks.'),
    named('handle_complaint', 'Records a complaint and what was agreed.'),
    named('process_refund', 'Refunds the fee of a loan.'),
  ],
  bad: [
    named('handle_loan', 'Handles the loan of a reader.'),
    named('manage_readers', 'Manages the readers of the library.'),
    named('process_file', 'Reads a file of titles.'),
  ],
  check(tool, report, { settings }) {
    const verb = hollowAction(tool, settings.lexicon);
    if (verb === undefined) return;
    report(
      ['name'],
      `Tool name "${tool.spec.name}" does not say what happens: "${verb}" can be anything.`,
      'Name what is different after a call, as in extend_loan or convert_file.',
      { word: verb },
    );
  },
});
