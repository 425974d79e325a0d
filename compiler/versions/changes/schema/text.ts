/** Titles and descriptions of arguments and results, and the HTTP header that mirrors an argument. */
import { memberChanged } from '../../compare/changed.ts';
import { SHELF, SHELF_RESULT, exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';
import { textChanged } from '../../schema/moves.ts';

const { wire, model } = kindsOf('schema');

const DESCRIBED = 'parameters: { shelf: { type: string, description: * } }';
const DESCRIBED_RESULT = SHELF_RESULT.replace('*', ', description: *');

export const SCHEMA_TEXT = [
  wire.risky('param/header', {
    says: 'The mirrored header of a parameter was added, changed or removed.',
    why: 'Clients with the old tool list send the old headers and are rejected until they list the tools again; gateways that route by the old header no longer match.',
    next: 'Notify the operators of gateways in front of server "<server>" before you release.',
    example: exampleOf(DESCRIBED, 'Where to look.', 'Where to look., x-mcp-header: Shelf'),
    detect: memberChanged('x-mcp-header'),
  }),
  model.safe('param/title', {
    says: 'The title of a parameter changed.',
    why: 'Few hosts show it, and fewer pass it to the model.',
    next: 'Check that it still describes the value.',
    example: exampleOf(SHELF, 'type: string, title: Place', 'type: string, title: Shelf'),
    detect: textChanged('title'),
  }),
  model.risky('param/description', {
    says: 'The description of a parameter changed.',
    why: 'A model chooses the argument by the description; different wording leads to different values.',
    next: 'Rerun the evals of "<tool>"; if the meaning changed, run `haft bump <tool>` instead.',
    example: exampleOf(DESCRIBED, 'Where to look.', 'Letter of the shelf to look on.'),
    detect: textChanged('description'),
  }),
  model.safe('result/title', {
    says: 'The title of a result property changed.',
    why: 'Few hosts show it, and fewer pass it to the model.',
    next: 'Check that it still describes the value.',
    example: exampleOf(SHELF_RESULT, ', title: Place', ', title: Shelf'),
    detect: textChanged('title'),
  }),
  model.risky('result/description', {
    says: 'The description of a result property changed.',
    why: 'A model interprets the value by its description; different wording leads to different answers.',
    next: 'Check that the description is still correct, and rerun the evals of "<tool>".',
    example: exampleOf(DESCRIBED_RESULT, 'Where the book stands.', 'Letter of the shelf with the book.'),
    detect: textChanged('description'),
  }),
];
