/** What is added to the copy: a rule, a kind of change with its opposite, and a behavior. */

export const PROOF_RULE = `/** A proof. */
import { rule } from '../../rule.ts';

export const toolProof = rule({
  id: 'tool/proof',
  subject: 'tool',
  severity: 'error',
  says: 'Tool names must have no capital letters.',
  why: 'Models are most reliable with small letters.',
  source: 'EXT §2.2',
  good: ['name: search_books', 'name: get_book_v2'],
  bad: ['name: searchBooks', 'name: Search'],
  check(tool, report) {
    if (/[A-Z]/.test(tool.spec.name)) report(['name'], 'Tool name has capitals.', 'Write small letters.');
  },
});
`;

export const PROOF_CHANGE = `/** A proof. */
import { kindsOf } from '../../kind.ts';

const { wire } = kindsOf('server');

export const SERVER_PROOF = [
  wire.safe('server/proof-on', {
    says: 'Arguments of the wrong JSON type are now converted when nothing is lost.',
    why: 'All calls that were accepted still are.',
    next: 'Check that no tool relies on the rejection.',
    example: { before: 'coerce: false', after: 'coerce: true' },
    detect(pair, report) {
      if (pair.before?.coerce === false && pair.after?.coerce === true)
        report({ path: ['coerce'], before: false, after: true });
    },
  }),
  wire.breaking('server/proof-off', {
    says: 'Arguments of the wrong JSON type are no longer converted.',
    why: 'Small models that send "5" for 5 worked before and are now rejected.',
    next: 'Keep "coerce: true", or check which models call the server.',
    mirror: 'server/proof-on',
    detect(pair, report) {
      if (pair.before?.coerce === true && pair.after?.coerce === false)
        report({ path: ['coerce'], before: true, after: false });
    },
  }),
];
`;

export const PROOF_BEHAVIOR = `/** Behavior \`proof:\`. */
import { text } from '../shape/build.ts';
import * as form from '../shape/form.ts';
import { behavior } from './behavior.ts';

export const proof = behavior<'proof', string>({
  key: 'proof',
  shape: text('What is proved.'),
  isCode: false,
  notShown: undefined,
  failureKeys: [],
  steps: () => [],
  result: () => undefined,
  problems: () => [],
  contradiction: () => undefined,
  nameMapping: () => [],
  unsent: () => undefined,
  plan: () => ({ kind: 'proof' }),
  blocks: () => 'never',
  write: () => 'all',
  starter: { help: 'What is proved.', example: 'all', write: (line) => ({ spec: line }) },
  contractForm: form.map({}),
  change: undefined,
});
`;
