/** The arguments that an eval expects are valid for the tool. */
import { compileImported, compileSchema, hasImported, ownMember } from '@haft/runtime/language';
import type { Json, Schema, Validator } from '@haft/runtime/language';
import { matcherOf } from '../../eval-matcher.ts';
import type { Matcher } from '../../eval-matcher.ts';
import { problemOf } from '../../patterns/valid.ts';
import { rule } from '../../rule.ts';
import { unknownName } from '../../unknown-name.ts';

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
    for (const [at, { arguments: given = {}, expect }] of (spec.evals ?? []).entries()) {
      const path = ['evals', at, 'arguments'];
      for (const [name, expected] of Object.entries(given)) {
        const schema = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
        if (!schema) {
          report([...path, name], ...unknownName('parameter', name, Object.keys(parameters)), { part: 'key' });
          continue;
        }
        const compile = profile === 'mcp' || hasImported(schema) ? compileImported : compileSchema;
        const issue = issueOf(matcherOf(expected), {
          type: schema.type,
          isRequired: required.includes(name),
          issueWith: (value) => firstIssue(() => compile(schema, { $defs: definitions })(value)),
        });
        if (issue)
          report([...path, name], `Argument "${name}" of this eval is not valid: ${issue.because}`, issue.hint);
      }
      for (const group of groups.filter((names) => names.every((name) => isAbsent(ownMember(given, name)))))
        report(
          path,
          `This eval expects a call without ${group.join(' and ')}, of which the tool requires at least one.`,
          'Remove `absent` from one of them.',
          { part: 'key' },
        );
      if (CALLS_NOTHING.has(expect) && Object.keys(given).length > 0)
        report(path, 'This eval expects no call but lists arguments.', 'Keep either `expect` or `arguments`.', {
          part: 'key',
        });
    }
  },
});

const CALLS_NOTHING: ReadonlySet<unknown> = new Set(['none', 'ask']);
const OTHER_VALUE = 'Use a value that the parameter accepts.';

interface Parameter {
  readonly type: Schema['type'];
  readonly isRequired: boolean;
  readonly issueWith: (value: Json) => string | undefined;
}

interface Issue {
  readonly because: string;
  readonly hint: string;
}

function isAbsent(expected: Json | undefined): boolean {
  return expected !== undefined && matcherOf(expected).kind === 'absent';
}

/** Why a call could never have such an argument. */
function issueOf(matcher: Matcher, { type, isRequired, issueWith }: Parameter): Issue | undefined {
  if (matcher.kind === 'absent') {
    const because = 'it must be absent, but the parameter is required.';
    return isRequired ? { because, hint: 'Delete `absent`, or the parameter from `required:`.' } : undefined;
  }
  if (matcher.kind === 'matches') return patternIssue(matcher.pattern, type);
  const values = matcher.kind === 'equals' ? [matcher.value] : matcher.values;
  const because = values.flatMap((value) => issueWith(value) ?? [])[0];
  return because === undefined ? undefined : { because, hint: OTHER_VALUE };
}

function patternIssue(pattern: string, type: Schema['type']): Issue | undefined {
  if (type !== undefined && ![type].flat().includes('string'))
    return { because: '`matches` compares strings, and the parameter is none.', hint: 'Use `any_of` or a value.' };
  const problem = problemOf(pattern);
  return problem === undefined
    ? undefined
    : { because: `its pattern cannot be used: ${problem}.`, hint: 'Correct the regular expression.' };
}

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
