/** The arguments that an eval expects are valid for the tool. */
import { compileImported, compileSchema } from '@haft/runtime/language';
import type { Validator } from '@haft/runtime/language';
import { rule } from '../../rule.ts';
import { unknownName } from '../../unknown-name.ts';

const SHELF = 'parameters: { shelf: { type: string, enum: [north, south], description: Where to look. } }';

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
  ],
  bad: [
    `${SHELF}\nevals: [{ query: what is on the north shelf, arguments: { shelve: north } }]`,
    `${SHELF}\nevals: [{ query: what is on the east shelf, arguments: { shelf: east } }]`,
    `${SHELF}\nevals: [{ query: what is the weather like, expect: none, arguments: { shelf: north } }]`,
  ],
  check({ spec, profile }, report) {
    const { parameters = {}, definitions = {} } = spec;
    const compile = profile === 'mcp' ? compileImported : compileSchema;
    for (const [at, { arguments: given = {}, expect }] of (spec.evals ?? []).entries()) {
      const path = ['evals', at, 'arguments'];
      for (const [name, value] of Object.entries(given)) {
        const schema = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
        const issue = schema && firstIssue(() => compile(schema, { $defs: definitions })(value));
        if (!schema)
          report([...path, name], ...unknownName('parameter', name, Object.keys(parameters)), { part: 'key' });
        else if (issue !== undefined)
          report(
            [...path, name],
            `Argument "${name}" of this eval is not valid: ${issue}`,
            'Use a value that the parameter accepts.',
          );
      }
      if (expect && Object.keys(given).length > 0)
        report(path, 'This eval expects no call but lists arguments.', 'Keep either `expect` or `arguments`.', {
          part: 'key',
        });
    }
  },
});

function firstIssue(judge: () => ReturnType<Validator>): string | undefined {
  try {
    const judged = judge();
    return 'issues' in judged ? judged.issues[0]?.message : undefined;
  } catch (error) {
    // Rule param/pattern-valid reports an invalid pattern.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
