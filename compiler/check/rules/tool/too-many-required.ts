/** A tool requires no more than four parameters. */
import { rule } from '../../rule.ts';

/** With more, small models start to invent values. */
const MOST = 4;

export const tooManyRequired = rule({
  id: 'tool/too-many-required',
  subject: 'tool',
  severity: 'warning',
  says: 'A tool should require at most four parameters.',
  profiles: ['ext'],
  why: 'The model invents required values that the user did not give; each additional required parameter adds one.',
  source: 'EXT §8 (as few required parameters as possible), rule 3',
  good: [
    'parameters: { title: { type: string, description: Title. } }\nrequired: [title]',
    parameters(['title', 'author', 'year', 'shelf'], 'required: [title, author, year, shelf]'),
  ],
  bad: [
    parameters(['title', 'author', 'year', 'shelf', 'language'], 'required: [title, author, year, shelf, language]'),
    parameters(
      ['first_name', 'last_name', 'email', 'phone', 'street', 'city'],
      'required: [first_name, last_name, email, phone, street, city]',
    ),
  ],
  check({ spec }, report) {
    const { name, required = [] } = spec;
    if (required.length <= MOST) return;
    report(
      ['required', MOST],
      `Tool "${name}" requires ${required.length} parameters; a model will invent some of the values.`,
      `Require at most ${MOST}: give the others a default, derive them, or split the tool.`,
    );
  },
});

function parameters(names: readonly string[], required: string): string {
  const lines = names.map((name) => `  ${name}: { type: string, description: Of the book or reader. }`);
  return `parameters:\n${lines.join('\n')}\n${required}`;
}
