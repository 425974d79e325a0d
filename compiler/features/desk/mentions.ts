/** Every place of a project that names a tool, a server, a skill, a parameter or a member of a server: the one list for definition, references and renaming. */
import { parseTemplate } from '@haft/runtime/language';
import type { SourceFile, Span } from '../../base/diagnostic.ts';
import { type KeyOrText, keysAndTextsIn } from '../../check/analysis/hidden/model-texts.ts';
import { qualifiedName } from '../../check/tool-names.ts';
import type { NodePath, SpecDocument } from '../../spec/yaml/spec.ts';
import { textAt, valueAt } from '../../spec/shape/place.ts';
import { toolWords } from '../../versions/compare/tool-words.ts';
import { type Desk, documentsOf, kindOf, nearOf, serverNameOf, toolAround, toolPartAt, valueIn } from './desk.ts';
import {
  type NamedKind,
  behaviorPlace,
  isMember,
  isProse,
  isTemplateOfServer,
  isTemplateOfTool,
  mayBeTemplate,
  namingAt,
} from './names.ts';
import { type TextPart, anchoredAt, writtenSpan } from './written.ts';

/** What is named; equal things have the same key. */
export interface Thing {
  readonly kind: NamedKind;
  readonly name: string;
  /** Of a parameter its tool, of a tool and a member their server. */
  readonly owner: string;
}

export interface NameMention {
  readonly thing: Thing;
  readonly declares: boolean;
  /** The name alone; the whole value where the file does not have the name as it is. */
  readonly span: Span;
  readonly isWritten: boolean;
}

/** In the order of the text, each place once. */
export function mentionsIn(desk: Desk, source: SourceFile): readonly NameMention[] {
  const all = documentsOf(source).flatMap((document) => {
    const context: Context = { desk, document, source, server: serverNameOf(desk, document) ?? '' };
    return keysAndTextsIn(document.value).flatMap((place) =>
      namesAt(context, place).map((one) => mentionOf(context, place, one)),
    );
  });
  return [...new Map(all.map((one) => [keyOfMention(one), one])).values()];
}

/** Of one thing in the whole project, and of those that share a place with it through an anchor: what renames one renames all. */
export function mentionsOf(desk: Desk, thing: Thing): readonly NameMention[] {
  // An escape can stand for a letter of the name.
  const sources = desk.sources.filter(({ text }) => text.includes(thing.name) || text.includes('\\'));
  const all = sources.flatMap((source) => mentionsIn(desk, source)).filter((one) => one.thing.name === thing.name);
  const things = new Set([keyOfThing(thing)]);
  for (;;) {
    const own = all.filter((one) => things.has(keyOfThing(one.thing)));
    const places = new Set(own.map(({ span }) => keyOfSpan(span)));
    const more = all.filter((one) => places.has(keyOfSpan(one.span)) && !things.has(keyOfThing(one.thing)));
    if (more.length === 0) return own;
    for (const one of more) things.add(keyOfThing(one.thing));
  }
}

export function mentionAt(desk: Desk, source: SourceFile, offset: number): NameMention | undefined {
  return mentionsIn(desk, source).find(({ span }) => span.start <= offset && offset <= span.end);
}

/** The same for the same mention. */
export function keyOfMention({ thing, span }: Pick<NameMention, 'thing' | 'span'>): string {
  return `${keyOfSpan(span)} ${keyOfThing(thing)}`;
}

export function keyOfThing({ kind, owner, name }: Thing): string {
  return JSON.stringify([kind, owner, name]);
}

/** Two names can share one place, as two paths lead to an anchor. */
function keyOfSpan({ file, start, end }: Span): string {
  return JSON.stringify([file, start, end]);
}

interface Context {
  readonly desk: Desk;
  readonly document: SpecDocument;
  readonly source: SourceFile;
  readonly server: string;
}

/** A name in a value. */
interface Named {
  readonly thing: Thing;
  readonly declares: boolean;
  readonly part: TextPart;
}

function mentionOf({ document, source }: Context, { path, part, text }: KeyOrText, named: Named): NameMention {
  const { thing, declares } = named;
  const place = anchoredAt(document, source, document.at(path, part));
  const span = writtenSpan(source, place, text, named.part);
  return { thing, declares, span: span ?? place, isWritten: span !== undefined };
}

function namesAt(context: Context, place: KeyOrText): readonly Named[] {
  const { desk, document } = context;
  const { path, part, text } = place;
  const tool = toolAround(document, path);
  const inTool = tool && path.length > tool.depth ? path.slice(tool.depth) : undefined;
  const typed = inTool && toolPartAt(desk, document, path);
  const used = typed && inTool && behaviorPlace(typed, inTool, part);
  if (used === 'parameter') return whole(parameterOf(text, ownToolAt(context, path)), text);
  if (used !== undefined && used !== 'template') return whole(memberOf(context, used, text), text);
  const naming = namingAt(kindOf(document), path, part, inTool);
  if (naming && (part === 'value' || naming.kind === 'parameter' || isMember(naming.kind)))
    return wholeName(context, naming, place);
  if (part === 'key') return [];
  if (kindOf(document) === 'server' && path[0] === 'resources' && path[2] === 'uri')
    return uriVariables(context, place);
  const isOfTool = inTool && (typed ? used === 'template' || isTemplateOfTool(inTool) : mayBeTemplate(inTool));
  if (isOfTool ?? isTemplateOfServer(path)) return variables(context, place);
  return isProse(kindOf(document), inTool ?? path) ? toolsInProse(context, place) : [];
}

function whole(thing: Thing | undefined, text: string, declares = false): readonly Named[] {
  return thing ? [{ thing, declares, part: { start: 0, length: text.length } }] : [];
}

function wholeName(
  context: Context,
  { kind, declares }: { readonly kind: NamedKind; readonly declares: boolean },
  { path, text }: KeyOrText,
): readonly Named[] {
  if (kind === 'rule') return [];
  if (kind === 'server' || kind === 'skill') return whole({ kind, name: text, owner: '' }, text, declares);
  if (kind === 'tool') {
    if (declares) return whole({ kind, name: text, owner: context.server }, text, declares);
    return toolReference(toolNamed(context, text, path), text);
  }
  if (kind !== 'parameter') return whole(memberOf(context, kind, text), text, declares);
  return whole(parameterOf(text, declares ? ownToolAt(context, path) : calledAt(context, path)), text, declares);
}

function memberOf({ server }: Context, kind: NamedKind, name: string): Thing {
  return { kind, name, owner: server };
}

function parameterOf(name: string, tool: Thing | undefined): Thing | undefined {
  if (tool?.kind !== 'tool') return undefined;
  return { kind: 'parameter', name, owner: qualifiedName({ server: tool.owner, tool: tool.name }) };
}

/** With its server, where that is written before it. */
function toolReference(thing: Thing | undefined, written: string, start = 0): readonly Named[] {
  if (!thing) return [];
  const own = { start: start + written.length - thing.name.length, length: thing.name.length };
  const tool = { thing, declares: false, part: own };
  if (thing.name === written) return [tool];
  const server: Thing = { kind: 'server', name: thing.owner, owner: '' };
  return [{ thing: server, declares: false, part: { start, length: thing.owner.length } }, tool];
}

/** None where it is unknown or ambiguous; in `not_for` and in choices it may be a skill. */
function toolNamed({ desk, document }: Context, written: string, path: NodePath): Thing | undefined {
  const { names } = desk.draft;
  const [match, ...others] = names.tools.resolve(written, nearOf(desk, document, path));
  if (match && others.length === 0) return { kind: 'tool', name: match.tool, owner: match.server };
  return !match && names.skills.has(written) ? { kind: 'skill', name: written, owner: '' } : undefined;
}

function ownToolAt({ server, document }: Context, path: NodePath): Thing | undefined {
  const name = textAt(toolAround(document, path)?.value, 'name');
  return name === undefined ? undefined : { kind: 'tool', name, owner: server };
}

/** The tool whose parameter is named: that of the call that a case is about, of a resource, of an adapter. */
function calledAt(context: Context, path: NodePath): Thing | undefined {
  const { document } = context;
  const written = (at: NodePath, key: string): Thing | undefined => {
    const name = textAt(valueIn(document.value, at), key);
    return name === undefined ? undefined : toolNamed(context, name, path);
  };
  const inCase = path.lastIndexOf('arguments') < 0 ? -1 : path.lastIndexOf('evals');
  if (inCase >= 0) {
    if (path[inCase + 2] === 'after') return written(path.slice(0, inCase + 4), 'call');
    const expect = valueIn(document.value, [...path.slice(0, inCase + 2), 'expect']);
    return typeof expect === 'string' ? toolNamed(context, expect, path) : ownToolAt(context, path);
  }
  if (path[0] === 'resources') return written(path.slice(0, 2), 'tool');
  const via = path.lastIndexOf('via');
  if (via < 1 || path[via - 1] !== 'deprecated') return ownToolAt(context, path);
  return written(path.slice(0, via), 'through') ?? written(path.slice(0, via), 'use');
}

/** `{limit}`, `{env.TOKEN}`; a variable that the tool does not have is none of its parameters. */
function variables(context: Context, { path, text }: KeyOrText): readonly Named[] {
  const tool = toolAround(context.document, path);
  return parseTemplate(text).parts.flatMap((one): readonly Named[] => {
    if (typeof one === 'string') return [];
    const [first = '', second = ''] = one.path;
    const start = one.offset + 1;
    if (first === 'env') {
      const part = { start: start + 'env.'.length, length: second.length };
      return [{ thing: memberOf(context, 'env', second), declares: false, part }];
    }
    const isDeclared = valueAt(valueAt(tool?.value, 'parameters'), first) !== undefined;
    const thing = isDeclared ? parameterOf(first, ownToolAt(context, path)) : undefined;
    return thing ? [{ thing, declares: false, part: { start, length: first.length } }] : [];
  });
}

function uriVariables(context: Context, { path, text }: KeyOrText): readonly Named[] {
  const tool = calledAt(context, path);
  return [...text.matchAll(/\{(\w+)\}/g)].flatMap(({ 1: name = '', index }): readonly Named[] => {
    const thing = parameterOf(name, tool);
    return thing ? [{ thing, declares: false, part: { start: index + 1, length: name.length } }] : [];
  });
}

/** Names that `haft bump` finds as well; a plain word alone is a name only where the language says so. */
function toolsInProse(context: Context, { path, text }: KeyOrText): readonly Named[] {
  return toolWords(text).flatMap(({ word, index, isSure }) => {
    // In braces it is an argument of a prompt.
    const isName = isSure && text[index - 1] !== '{';
    const thing = isName ? toolNamed(context, word, path) : undefined;
    return thing?.kind === 'tool' ? toolReference(thing, word, index) : [];
  });
}
