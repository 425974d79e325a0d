/** A group of `at_least_one` names parameters that a call may leave out. */
import { rule } from '../../rule.ts';
import { unknownName } from '../../analysis/unknown-name.ts';

const PARAMETERS =
  'parameters: { title: { type: string, description: Words of the title. }, author: { type: string, description: Who wrote it. }, year: { type: integer, minimum: 1450, maximum: 2100, default: 2026, description: Year of print. } }';

export const atLeastOne = rule({
  id: 'tool/at-least-one',
  subject: 'tool',
  severity: 'error',
  says: 'A group of `at_least_one` must name parameters of the tool that are neither required nor have a default, and must not be fulfilled by another group.',
  why: 'A parameter that every call has fulfills the group by itself, and one that does not exist never does, so the model reads a rule that means nothing.',
  source: 'EXT §8 rule 3 (only what the tool cannot run without)',
  good: [
    `${PARAMETERS}\nat_least_one: [[title, author]]`,
    'parameters: { query: { type: string, description: Words. } }\nrequired: [query]',
  ],
  bad: [
    `${PARAMETERS}\nat_least_one: [[title, autor]]`,
    `${PARAMETERS}\nrequired: [title]\nat_least_one: [[title, author]]`,
    `${PARAMETERS}\nat_least_one: [[author, year]]`,
    `${PARAMETERS.replace(' default: 2026,', '')}\nat_least_one: [[title, author], [title, author, year]]`,
  ],
  check({ spec }, report) {
    const { parameters = {}, required = [], at_least_one: groups = [] } = spec;
    for (const [index, group] of groups.entries()) {
      const other = groups.findIndex((one, at) => isPart(one, group) && (at < index || one.length < group.length));
      if (other >= 0 && other !== index)
        report(
          ['at_least_one', index],
          `Group ${other + 1} fulfills this group: every call that gives one of its parameters gives one of these.`,
          'Remove this group.',
        );
      for (const [at, name] of group.entries()) {
        const path = ['at_least_one', index, at];
        const schema = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
        if (!schema) report(path, ...unknownName('parameter', name, Object.keys(parameters)));
        else if (required.includes(name))
          report(
            path,
            `"${name}" is required, so this group is always fulfilled.`,
            'Remove the group, or remove the name from `required`.',
          );
        else if (schema.default !== undefined)
          report(
            path,
            `"${name}" has a default, so a call never has to give it.`,
            'Remove the default, or the name from the group.',
          );
      }
    }
  },
});

function isPart(one: readonly string[], group: readonly string[]): boolean {
  return one.every((name) => group.includes(name));
}
