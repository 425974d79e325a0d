/** How a failure of a tool is detected, and what its message says. */
import { serverDocument, toolDocument } from '../../example-documents.ts';
import { templateOf, templateVariables } from '../../../spec/behaviors/variables.ts';
import { say } from '../../../base/sentence.ts';
import { allSteps } from '../../../spec/behaviors/index.ts';
import { idleTests } from '../../analysis/binding/idle.ts';
import { type ReportFinding, reportProblems, rule } from '../../rule.ts';
import { programOf, withProgram } from '../../../spec/behaviors/programs.ts';
import type { BehaviorProblem, PlacedProblem } from '../../../spec/behaviors/behavior.ts';
import { checkTemplate } from '../../analysis/binding/check-template.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { type PlacedFailure, repeatsError, serverFailures, toolFailures } from '../../analysis/prose/failure-text.ts';
import { isUninformative } from '../../analysis/prose/information.ts';
import { subjectOf } from '../../analysis/prose/implementation-terms.ts';
import { domainStems } from '../../analysis/prose/server-terms.ts';
import type { Located } from '../../model.ts';

const removing = (behavior: string, effects = 'destroy'): string => `name: search_books
---
${toolDocument('remove_book', 'Removes a book from the catalog.', 'the user gives a book away', effects)}
returns: { type: object, properties: { message: { type: string } } }
${behavior}`;

const FAILED = 'error: There is no such book., retry_hint: List the books.';

const command = (output: string, test: string): string =>
  `command: { argv: [books, remove], ${output}, fails_when: [{ ${test}, ${FAILED} }], result: { message: { value: Removed. } } }`;

export const failureDetected = rule({
  id: 'tool/failure-detected',
  severity: 'error',
  says: 'A failure test of a tool that writes or destroys must be able to match what is read.',
  why: 'A test that never matches lets the tool report success for ever, whatever happened.',
  source: 'EXT §2.4 (success), §7 rule 1',
  good: [
    removing(command('stdout: text', 'pointer: "", contains: no such entry')),
    removing(command('stdout: text', 'pointer: /text, contains: no such entry')),
    removing(command('stdout: lines', 'pointer: /lines/0')),
    removing(command('stdout: lines', 'pointer: /0, contains: error')),
    removing(command('stdout: csv, columns: [id, error]', 'pointer: /0/error')),
    removing(command('stdout: json', 'pointer: /text')),
    removing(command('stdout: text, empty: { error: Nothing was printed. }', 'pointer: /error')),
    // Of a read it is a warning of tool/output-fits.
    removing(command('stdout: text', 'pointer: /error'), 'read'),
  ],
  bad: [
    removing(command('stdout: text', 'pointer: /error, contains: no such entry')),
    removing(command('stdout: lines', 'pointer: /text')),
    removing(command('stdout: csv, columns: [id, error]', 'pointer: /0/eror')),
    removing(command('stdout: text', 'pointer: /error, finds: nothing')),
    removing(
      'command: { argv: [books, remove], stdout: text, before: [{ argv: [books, list], stdout: text, fails_when: [{ pointer: /list, error: There is no list., retry_hint: Stop. }] }], result: { message: { value: Removed. } } }',
    ),
  ],
  check({ spec }, report) {
    if (spec.effects === 'read') return;
    reportProblems(allSteps(spec).flatMap(idleTests), report);
  },
});

const packing = (more: string, program: string = ''): string => `name: shelf
---
kind: server
name: scans
version: 1.0.0
summary: Lists scanned books.
${program}tools:
  - name: list_pages
    description: { does: Lists the pages of a scanned book., when: the user asks what was scanned }
    effects: read
    parameters: { book: { type: string, enum: [dune, emma], default: dune, description: Which book. } }
    command: { argv: [unzip, -l, "{book}.zip"], stdout: lines${more} }`;

const PAGES_FAILED = 'error: The pages cannot be listed., retry_hint: Ask for another book.';

export const failureReason = rule({
  id: 'tool/failure-reason',
  subject: 'server',
  severity: 'warning',
  says: 'A tool that runs a program should report why it failed.',
  profiles: ['ext'],
  why: 'A missing file, a wrong argument and a full disk read the same, so the model cannot choose the next step. The reason is in the error output.',
  source: 'EXT §7 rule 2 (a message and a hint for recovery)',
  good: [
    packing(`, exit_codes: { default: { ${PAGES_FAILED}, detail: stderr } }`),
    packing(
      `, exit_codes: { 9: { error: There is no scan of this book., retry_hint: Ask for another book. }, default: { ${PAGES_FAILED} } }`,
    ),
  ],
  bad: [
    packing(`, exit_codes: { default: { ${PAGES_FAILED} } }`),
    packing('', `programs: { unzip: { exit_codes: { default: { ${PAGES_FAILED} } } } }\n`),
  ],
  check({ spec, tools }, report) {
    const reported = new Set<string>();
    for (const tool of tools) {
      const { command } = tool.spec;
      if (!command) continue;
      const { exit_codes: table = {}, fails_when } = withProgram(command, spec.programs ?? {});
      const [only, ...others] = Object.values(table).flat();
      if (!only || others.length > 0 || !table['default'] || fails_when || (only.detail ?? only.contains)) continue;
      const program = programOf(command.argv) ?? '';
      const message = `Every failure of "${program}" reads the same.`;
      const hint = 'Add `detail: stderr` to quote the end of the error output, or write a case for each exit code.';
      if (command.exit_codes) report(['command', 'exit_codes', 'default'], message, hint, { part: 'key', on: tool });
      else if (!reported.has(program))
        report(['programs', program, 'exit_codes', 'default'], message, hint, { part: 'key' });
      reported.add(program);
    }
  },
});

const printing = (errors: string, more = ''): string => `name: search_books
---
${toolDocument('print_label', 'Prints the label of a book.', 'a label is lost', 'write')}
parameters: { book: { type: string, description: Number of the book. }, note: { type: string, description: Note on the label. } }
required: [book]${more}
command: { argv: [lpr, --, "{book}"], exit_codes: { 1: ${errors} } }`;

export const failureVariables = rule({
  id: 'tool/failure-variables',
  severity: 'error',
  says: 'Every variable in an error message must have a value when the message is returned.',
  why: 'A model that reads "There is no book {book}." does not know which of its arguments was wrong, or copies the braces.',
  source: 'EXT §7 rule 2 (a failure includes a message and a hint)',
  good: [
    printing('{ error: "There is no book {book}.", retry_hint: Search for the book first. }'),
    printing('{ error: "The printer rejected it ({detail}).", detail: /reason, retry_hint: Ask the user. }'),
    printing('{ error: "The label has {{braces}}.", retry_hint: Remove the braces. }'),
  ],
  bad: [
    printing('{ error: "There is no book {number}.", retry_hint: Search for the book first. }'),
    printing('{ error: "The note {note} is too long.", retry_hint: Shorten the note. }'),
    printing('{ error: "The printer rejected it ({detail}).", retry_hint: Ask the user. }'),
    printing('{ error: "The label has {braces.", retry_hint: Remove the braces. }'),
    printing(
      '{ error: The printer is off., retry_hint: Ask the user to switch it on. }',
      '\non_timeout: { error: "Printing {book} takes long.", retry_hint: Wait for a minute. }',
    ),
  ],
  check({ spec }, report) {
    reportProblems(
      toolFailures(spec).flatMap((failure) => problemsOf(failure, spec)),
      report,
    );
  },
  checkServer(server, report) {
    const problems = serverFailures(server.spec).flatMap((failure) => problemsOf(failure, undefined));
    reportProblems(problems, report, [], server);
  },
});

/** The other tables report what happened before there was a response. */
const FILLED = new Set<unknown>(['errors', 'fails_when', 'exit_codes', 'on_error']);

function problemsOf(failure: PlacedFailure, spec: ToolSpec | undefined): PlacedProblem[] {
  return (['error', 'retry_hint'] as const).flatMap((key) => {
    const text = failure[key];
    if (!/[{}]/.test(text)) return [];
    const isFilled = failure.path.some((step) => FILLED.has(step));
    return (isFilled ? problemsIn(text, failure, spec) : [NOT_FILLED]).map((problem) => ({
      ...problem,
      path: [...failure.path, key],
    }));
  });
}

const NOT_FILLED: BehaviorProblem = {
  message: 'This error message is not filled with variables, so it must not have braces.',
  hint: 'Write it without "{" and "}".',
};

function problemsIn(text: string, { detail }: PlacedFailure, spec: ToolSpec | undefined): BehaviorProblem[] {
  const inputs = templateVariables(text).filter(({ name }) => name !== 'detail' || detail === undefined);
  const fromEnv = inputs.find(({ path }) => path[0] === 'env');
  if (fromEnv !== undefined) {
    const message = `"{${fromEnv.name}}" cannot be inputs in an error message: it may be a secret.`;
    return [{ message, hint: 'Name the variable without braces.', word: `{${fromEnv.name}}` }];
  }
  if (detail === undefined && inputs.some(({ name }) => name === 'detail') && !spec?.parameters?.['detail']) {
    return [
      {
        message: '"{detail}" has no value here.',
        hint: 'Add `detail` with a pointer into the response.',
        word: '{detail}',
      },
    ];
  }
  if (inputs.length === 0 && templateOf(text).problem === undefined) return [];
  if (spec === undefined && inputs.length > 0) {
    const [first] = inputs;
    const message = `"{${first?.name ?? ''}}" has no value in an error message of a connection.`;
    return [{ message, hint: 'Use {detail}, or move the message to the tools.', word: `{${first?.name ?? ''}}` }];
  }
  const callable = detail === undefined ? spec : spec && withDetail(spec);
  return checkTemplate({ path: [], text, inPath: true }, { env: {}, tool: callable });
}

/** The detail of a response is there for its message alone. */
function withDetail(spec: ToolSpec): ToolSpec {
  const { parameters = {}, required = [] } = spec;
  return { ...spec, parameters: { ...parameters, detail: { type: 'string' } }, required: [...required, 'detail'] };
}

/** The tool is in its own server, with a connection that has `words`. */
const shop = (more: string, errors = ''): string => `name: search_books
---
${serverDocument('shop', 'Sells books.', `connections: { shop: { base_url: "https://shop.example"${more} } }`)}
tools:
  - name: order_book
    description: { does: Orders a book at the shop., when: the library lacks a book }
    effects: write
    http: { connection: shop, request: POST /orders${errors} }`;

const DOWN = ', on_unreachable: { error: The shop does not answer., retry_hint: Try again in a minute. }';

const label = (command: string): string => `name: search_books
---
${toolDocument('print_label', 'Prints the label of a book.', 'a label is lost', 'write')}
${command}`;

export const errorsStructured = rule({
  id: 'tool/errors-structured',
  severity: 'warning',
  evidence: 'signals',
  release: 'error',
  says: 'Every error must say what happened and what to do next.',
  profiles: ['ext'],
  why: 'A bare "Error 500" gives a model nothing to act on: it repeats the call or invents an answer. A sentence and a next step let it continue.',
  source: 'EXT §7 rules 1 and 2, §8 rule 5',
  good: [
    shop(DOWN),
    shop(DOWN, ', errors: { 409: { error: The book is sold out., retry_hint: Offer the user another edition. } }'),
    shop(DOWN, ', errors: { 429: { error: Too many requests., retry_hint: Wait a minute. } }'),
    shop(DOWN, ', errors: { 504: { error: Timed out., retry_hint: Try again in a minute. } }'),
  ],
  bad: [
    shop(''),
    shop(DOWN, ', errors: { 500: { error: Error 500, retry_hint: Try again later. } }'),
    shop(DOWN, ', errors: { 409: { error: The book is sold out., retry_hint: The book is sold out. } }'),
    label(
      'command: { argv: [lpr], exit_codes: { 1: { error: failed, retry_hint: Ask the user to switch the printer on. } } }',
    ),
    label(
      'command: { argv: [lpr], before: [{ argv: [lpstat], not_found: { error: Not found., retry_hint: Install it. } }] }',
    ),
  ],
  check(tool, report) {
    reportAll(tool, toolFailures(tool.spec), subjectOf(tool), report);
  },
  checkServer(server, report) {
    reportAll(server, serverFailures(server.spec), domainStems(server), report);
    for (const [name, { on_unreachable }] of Object.entries(server.spec.connections ?? {})) {
      if (on_unreachable) continue;
      const message = say`Connection "${name}" has no \`on_unreachable\` message.`;
      const hint = 'Add `on_unreachable: { error: …, retry_hint: … }`: what is not running, and who can start it.';
      report(['connections', name], message, hint, { part: 'key', on: server, suspected: false });
    }
  },
});

function reportAll(
  on: Located<unknown>,
  failures: readonly PlacedFailure[],
  subject: ReadonlySet<string>,
  report: ReportFinding,
): void {
  for (const { path, ...texts } of failures) {
    if (isUninformative(texts.error, 'error', subject)) {
      const hint = 'Describe in a sentence what happened, such as: There is no book with this number.';
      report([...path, 'error'], `Error message "${texts.error}" does not name what happened.`, hint, { on });
    }
    const isEmpty = isUninformative(texts.retry_hint, 'hint', subject);
    if (!isEmpty && !repeatsError(texts)) continue;
    const message = `Retry hint "${texts.retry_hint}" ${isEmpty ? 'gives no next step' : 'repeats the error'}.`;
    const hint = 'Give the next step: retry with other arguments, use another tool, ask the user, or stop.';
    report([...path, 'retry_hint'], message, hint, { on });
  }
}
