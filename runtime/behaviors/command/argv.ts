/** Builds the argument list of a program from the arguments of a call; no shell is involved. */
import { badValue } from '../../server/bad-value.ts';
import type { ArgvElement, TranslateTable } from '../../descriptor/descriptor.ts';
import type { ToolFailure } from '../../server/failure.ts';
import { type Json, ownMember } from '../../language/json.ts';
import type { TemplateScope, Template, TemplatePart, TemplateVariable } from '../../language/template.ts';
import { parseTemplate, resolveVariable, toText, wholeVariable } from '../../language/template.ts';
import { climbs, climbsBeyond, NO_STEPS } from '../shared/path-steps.ts';
import { translationOf, replace } from '../../language/translate.ts';

/** The program and its arguments for one call, or what is wrong with the arguments of the call. */
type BuildArgv = (scope: TemplateScope) => readonly string[] | ToolFailure;

/** One argument, and the variable whose value the model may have chosen so that it reads as an option. */
interface Argument {
  readonly text: string;
  readonly suspect?: string | undefined;
  /** The variable to name when the text cannot be an argument at all. */
  readonly name?: string | undefined;
  /** The variable whose value would lead out of the folder that the author wrote before it. */
  readonly climber?: string | undefined;
}

type Place = (scope: TemplateScope) => readonly Argument[];
type Lookup = (variable: TemplateVariable) => Json | undefined;

interface Word {
  readonly template: Template;
  /** It begins with a value from the model, and nothing before it ends the program's options. */
  readonly couldBeOption: boolean;
  /** A value from the model is part of a path: the author's text has a separator, or a variable of the environment. */
  readonly inPath: boolean;
}

/**
 * Reads an argument list once. The scope has the values as the model sent them: what `translate` puts in their place is
 * the author's text, and may begin with "-".
 */
export function compileArgv(argv: readonly ArgvElement[], table: TranslateTable = {}): BuildArgv {
  const end = argv.indexOf('--');
  const places = argv.map((element, at) => compilePlace(element, end < 0 || at < end, table));
  return (scope) => {
    const built: string[] = [];
    for (const place of places) {
      for (const { text, suspect, name, climber } of place(scope)) {
        if (suspect !== undefined && text.startsWith('-'))
          return badValue(suspect, 'must not start with "-" here', scope);
        // The end of a string to the operating system (POSIX execve).
        if (text.includes('\0')) return badValue(name ?? 'argv', 'must not contain a NUL character', scope);
        if (climber !== undefined) return badValue(climber, NO_STEPS, scope);
        built.push(text);
      }
    }
    return built;
  };
}

function compilePlace(element: ArgvElement, open: boolean, table: TranslateTable): Place {
  if (typeof element === 'string') return compileElement(wordOf(element, open), table);
  return isGroup(element) ? compileGroup(element, open, table) : compileFlags(element);
}

function isGroup(element: ArgvElement): element is readonly string[] {
  return Array.isArray(element);
}

function wordOf(text: string, open: boolean): Word {
  const template = parseTemplate(text);
  const literal = template.parts.findIndex((part) => typeof part === 'string');
  const leading = literal < 0 ? template.parts : template.parts.slice(0, literal);
  const inPath = template.parts.some((part) => (typeof part === 'string' ? /[/\\]/.test(part) : isEnvironment(part)));
  return { template, couldBeOption: open && leading.some(isFromModel), inPath };
}

/** Of the environment of the server. */
export function isEnvironment(part: TemplatePart): boolean {
  return typeof part === 'object' && part.path[0] === 'env';
}

export function isFromModel(part: TemplatePart): part is TemplateVariable {
  return typeof part === 'object' && part.path[0] !== 'env';
}

/** Left out when a value is absent; one that is exactly one variable is repeated for a list. */
function compileElement(word: Word, table: TranslateTable): Place {
  const whole = wholeVariable(word.template);
  return (scope) => {
    const value = whole && resolveVariable(whole, scope);
    const values: readonly Lookup[] = Array.isArray(value)
      ? value.map((item: Json) => () => item)
      : [(variable) => resolveVariable(variable, scope)];
    return values.flatMap((lookup) => fill(word, lookup, table) ?? []);
  };
}

/** All of it or nothing; once for each element of the list that is in it. */
function compileGroup(group: readonly string[], open: boolean, table: TranslateTable): Place {
  const end = group.indexOf('--');
  const words = group.map((text, at) => wordOf(text, open && (end < 0 || at < end)));
  const variables = words.flatMap(({ template }) => template.parts.filter((part) => typeof part === 'object'));
  return (scope) => {
    const list = variables.find((variable) => Array.isArray(resolveVariable(variable, scope)));
    const items: Json | undefined = list && resolveVariable(list, scope);
    const rounds: readonly Lookup[] = Array.isArray(items)
      ? items.map((item: Json) => (one) => (one.name === list?.name ? item : resolveVariable(one, scope)))
      : [(one) => resolveVariable(one, scope)];
    return rounds.flatMap((lookup) => {
      const filled = words.map((word) => fill(word, lookup, table));
      return filled.every((one) => one !== undefined) ? filled : [];
    });
  };
}

/** The author's text of each parameter that is true. */
function compileFlags(flags: Readonly<Record<string, string>>): Place {
  const texts = Object.entries(flags);
  return (scope) => texts.flatMap(([name, text]) => (ownMember(scope, name) === true ? [{ text }] : []));
}

function fill(word: Word, lookup: Lookup, table: TranslateTable): Argument | undefined {
  let text = '';
  let authored = false;
  let name: string | undefined;
  for (const part of word.template.parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = lookup(part);
    const words = wordsFor(part, table);
    // Null counts as absent, unless the author has a text for it.
    if (value === undefined || (value === null && translationOf(value, words) === undefined)) return undefined;
    authored = word.template.parts.length === 1 && translationOf(value, words) !== undefined;
    // The one whose value the text starts with.
    if (name === undefined || text === '') name = part.name;
    text += toText(replace(value, words));
  }
  const suspect = word.couldBeOption && !authored ? name : undefined;
  return { text, name, suspect, climber: word.inPath ? climberIn(word, text, lookup, table) : undefined };
}

function wordsFor(part: TemplateVariable, table: TranslateTable): Readonly<Record<string, string>> {
  return (part.path.length === 1 && ownMember(table, part.name)) || {};
}

/** The variable whose value makes a step that is not the author's, alone or together with the text around it. */
function climberIn({ template }: Word, text: string, lookup: Lookup, table: TranslateTable): string | undefined {
  const chosen = template.parts.filter(isFromModel);
  const alone = chosen.find((part) => {
    const values: readonly Json[] = [lookup(part) ?? ''].flat();
    return values.some((value) => translationOf(value, wordsFor(part, table)) === undefined && climbs(toText(value)));
  });
  if (alone !== undefined) return alone.name;
  const frame = template.parts.map((part) => (typeof part === 'string' ? part : authorsText(part, lookup, table)));
  return climbsBeyond(frame.join(''), text) ? chosen[0]?.name : undefined;
}

/** What the author or the environment puts in the place of a variable; harmless text for a value of the model. */
function authorsText(part: TemplateVariable, lookup: Lookup, table: TranslateTable): string {
  const value = lookup(part) ?? '';
  return isEnvironment(part) ? toText(value) : (translationOf(value, wordsFor(part, table)) ?? 'x');
}
