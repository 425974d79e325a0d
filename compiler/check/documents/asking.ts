/** Shapes of what a tool asks the user before its work: `confirm:` and `ask:`. */
import { byType, choice, list, map, object, text } from '../../spec/shape/build.ts';
import { formOf } from '../../spec/shape/form-of.ts';
import { PARAMETER_NAME } from '../../spec/shape/names.ts';

const question = text('The question, such as \'Delete the note "{title}"?\'; arguments as {name}.');

export const confirmShape = byType<string | { readonly message: string; readonly otherwise?: 'refuse' | 'proceed' }>(
  'What the user must confirm before the tool works: the question, or a map with it.',
  {
    string: question,
    object: object(
      'The question, and what happens in a client that cannot ask.',
      { message: question },
      {
        otherwise: choice('What a call does where the client cannot ask the user.', ['refuse', 'proceed'], {
          default: 'refuse',
        }),
      },
    ),
  },
);

export const askShape = list(
  'Parameters that the user is asked for where the model leaves them out: names, or a map of a name and the question.',
  byType<string | Readonly<Record<string, string>>>('A parameter.', {
    string: text('Its name.'),
    object: map('Its name, and the question.', text('The question, such as "Which day?".'), PARAMETER_NAME),
  }),
  { minItems: 1 },
);

/** Its form in a contract. */
export const askForm = formOf(askShape);
