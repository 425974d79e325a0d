/** Behavior `command:`: one run of a program, never through a shell, and the checks around it. */
import { ENV, templateOf, templateVariables } from './variables.ts';
import type { ArgvElement, CommandStep, ResultTable } from '@haft/runtime';
import { type Json } from '@haft/runtime/language';
import { type Static, anything, byType, choice, integer, list, map, number, object, text } from '../shape/build.ts';
import { failureShape, letShape, workLetShape, programFailsWhenShape, resultShape } from '../shape/failure.ts';
import { formOf, formsOf, needing } from '../shape/form-of.ts';
import * as form from '../shape/form.ts';
import { FLAG, MEDIA_TYPE, PARAMETER_NAME } from '../shape/names.ts';
import { type PlacedProblem, type StepParts, behavior } from './behavior.ts';
import { errorTable, failures, result, texts, writtenTable } from './contract-forms.ts';
import { programOutput } from './output-shape.ts';
import { plainErrors, plainStep, plainTable } from './plain-pointers.ts';
import { environmentNames, environmentShape, splitEnvironment, writtenEnvironment } from './program-environment.ts';
import { exitCodesShape, withProgram, withoutProgram } from './programs.ts';
import {
  NO_PARTS,
  VARIABLES,
  checksOf,
  idleLets,
  detailsOf,
  omitShape,
  omittedNames,
  one,
  stepsOf,
  translateShape,
  whole,
} from './steps.ts';
import { argvTemplates, flagsIn, stepProblems } from './command-step.ts';
import { wordsOfLine } from './starter.ts';

/** Where a tool sets none. */
const MAX_BYTES = 1_048_576;

const argument = text('One argument.');

const element = byType<ArgvElement>('One argument, several that belong together, or flags.', {
  string: argument,
  array: list(
    'Arguments that belong together, such as [-n, "{limit}"]: all are omitted when a value is absent, and all are repeated for each element of a list.',
    argument,
    { minItems: 1 },
  ),
  object: map(
    'Flags by boolean parameter, such as { toc: --toc }: the flag is passed when the parameter is true.',
    text('The flag.', { pattern: FLAG }),
    PARAMETER_NAME,
  ),
});

const program = {
  argv: list(
    `The program and its arguments, one per list element. An element that is exactly one variable is omitted when the argument is absent, and repeated when it is a list. Put "--" before free text. ${VARIABLES}`,
    element,
    { minItems: 1 },
  ),
};

const programOptions = {
  stdin: text(`Standard input of the program. ${VARIABLES}`),
  cwd: text(`Working directory. ${VARIABLES}`),
  env: environmentShape,
  stdout: choice(
    'Format of the output. `jsonl` is a list with one JSON value per line; `csv` (RFC 4180) and `tsv` (no quotes) are lists of rows, each a map of texts by column. Without `result`, the result is the JSON object, { items } for a JSON list, { value } for a JSON scalar, { rows }, { lines } or { text }. `bytes` is an image, audio or a resource for the model; `size` is { bytes }, the size of `output_file`.',
    ['json', 'jsonl', 'csv', 'tsv', 'lines', 'text', 'bytes', 'size'],
    { default: 'json' },
  ),
  output_file: object(
    'The file that the program writes. After exit code 0 it is read as the output, instead of what was printed; a file that was not written fails the call. Nothing outside the folder is read.',
    {
      folder: text(`Absolute path of the folder. ${ENV}`),
      path: text(`Path of the file below the folder, with "/" between its parts. ${VARIABLES}`),
    },
  ),
  media_type: text('Media type of `stdout: bytes`, such as image/png.', { pattern: MEDIA_TYPE }),
  columns: list(
    'Names of the columns of `csv` or `tsv` output without a header row. The last column of `tsv` contains the rest of the line.',
    text('Name of a column.'),
    { minItems: 1, uniqueItems: true },
  ),
  empty: anything<Json>(
    'Value that replaces empty output, such as [] for a program that prints nothing if it finds nothing.',
  ),
  max_bytes: integer('Maximum output size in bytes.', { minimum: 1, maximum: 104_857_600, default: MAX_BYTES }),
  on_more: choice(
    'What to do with output larger than max_bytes: `truncate` keeps the complete lines before the limit, `fail` fails the call.',
    ['fail', 'truncate'],
    { default: 'fail' },
  ),
  translate: translateShape,
  exit_codes: exitCodesShape,
  fails_when: programFailsWhenShape,
  not_found: failureShape,
};

const progressShape = object(
  'Reports progress to the client, read from lines that the program prints.',
  { line: text('The part of a line with the numbers, such as "{done}%" or "[{done}/{total}]".') },
  {
    from: choice('Where the lines are printed.', ['stdout', 'stderr'], { default: 'stderr' }),
    total: number('The total, where no line has it, such as 100.'),
  },
);

const checks = (all: string, one: string) =>
  list(all, object(one, program, { let: letShape, ...programOptions }), { minItems: 1 });

const shape = object('Runs one program, never through a shell.', program, {
  before: checks(
    'Checks run before the program, in order, within the timeout of the call. The first check that fails ends the call, and nothing more is run. Output without the list or map that a pointer refers to also fails.',
    'One check: a program, and the failures that it can report.',
  ),
  verify: checks(
    'Reads after the program, in order, that must find its effect. Where one fails, the result says that the call was carried out and what the read found.',
    'One read: a program, and the failures that it can report.',
  ),
  let: workLetShape,
  progress: progressShape,
  omit: omitShape,
  ...programOptions,
  result: resultShape,
});

type Spec = Static<typeof shape>;
type StepSpec = Omit<Spec, 'before' | 'verify' | 'omit' | 'result'> & { readonly let?: ResultTable };

const STEP_FORMS = {
  argv: formOf(program.argv),
  ...formsOf(programOptions),
  env: texts,
  set_env: form.mapOf(form.text),
  exit_codes: failures,
};
const NEEDED = ['argv', 'stdout', 'max_bytes'];
const CHECKS = form.list(needing(NEEDED, { ...STEP_FORMS, let: result }));

export const command = behavior<'command', Spec>({
  key: 'command',
  shape,
  isCode: false,
  notShown: undefined,
  failureKeys: ['exit_codes', 'fails_when', 'not_found'],
  steps: (spec) => stepsOf(spec, partsOf),
  result: (spec) => spec.result,
  problems: (spec, tool) => [
    ...headerRules(spec.result ?? {}),
    ...truncationProblems(spec),
    ...idleLets(spec),
    ...progressProblems(spec),
    ...stepsOf<StepSpec>(spec, partsOf).flatMap(({ path, spec: step }) => stepProblems(step, path, tool)),
  ],
  contradiction: () => undefined,
  nameMapping: () => [],
  unsent: () => undefined,
  plan: ({ before, verify, omit, result: table, ...step }, { programs }) => ({
    kind: 'command',
    ...planStep(withProgram(step, programs)),
    ...checksOf({ before, verify }, (check) => planStep(withProgram(check, programs))),
    ...(omit && { omit }),
    ...(table && { result: plainTable(table, programOutput(step)) }),
  }),
  blocks: ({ stdout }) => (stdout === 'bytes' ? 'always' : 'never'),
  write: ({ kind: _kind, before, verify, omit, result: table, ...step }, _file, programs) => {
    const write = (one: CommandStep) => withoutProgram(writeStep(one), programs);
    return {
      ...checksOf({ before, verify }, write),
      ...write(step),
      ...(omit && { omit }),
      ...(table && { result: table }),
    };
  },
  starter: {
    help: 'The program and its arguments; no shell reads them.',
    example: 'git log --max-count={count}',
    write(line) {
      const argv = wordsOfLine(line);
      return argv.length === 0 ? 'Expected a program.' : { spec: { argv, stdout: 'text' } };
    },
  },
  contractForm: needing(NEEDED, {
    ...STEP_FORMS,
    before: CHECKS,
    verify: CHECKS,
    let: result,
    progress: formOf(progressShape),
    omit: formOf(omitShape),
    result,
  }),
  change: {
    id: 'tool/command',
    says: 'The command of a tool changed.',
    why: 'The same arguments may have a different effect or output.',
    example: {
      before: 'command: { argv: [books, search] }',
      after: 'command: { argv: [books, search, --all] }',
    },
  },
});

function partsOf(step: StepSpec & Pick<Spec, 'omit'>): StepParts {
  const { argv, stdin, cwd, env, translate, exit_codes, on_more, output_file, fails_when: tests = [] } = step;
  const { let: lets, omit } = step;
  return {
    ...NO_PARTS,
    templates: [
      ...argvTemplates(argv),
      ...whole(['stdin'], stdin),
      ...one(['cwd'], cwd, { inPath: true }),
      ...one(['output_file', 'folder'], output_file?.folder, { inPath: true }),
      ...one(['output_file', 'path'], output_file?.path, { inPath: true }),
    ],
    parameters: [...flagsIn(argv), ...omittedNames(omit)],
    omit,
    variables: environmentNames(env),
    translate,
    output: programOutput(step),
    tests,
    details: [...detailsOf(['fails_when'], tests), ...detailsOf(['exit_codes'], exit_codes)],
    lets,
    mayBeCut: on_more === 'truncate',
    program: { argv, ...(stdin !== undefined && { stdin }), ...(cwd !== undefined && { cwd }) },
  };
}

function headerRules(table: ResultTable): PlacedProblem[] {
  const headers = Object.entries(table).filter(([, rule]) => typeof rule !== 'string' && 'header' in rule);
  const [message, hint] = ['A command has no response headers.', 'Take the value from the output with `pointer`.'];
  return headers.map(([name]) => ({ path: ['result', name, 'header'], message, hint }));
}

function truncationProblems({ on_more, stdout = 'json', result: table, ...spec }: Spec): PlacedProblem[] {
  const isNoted = Object.values(table ?? {}).some((rule) => typeof rule === 'object' && 'note' in rule);
  if (on_more !== 'truncate' || stdout === 'json' || isNoted) return [];
  const { whole = 'output' } = programOutput({ ...spec, stdout });
  const message = 'Truncated output can leave something out, but `result` has no `note`.';
  const note = 'note: { note: There is more; narrow the search. }';
  const hint = `Add a property with a note: ${table ? note : `result: { ${whole}: "", ${note} }`}.`;
  return [{ path: ['on_more'], message, hint }];
}

/** A line must show the number that is done, and each number once. */
function progressProblems({ progress }: Spec): PlacedProblem[] {
  if (!progress) return [];
  const names = templateVariables(progress.line).map(({ path }) => path.join('.'));
  const isRight = !templateOf(progress.line).problem && names.includes('done') && new Set(names).size === names.length;
  if (isRight && names.every((name) => name === 'done' || name === 'total')) return [];
  const message = `\`line\` is ${JSON.stringify(progress.line)}, expected a text with {done} once, and {total} at most once.`;
  return [{ path: ['progress', 'line'], message, hint: 'Write it as the program prints it, such as "{done}%".' }];
}

function planStep({
  exit_codes,
  stdout = 'json',
  max_bytes = MAX_BYTES,
  on_more,
  env,
  let: lets,
  ...rest
}: StepSpec): CommandStep & { readonly let?: ResultTable } {
  const output = programOutput({ ...rest, stdout });
  return {
    ...plainStep(rest, output),
    ...splitEnvironment(env),
    ...(lets && { let: plainTable(lets, output) }),
    stdout,
    max_bytes,
    ...(on_more === 'truncate' && { on_more }),
    ...(exit_codes && { exit_codes: plainErrors(errorTable(exit_codes), output) }),
  };
}

/** Without what is the default. */
function writeStep({ exit_codes, stdout, max_bytes, env, set_env, ...rest }: CommandStep) {
  return {
    ...rest,
    ...((env ?? set_env) && { env: writtenEnvironment({ ...(env && { env }), ...(set_env && { set_env }) }) }),
    ...(stdout !== 'json' && { stdout }),
    ...(max_bytes !== MAX_BYTES && { max_bytes }),
    ...(exit_codes && { exit_codes: writtenTable(exit_codes) }),
  };
}
