/** Builds the argument list of a program from the arguments of a call; no shell is involved. */
import type { ToolFailure } from '../failure.ts';
import { failure } from '../failure.ts';
import type { Json } from '../language/json.ts';
import type { Scope, Template } from '../language/template.ts';
import { parseTemplate, renderText, renderValue, toText, wholeVariable } from '../language/template.ts';

/** The program and its arguments for one call, or what is wrong with the arguments of the call. */
export type BuildArgv = (scope: Scope) => readonly string[] | ToolFailure;

interface Element {
  readonly template: Template;
  /** It begins with a value from the model, and nothing before it ends the program's options. */
  readonly couldBeOption: boolean;
}

/** Reads the templates of an argument list once: one element each, left out when absent, repeated for a list. */
export function compileArgv(argv: readonly string[]): BuildArgv {
  const endOfOptions = argv.indexOf('--');
  const elements = argv.map((text, at): Element => {
    const template = parseTemplate(text);
    const literal = template.parts.findIndex((part) => typeof part === 'string');
    const leading = literal < 0 ? template.parts : template.parts.slice(0, literal);
    const fromModel = leading.some((part) => typeof part === 'object' && part.path[0] !== 'env');
    return { template, couldBeOption: fromModel && (endOfOptions < 0 || at < endOfOptions) };
  });
  return (scope) => {
    const built: string[] = [];
    for (const { template, couldBeOption } of elements) {
      for (const text of textsOf(template, scope)) {
        if (couldBeOption && text.startsWith('-')) return refuse(template, 'must not start with "-" here');
        // The end of a string to the operating system (POSIX execve).
        if (text.includes('\0')) return refuse(template, 'must not contain a NUL character');
        built.push(text);
      }
    }
    return built;
  };
}

function textsOf(template: Template, scope: Scope): readonly string[] {
  if (wholeVariable(template) === undefined) {
    const rendered = renderText(template, scope);
    return 'text' in rendered ? [rendered.text] : [];
  }
  const value = renderValue(template, scope);
  const values: readonly Json[] = Array.isArray(value) ? value : [value ?? null];
  return values.flatMap((item) => (item === null ? [] : [toText(item)]));
}

function refuse(template: Template, why: string): ToolFailure {
  const name = template.parts.flatMap((part) => (typeof part === 'object' ? [`"${part.name}"`] : []))[0] ?? 'A value';
  return failure('invalid_arguments', `${name} ${why}.`, 'Fix the arguments and call the tool again.');
}
