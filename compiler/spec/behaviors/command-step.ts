/** One program of a `command:`: the templates and flags in its argument list, and mistakes that no shape can describe. */
import { templateVariables } from './variables.ts';
import type { ArgvElement, OutputFormat } from '@haft/runtime';
import { mainType, ownMember } from '@haft/runtime/language';
import type { NodePath } from '../yaml/spec.ts';
import { type PlacedName, type PlacedProblem, type TemplateUse, type ToolContext, below } from './behavior.ts';
import type { ProgramEnvironment } from './program-environment.ts';
import { folderProblems } from './folder.ts';
import { entries } from './steps.ts';

interface StepOutput {
  readonly argv: readonly ArgvElement[];
  readonly stdout?: OutputFormat;
  readonly columns?: readonly string[];
  readonly media_type?: string;
  readonly on_more?: 'fail' | 'truncate';
  readonly env?: ProgramEnvironment;
  readonly output_file?: { readonly folder: string; readonly path: string };
}

export function isGroup(element: ArgvElement): element is readonly string[] {
  return Array.isArray(element);
}

export function argvTemplates(argv: readonly ArgvElement[]): TemplateUse[] {
  return argv.flatMap((element, at) => {
    if (typeof element === 'string') return [{ path: ['argv', at], text: element }];
    return isGroup(element) ? entries(['argv', at], element) : [];
  });
}

/** Parameters whose flags are in the list. */
export function flagsIn(argv: readonly ArgvElement[]): PlacedName[] {
  return argv.flatMap((element, at) => {
    if (typeof element === 'string' || isGroup(element)) return [];
    return Object.keys(element).map((name) => ({ path: ['argv', at, name], name }));
  });
}

/** `base` is the place of the step below the behavior. */
export function stepProblems(step: StepOutput, base: NodePath, tool: ToolContext): PlacedProblem[] {
  return below(base, [
    ...flagProblems(step.argv, tool),
    ...groupProblems(step.argv, tool),
    ...outputProblems(step),
    ...(step.output_file ? folderProblems(step.output_file, ['output_file']) : []),
    ...environmentProblems(step.env),
  ]);
}

function flagProblems(argv: readonly ArgvElement[], tool: ToolContext): PlacedProblem[] {
  return flagsIn(argv).flatMap(({ path, name }): PlacedProblem[] => {
    const schema = ownMember(tool.parameters ?? {}, name);
    if (!schema || mainType(schema) === 'boolean') return [];
    const message = `Parameter "${name}" has type ${[schema.type ?? 'any'].flat().join(' or ')}, expected boolean.`;
    const hint = `Write its value as "{${name}}", or map its values under \`translate\`.`;
    return [{ path, part: 'key', message, hint }];
  });
}

function groupProblems(argv: readonly ArgvElement[], tool: ToolContext): PlacedProblem[] {
  return argv.flatMap((element, at): PlacedProblem[] => {
    if (typeof element === 'string' || !isGroup(element)) return [];
    const variables = element.flatMap((text) => templateVariables(text));
    const lists = new Set(
      variables
        .map(({ name }) => name)
        .filter((name) => mainType(ownMember(tool.parameters ?? {}, name) ?? {}) === 'array'),
    );
    if (lists.size < 2) return [];
    const message = `These arguments are repeated for ${lists.size} lists: ${[...lists].join(', ')}.`;
    return [{ path: ['argv', at], message, hint: 'Write a separate list of arguments for each of them.' }];
  });
}

function* outputProblems({
  stdout = 'json',
  columns,
  media_type,
  on_more,
  output_file,
}: StepOutput): Iterable<PlacedProblem> {
  if (stdout === 'bytes' && media_type === undefined)
    yield {
      path: ['stdout'],
      message: 'Nothing says what these bytes are.',
      hint: 'Add `media_type`, such as media_type: image/png.',
    };
  if (stdout !== 'bytes' && media_type !== undefined)
    yield {
      path: ['media_type'],
      part: 'key',
      message: `Output of the format ${stdout} has no media type.`,
      hint: 'Add `stdout: bytes`, or remove `media_type`.',
    };
  if (columns && stdout !== 'csv' && stdout !== 'tsv')
    yield {
      path: ['columns'],
      part: 'key',
      message: `Output of the format ${stdout} has no columns.`,
      hint: 'Add `stdout: csv` or `stdout: tsv`, or remove `columns`.',
    };
  if (stdout === 'size' && output_file === undefined)
    yield {
      path: ['stdout'],
      message: 'Only `output_file` has a size.',
      hint: 'Add `output_file`, or read the output in another format.',
    };
  if (on_more === 'truncate' && (stdout === 'json' || stdout === 'bytes' || output_file))
    yield {
      path: ['on_more'],
      message: stdout === 'json' ? 'JSON that is cut off is not valid JSON.' : 'A file that is cut off is not valid.',
      hint: 'Use `stdout: jsonl` or another format of lines, or remove `on_more`.',
    };
}

/** A value is sent as it is. */
export function environmentProblems(env: ProgramEnvironment = []): PlacedProblem[] {
  return env.flatMap((one, at) =>
    Object.entries(typeof one === 'string' ? {} : one)
      .filter(([, value]) => /\{[A-Za-z_]/.test(value))
      .map(([name]) => ({
        path: ['env', at, name],
        message: `The value of "${name}" is fixed: variables in braces are not filled.`,
        hint: `Write \`${name}\` alone to pass on a variable of the server, or a value without braces.`,
      })),
  );
}
