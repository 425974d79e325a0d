/** Every place of a project that names a tool, a server, a skill, a parameter or a member of a server. */
import { parseTemplate } from '@haft/runtime/language';
import type { SourceFile, Span } from '../../base/diagnostic.ts';
import { keysAndTextsIn } from '../../check/analysis/hidden/model-texts.ts';
import { namedIn } from '../../check/analysis/edits/named-tools.ts';
import { qualifiedName } from '../../check/tool-names.ts';
import type { NodePath, PairSide, SpecDocument } from '../../spec/yaml/spec.ts';
import { textAt } from '../../spec/shape/place.ts';
import { type Desk, documentsOf, kindOf, nearOf, serverNameOf, toolAround } from './desk.ts';
import { type NamedKind, isMember, namingAt } from './names.ts';

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
  /** The name alone. */
  readonly span: Span;
}

interface Placed {
  readonly path: NodePath;
  readonly part: PairSide;
  readonly text: string;
}

function mentionsIn(desk: Desk, source: SourceFile): readonly NameMention[] {
  return documentsOf(source).flatMap((document) => {
    const texts = keysAndTextsIn(document.value);
    const inContext = contextOf(desk, document, source);
    return texts
      .flatMap((one) => [...wholeNames(inContext, one), ...variables(inContext, one)])
      .concat(inProse(inContext));
  });
}

/** Of one thing, in the whole project; only texts with its name are read. */
export function mentionsOf(desk: Desk, thing: Thing): readonly NameMention[] {
  const sources = desk.draft.spec.sources.filter(({ text }) => text.includes(thing.name));
  return sources.flatMap((source) => mentionsIn(desk, source).filter((one) => isSame(one.thing, thing)));
}

export function mentionAt(desk: Desk, source: SourceFile, offset: number): NameMention | undefined {
  return mentionsIn(desk, source).find(({ span }) => span.start <= offset && offset <= span.end);
}

function isSame(a: Thing, b: Thing): boolean {
  return a.kind === b.kind && a.name === b.name && a.owner === b.owner;
}

interface Context {
  readonly desk: Desk;
  readonly document: SpecDocument;
  readonly source: SourceFile;
  readonly server: string;
  readonly near: readonly string[];
}

function contextOf(desk: Desk, document: SpecDocument, source: SourceFile): Context {
  return { desk, document, source, server: serverNameOf(desk, document) ?? '', near: nearOf(desk, document) };
}

function wholeNames(context: Context, { path, part, text }: Placed): readonly NameMention[] {
  const { document } = context;
  const tool = toolAround(document, path);
  const inTool = tool && path.length > tool.depth ? path.slice(tool.depth) : undefined;
  const naming = namingAt(kindOf(document), path, part, inTool);
  if (!naming || (part === 'key' && !isKeyName(naming.kind))) return [];
  const thing = thingNamed(context, naming, text, path);
  if (!thing) return [];
  return wordsIn(context.source, document.at(path, part), thing.name).map((span) => ({
    thing,
    declares: naming.declares,
    span,
  }));
}

/** A key of a list of names is no name itself. */
function isKeyName(kind: NamedKind): boolean {
  return kind === 'parameter' || isMember(kind);
}

function thingNamed(
  { desk, document, server, near }: Context,
  { kind, declares }: { readonly kind: NamedKind; readonly declares: boolean },
  text: string,
  path: NodePath,
): Thing | undefined {
  if (kind === 'rule') return undefined;
  if (kind === 'server' || kind === 'skill') return { kind, name: text, owner: '' };
  if (kind === 'tool' && declares) return { kind, name: text, owner: server };
  if (kind === 'tool') return toolNamed(desk, text, near);
  if (kind !== 'parameter') return { kind, name: text, owner: server };
  return { kind, name: text, owner: ownerOf(server, document, path) };
}

/** None where it is unknown or ambiguous; in `not_for` it may be a skill. */
function toolNamed({ draft }: Desk, written: string, near: readonly string[]): Thing | undefined {
  const [match, ...others] = draft.names.tools.resolve(written, near);
  if (match && others.length === 0) return { kind: 'tool', name: match.tool, owner: match.server };
  return !match && draft.names.skills.has(written) ? { kind: 'skill', name: written, owner: '' } : undefined;
}

function ownerOf(server: string, document: SpecDocument, path: NodePath): string {
  return qualifiedName({ server, tool: textAt(toolAround(document, path)?.value, 'name') ?? '' });
}

/** Variables of templates: `{limit}`, `{env.TOKEN}`. Prose may have braces as well, where no parameter is meant. */
function variables(context: Context, { path, part, text }: Placed): readonly NameMention[] {
  const { document, source, server } = context;
  if (part === 'key' || !text.includes('{') || isProse(document, path)) return [];
  const place = document.at(path);
  const names = new Set(
    parseTemplate(text).parts.flatMap((one) => (typeof one === 'string' ? [] : [one.path.slice(0, 2).join('.')])),
  );
  return [...names].flatMap((name) => {
    const [first = '', second = ''] = name.split('.');
    const isEnv = first === 'env';
    const thing: Thing = isEnv
      ? { kind: 'env', name: second, owner: server }
      : { kind: 'parameter', name: first, owner: ownerOf(server, document, path) };
    if (!isEnv && !toolAround(document, path)) return [];
    const before = isEnv ? '{env.' : '{';
    return wordsIn(source, place, before + thing.name).map((span) => {
      return { thing, declares: false, span: { ...span, start: span.start + before.length } };
    });
  });
}

function isProse(document: SpecDocument, path: NodePath): boolean {
  const [first] = path.slice(toolAround(document, path)?.depth ?? 0);
  return (
    kindOf(document) === 'skill' || ['description', 'evals', 'title', 'parameters', 'returns'].includes(String(first))
  );
}

/** Names of tools in the texts of a skill, in backticks. */
function inProse(context: Context): readonly NameMention[] {
  const { desk, document, source, near } = context;
  if (kindOf(document) !== 'skill' || typeof document.value !== 'object' || !document.value) return [];
  const words = new Map(namedIn(document.value).map((one) => [JSON.stringify([one.path, one.word]), one]));
  return [...words.values()].flatMap(({ path, word }) => {
    const thing = toolNamed(desk, word, near);
    if (!thing) return [];
    return wordsIn(source, document.at(path), word).map((span) => {
      return { thing, declares: false, span: { ...span, start: span.end - thing.name.length } };
    });
  });
}

/** The places of a name in a value as it is written; inside of a longer word it is another one. */
function wordsIn({ text }: SourceFile, span: Span, name: string): readonly Span[] {
  const pattern = new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w]/g, '\\$&')}(?![\\w-])`, 'g');
  return [...text.slice(span.start, span.end).matchAll(pattern)].map(({ index }) => {
    return { file: span.file, start: span.start + index, end: span.start + index + name.length };
  });
}
