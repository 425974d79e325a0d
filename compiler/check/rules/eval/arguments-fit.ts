/** The arguments that an eval expects are valid for the tool. */
import { argumentIssues } from '../../analysis/evals/arguments.ts';
import { rule } from '../../rule.ts';

const SHELF = 'parameters: { shelf: { type: string, enum: [north, south], description: Where to look. } }';
const GROUP =
  'parameters: { shelf: { type: string, description: Where to look. }, room: { type: string, description: The room of the shelf. } }\nat_least_one: [[shelf, room]]';

export const argumentsFit = rule({
  id: 'eval/arguments-fit',
  subject: 'tool',
  severity: 'error',
  says: 'The arguments that an eval expects must be valid for the tool.',
  why: 'An eval that expects an argument the tool does not accept can never pass, so it tests nothing.',
  source: 'EXT §2.2 (properties), §9 rule 3',
  good: [
    `${SHELF}\nevals: [{ query: what is on the north shelf, arguments: { shelf: north } }]`,
    `${SHELF}\nevals: [{ query: what is the weather like, expect: none }]`,
    `${SHELF}\nevals: [{ query: what is upstairs, arguments: { shelf: { any_of: [north, south] } } }, { query: show me everything, arguments: { shelf: { absent: true } } }]`,
    `${GROUP}\nevals: [{ query: what is on the north shelf, arguments: { shelf: north, room: { absent: true } } }]`,
  ],
  bad: [
    `${SHELF}\nevals: [{ query: what is on the north shelf, arguments: { shelve: north } }]`,
    `${SHELF}\nevals: [{ query: what is on the east shelf, arguments: { shelf: east } }]`,
    `${SHELF}\nevals: [{ query: what is the weather like, expect: none, arguments: { shelf: north } }]`,
    `${SHELF}\nevals: [{ query: what is up there, arguments: { shelf: { matches: "nor(th" } } }]`,
    `${GROUP}\nevals: [{ query: what is there, arguments: { shelf: { absent: true }, room: { absent: true } } }]`,
  ],
  check({ spec, profile }, report) {
    const { parameters = {}, definitions = {}, required = [], at_least_one: groups = [] } = spec;
    const accepted = { parameters, definitions, required, groups, isImported: profile === 'mcp' };
    for (const [at, one] of (spec.evals ?? []).entries())
      for (const { path, part, message, hint } of argumentIssues(one, accepted))
        report(['evals', at, 'arguments', ...path], message, hint, part && { part });
  },
});
