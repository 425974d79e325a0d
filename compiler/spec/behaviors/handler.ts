/** Behavior `handler:`: a function that the author writes, and what it may use. */
import type { HandlerProgram } from '@haft/runtime';
import { type Static, byType, flag, list, object, text } from '../shape/build.ts';
import * as form from '../shape/form.ts';
import { ENV_NAME, type FormatRule, HANDLER_FILE } from '../shape/names.ts';
import { behavior } from './behavior.ts';
import { errorTable, failure, failures, texts } from './contract-forms.ts';
import { splitEnvironment } from './program-environment.ts';
import { type ProgramStep, type Programs, programOf, withProgram } from './programs.ts';
import { NO_PARTS, entries, names } from './steps.ts';

const FILE =
  'A TypeScript file next to the spec that exports a function for this tool. The function can send requests to the connections with `call.request`. Haft adds a stub for a missing function and changes nothing else. The file can start itself as a worker thread (import.meta.url); no server runs there.';

/** An option or a text with a variable of the model could choose what runs. */
const PROGRAM: FormatRule = [
  String.raw`^(?:[^{}\s-][^{}]*|\{env\.[A-Z][A-Z0-9_]*\|[^{}\s-][^{}]*\})$`,
  'a program, such as git or "{env.GIT_COMMAND|git}"',
];

const accessShape = object(
  'The file, and the programs and folders that the function may use.',
  { file: text(FILE, { pattern: HANDLER_FILE }) },
  {
    runs: list(
      'Programs that the function may run with `call.run`, by name; {env.GIT_COMMAND|git} has the name git. `programs:` of the server applies to them.',
      text('A program.', { pattern: PROGRAM }),
      { minItems: 1, uniqueItems: true },
    ),
    folders: list(
      'Environment variables with the folders in which the function may read, write and list files with `call.file`.',
      text('Name of a variable.', { pattern: ENV_NAME }),
      { minItems: 1, uniqueItems: true },
    ),
    asks: flag('Whether the function asks the user with `call.ask`.', { default: false }),
  },
);

type Access = Static<typeof accessShape>;

const shape = byType<string | Access>(
  'A TypeScript file next to the spec that exports a function for this tool, or a map with the file and what the function may use.',
  { string: text(FILE, { pattern: HANDLER_FILE }), object: accessShape },
);

/** The file of a handler, as its author names it. */
export function handlerFileIn(handler: string | Access | undefined): string | undefined {
  return typeof handler === 'string' ? handler : handler?.file;
}

function accessOf(spec: string | Access): Pick<Access, 'runs' | 'folders' | 'asks'> {
  return typeof spec === 'string' ? {} : spec;
}

function planProgram(program: string, programs: Programs): HandlerProgram {
  const step: ProgramStep & { readonly argv: readonly string[] } = { argv: [program] };
  const { argv, cwd, env, not_found, exit_codes } = withProgram(step, programs);
  return {
    argv,
    ...(cwd !== undefined && { cwd }),
    ...splitEnvironment(env),
    ...(not_found && { not_found }),
    ...(exit_codes && { exit_codes: errorTable(exit_codes) }),
  };
}

export const handler = behavior<'handler', string | Access>({
  key: 'handler',
  shape,
  isCode: true,
  notShown: 'The code of a handler decides what is sent.',
  failureKeys: [],
  steps(spec) {
    const { runs, folders } = accessOf(spec);
    const parts = { ...NO_PARTS, templates: entries(['runs'], runs), variables: names(['folders'], folders) };
    return (runs ?? folders) ? [{ path: [], spec: accessOf(spec), parts }] : [];
  },
  result: () => undefined,
  problems: () => [],
  contradiction: () => undefined,
  nameMapping: () => undefined,
  unsent: () => undefined,
  plan(spec, { exportName, programs }) {
    const { runs, folders, asks } = accessOf(spec);
    const planned = runs?.map((program) => [programOf([program]) ?? program, planProgram(program, programs)] as const);
    return {
      kind: 'handler',
      export: exportName,
      ...(planned && { programs: Object.fromEntries(planned) }),
      ...(folders && { folders }),
      ...(asks === true && { asks }),
    };
  },
  write({ programs, folders, asks }, file) {
    if ((programs ?? folders ?? asks) === undefined) return file;
    const runs = programs && Object.values(programs).flatMap(({ argv }) => argv);
    return { file, ...(runs && { runs }), ...(folders && { folders }), ...(asks && { asks }) };
  },
  starter: {
    help: 'A TypeScript file next to the spec; the function in it is written by `haft compile`.',
    example: 'handlers.ts',
    write: (line) => ({ spec: line }),
  },
  contractForm: form.map(
    { export: form.text },
    {
      programs: form.mapOf(
        form.map(
          { argv: texts },
          { cwd: form.text, env: texts, set_env: form.mapOf(form.text), exit_codes: failures, not_found: failure },
        ),
      ),
      folders: texts,
      asks: form.flag,
    },
  ),
  // Its code decides: `call.content`.
  blocks: () => 'sometimes',
  change: {
    id: 'tool/handler-access',
    says: 'The programs or folders of a handler, or whether it asks the user, changed.',
    why: 'The function can use more than before, or calls that need what was removed fail.',
    example: {
      before: 'handler: { file: handlers.ts, runs: [books] }',
      after: 'handler: { file: handlers.ts, runs: [books, git] }',
    },
  },
});
