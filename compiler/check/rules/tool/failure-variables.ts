/** Braces in an error message are variables that have a value. */
import type { BehaviorProblem } from '../../../spec/behaviors/behavior.ts';
import { checkTemplate } from '../../analysis/binding/check-template.ts';
import { templateOf } from '../../analysis/binding/template-of.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import type { PlacedFailure } from '../../analysis/prose/failure-text.ts';
import { serverFailures, toolFailures } from '../../analysis/prose/failure-text.ts';
import { rule } from '../../rule.ts';

const tool = (errors: string, more = ''): string => `name: search_books
---
kind: tool
name: print_label
server: library
description: { does: Prints the label of a book., when: a label is lost }
effects: write
parameters: { book: { type: string, description: Number of the book. }, note: { type: string, description: Note on the label. } }
required: [book]${more}
command: { argv: [lpr, --, "{book}"], exit_codes: { 1: ${errors} } }`;

export const failureVariables = rule({
  id: 'tool/failure-variables',
  subject: 'tool',
  severity: 'error',
  says: 'Every variable in an error message must have a value when the message is returned.',
  why: 'A model that reads "There is no book {book}." does not know which of its arguments was wrong, or copies the braces.',
  source: 'EXT §7 rule 2 (a failure includes a message and a hint)',
  good: [
    tool('{ error: "There is no book {book}.", retry_hint: Search for the book first. }'),
    tool('{ error: "The printer rejected it ({detail}).", detail: /reason, retry_hint: Ask the user. }'),
    tool('{ error: "The label has {{braces}}.", retry_hint: Remove the braces. }'),
  ],
  bad: [
    tool('{ error: "There is no book {number}.", retry_hint: Search for the book first. }'),
    tool('{ error: "The note {note} is too long.", retry_hint: Shorten the note. }'),
    tool('{ error: "The printer rejected it ({detail}).", retry_hint: Ask the user. }'),
    tool('{ error: "The label has {braces.", retry_hint: Remove the braces. }'),
    tool(
      '{ error: The printer is off., retry_hint: Ask the user to switch it on. }',
      '\non_timeout: { error: "Printing {book} takes long.", retry_hint: Wait for a minute. }',
    ),
  ],
  check({ spec }, report) {
    for (const failure of toolFailures(spec)) {
      for (const [key, problem] of problemsOf(failure, spec))
        report([...failure.path, key], problem.message, problem.hint, { word: problem.word });
    }
  },
  checkServer(server, report) {
    for (const failure of serverFailures(server.spec)) {
      for (const [key, problem] of problemsOf(failure, undefined))
        report([...failure.path, key], problem.message, problem.hint, { word: problem.word, on: server });
    }
  },
});

/** The tables that are filled; the others report what happened before there was a response. */
const FILLED = new Set<unknown>(['errors', 'fails_when', 'exit_codes', 'on_error']);

function problemsOf(
  failure: PlacedFailure,
  spec: ToolSpec | undefined,
): (readonly [key: string, problem: BehaviorProblem])[] {
  const texts = [['error', failure.error] as const, ['retry_hint', failure.retry_hint] as const];
  return texts.flatMap(([key, text]) => {
    if (!/[{}]/.test(text)) return [];
    const isFilled = failure.path.some((step) => FILLED.has(step));
    return (isFilled ? problemsIn(text, failure, spec) : [NOT_FILLED]).map((problem) => [key, problem] as const);
  });
}

const NOT_FILLED: BehaviorProblem = {
  message: 'This error message is not filled with variables, so it must not have braces.',
  hint: 'Write it without "{" and "}".',
};

function problemsIn(text: string, { detail }: PlacedFailure, spec: ToolSpec | undefined): BehaviorProblem[] {
  const variables = templateOf(text).parts.filter((part) => typeof part === 'object');
  const given = variables.filter(({ name }) => name !== 'detail' || detail === undefined);
  const fromEnv = given.find(({ path }) => path[0] === 'env');
  if (fromEnv !== undefined) {
    const message = `"{${fromEnv.name}}" cannot be used in an error message: it may be a secret.`;
    return [{ message, hint: 'Name the variable without braces.', word: `{${fromEnv.name}}` }];
  }
  if (detail === undefined && given.some(({ name }) => name === 'detail') && !spec?.parameters?.['detail']) {
    return [
      {
        message: '"{detail}" has no value here.',
        hint: 'Add `detail` with a pointer into the response.',
        word: '{detail}',
      },
    ];
  }
  if (given.length === 0 && templateOf(text).problem === undefined) return [];
  if (spec === undefined && given.length > 0) {
    const [first] = given;
    const message = `"{${first?.name ?? ''}}" has no value in an error message of a connection.`;
    return [{ message, hint: 'Use {detail}, or move the message to the tools.', word: `{${first?.name ?? ''}}` }];
  }
  const known = detail === undefined ? spec : spec && withDetail(spec);
  return checkTemplate({ path: [], text, inPath: true }, { env: {}, tool: known });
}

/** The detail of a response is there for its message alone. */
function withDetail(spec: ToolSpec): ToolSpec {
  const { parameters = {}, required = [] } = spec;
  return { ...spec, parameters: { ...parameters, detail: { type: 'string' } }, required: [...required, 'detail'] };
}
