/** Finds values of a model that would lead out of a folder of the author: in `cwd`, and in file names on standard input. */
import { badArgument } from '../../server/call-failures.ts';
import type { ToolFailure } from '../../server/failure.ts';
import type { TemplateScope, Template, TemplatePart } from '../../language/template.ts';
import { parseTemplate, resolveVariable, toText } from '../../language/template.ts';
import { climbs, climbsBeyond, NO_STEPS } from '../shared/path-steps.ts';

/** A line of the author with white space, quotes or tags is text, not the name of a file. */
const TEXT = /[\s"'`<>]/;
const SEPARATOR = /[/\\]/;

/** What is wrong with the values of a call; nothing where each stays in its folder. */
export function compileFolders(
  cwd: string | undefined,
  stdin: string | undefined,
): (scope: TemplateScope) => ToolFailure | undefined {
  const folder = parseTemplate(cwd ?? '');
  const names = (stdin ?? '').split(/[\r\n]/).map((line) => parseTemplate(line));
  const files = names.filter(isInFolder);
  return (scope) => {
    if (leaves(folder, scope)) return badArgument(`A value in the working directory ${NO_STEPS}.`);
    const isOut = files.some((name) => leaves(name, scope));
    return isOut ? badArgument(`A value in a file name on standard input ${NO_STEPS}.`) : undefined;
  };
}

function isInFolder({ parts }: Template): boolean {
  const own = parts.filter((part) => typeof part === 'string');
  const isPath = own.some((text) => SEPARATOR.test(text)) || parts.some(isEnvironment);
  return isPath && parts.some(isChosen) && !own.some((text) => TEXT.test(text));
}

function leaves({ parts }: Template, scope: TemplateScope): boolean {
  const filled = parts.map((part) => fill(part, scope));
  const frame = parts.map((part, at) => (isChosen(part) ? 'x' : (filled[at] ?? '')));
  // A value may have several lines, and so several names.
  const alone = parts.some((part, at) => isChosen(part) && (filled[at] ?? '').split(/[\r\n]/).some(climbs));
  return alone || climbsBeyond(frame.join(''), filled.join(''));
}

function isChosen(part: TemplatePart): boolean {
  return typeof part === 'object' && part.path[0] !== 'env';
}

function isEnvironment(part: TemplatePart): boolean {
  return typeof part === 'object' && part.path[0] === 'env';
}

function fill(part: TemplatePart, scope: TemplateScope): string {
  return typeof part === 'string' ? part : toText(resolveVariable(part, scope) ?? '');
}
