/** Programs of a server (`programs:`): what every tool that runs one of them has in common. */
import { ENV } from './variables.ts';
import { ownMember, sameJson } from '@haft/runtime/language';
import { type FailureCase, PROGRAM_DETAIL, failureShape, failureTable } from '../shape/failure.ts';
import { type Static, map, object, text } from '../shape/build.ts';
import { withoutUndefined } from '../../base/json.ts';
import { type ProgramEnvironment, environmentShape, joinEnvironments, ownEnvironment } from './program-environment.ts';
import { EXIT_CODE, FLAG } from '../shape/names.ts';

export const exitCodesShape = failureTable(
  'Error messages by exit code; `default` is for every other code except 0.',
  EXIT_CODE,
  PROGRAM_DETAIL,
);

const programShape = object(
  'Defaults for every tool that runs the program. What a tool declares itself has priority.',
  {},
  {
    cwd: text(`Working directory. ${ENV}`),
    env: environmentShape,
    not_found: failureShape,
    exit_codes: exitCodesShape,
  },
);

export const programsShape = map(
  'Programs that tools run, by the first element of `argv`, such as git; for {env.GIT_COMMAND|git}, by the fallback.',
  programShape,
  FLAG,
);

export type ProgramSpec = Static<typeof programShape>;
export type Programs = Static<typeof programsShape>;

type Cases = ProgramSpec['exit_codes'];

export interface ProgramStep {
  readonly argv: readonly unknown[];
  readonly cwd?: string | undefined;
  readonly env?: ProgramEnvironment | undefined;
  readonly not_found?: ProgramSpec['not_found'];
  readonly exit_codes?: Cases;
}

/** A path from the environment, with the name that the program has unless that is set. */
const NAMED_BY_FALLBACK = /^\{env\.\w+\|([^{}]+)\}$/;

/** The name under which a server may declare the program of a step: `git` for `git` and for `{env.GIT_COMMAND|git}`. */
export function programOf(argv: readonly unknown[]): string | undefined {
  const [first] = argv;
  return typeof first === 'string' ? (NAMED_BY_FALLBACK.exec(first)?.[1] ?? first) : undefined;
}

function declaredProgram({ argv }: ProgramStep, programs: Programs): ProgramSpec | undefined {
  const name = programOf(argv);
  return name === undefined ? undefined : ownMember(programs, name);
}

/** A step with everything that its program declares. */
export function withProgram<S extends ProgramStep>(step: S, programs: Programs): S {
  const program = declaredProgram(step, programs);
  if (!program) return step;
  const env = joinEnvironments(program.env, step.env);
  const cases = joinCases(step.exit_codes, program.exit_codes);
  return {
    ...step,
    ...(step.cwd === undefined && program.cwd !== undefined && { cwd: program.cwd }),
    ...(env.length > 0 && { env }),
    ...(cases && { exit_codes: cases }),
    ...(!step.not_found && program.not_found && { not_found: program.not_found }),
  };
}

/** The inverse: the shortest step that becomes the same with its program as the program is now. */
export function withoutProgram<S extends ProgramStep>(step: S, programs: Programs): S {
  const program = declaredProgram(step, programs);
  if (!program) return step;
  const env = ownEnvironment(program.env, step.env);
  const shorter: readonly Partial<ProgramStep>[] = [
    { cwd: undefined },
    { not_found: undefined },
    { env: env.length > 0 ? env : undefined },
    { exit_codes: ownCases(step.exit_codes, program.exit_codes) },
  ];
  const whole = withoutUndefined(withProgram(step, programs));
  let short = step;
  for (const keys of shorter) {
    const next = { ...short, ...keys };
    if (sameJson(withoutUndefined(withProgram(next, programs)), whole)) short = next;
  }
  return Object.fromEntries(Object.entries(short).filter(([, value]) => value !== undefined)) as S;
}

function ownCases(own: Cases = {}, shared: Cases = {}): Cases {
  const different = Object.keys(own).flatMap((code) => {
    const cases = casesOf(own, code).filter((one) => !casesOf(shared, code).some((other) => sameJson(one, other)));
    return cases.length === 0 ? [] : [[code, cases.length === 1 && cases[0] ? cases[0] : cases] as const];
  });
  return different.length === 0 ? undefined : Object.fromEntries(different);
}

/** Cases of the tool are tried before those of its program; what both have is listed once, so that a written step plans to itself. */
function joinCases(own: Cases, shared: Cases): Cases {
  if (!shared) return own;
  const codes = [...new Set([...Object.keys(own ?? {}), ...Object.keys(shared)])];
  return Object.fromEntries(
    codes.map((code) => {
      const cases = [...casesOf(own ?? {}, code), ...casesOf(shared, code)];
      const different = cases.filter((one, at) => cases.findIndex((other) => sameJson(one, other)) === at);
      return [code, different.length === 1 && different[0] ? different[0] : different];
    }),
  );
}

function casesOf(table: NonNullable<Cases>, code: string): FailureCase[] {
  return Object.hasOwn(table, code) ? [table[code] ?? []].flat() : [];
}
