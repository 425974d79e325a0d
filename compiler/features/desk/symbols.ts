/** The outline of a file: servers, their tools, their parameters; also of what does not have its shape. */
import { isObject } from '@haft/runtime/language';
import { toolTokens } from '../../check/description.ts';
import type { SourceFile, Span } from '../../base/diagnostic.ts';
import type { NodePath, SpecDocument } from '../../spec/yaml/spec.ts';
import { textAt, valueAt } from '../../spec/shape/place.ts';
import { type Desk, documentsOf, kindOf, toolPartAt, valueIn } from './desk.ts';

export interface Outline {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'server' | 'tool' | 'skill' | 'parameter';
  /** Of its name. */
  readonly span: Span;
  /** Where the next one begins. */
  readonly end: number;
  readonly children: readonly Outline[];
  /** 1: deprecated, and shown struck through. */
  readonly tags?: readonly [1];
}

export function outlineOf(desk: Desk, source: SourceFile): readonly Outline[] {
  const tops = documentsOf(source).flatMap((document) => topOf(desk, document));
  return tops.map((top, at) => endingAt(top, tops[at + 1]?.span.start ?? source.text.length));
}

/** Of an outline the ends are known when the next one is. */
function endingAt(outline: Outline, end: number): Outline {
  const { children } = outline;
  const inner = children.map((child, at) => endingAt(child, children[at + 1]?.span.start ?? end));
  return { ...outline, end, children: inner };
}

function topOf(desk: Desk, document: SpecDocument): readonly Outline[] {
  const kind = kindOf(document);
  const name = textAt(document.value, 'name');
  if (name === undefined) return [];
  if (kind === 'tool') return [toolOutline(desk, document, [])];
  if (kind !== 'server' && kind !== 'skill') return [];
  const tools = valueAt(document.value, 'tools');
  const children = Array.isArray(tools) ? tools.map((_tool, at) => toolOutline(desk, document, ['tools', at])) : [];
  return [{ name, kind, detail: kind, span: document.at(['name']), end: 0, children }];
}

function toolOutline(desk: Desk, document: SpecDocument, path: NodePath): Outline {
  const value = valueIn(document.value, path);
  const parameters = valueAt(value, 'parameters');
  const part = toolPartAt(desk, document, path);
  return {
    name: textAt(value, 'name') ?? 'tool without a name',
    kind: 'tool',
    detail: part ? `${toolTokens(part.spec)} tokens` : '',
    span: document.at([...path, 'name']),
    end: 0,
    ...(valueAt(value, 'deprecated') !== undefined && { tags: [1] as const }),
    children: Object.entries(isObject(parameters) ? parameters : {}).map(([name, schema]) => ({
      name,
      kind: 'parameter',
      detail: textAt(schema, 'type') ?? '',
      span: document.at([...path, 'parameters', name], 'key'),
      end: 0,
      children: [],
    })),
  };
}

/** A line above a tool: the tokens that a model reads, and the number of evals. */
export function lensesOf(desk: Desk, source: SourceFile): readonly { readonly span: Span; readonly title: string }[] {
  const tools = outlineOf(desk, source).flatMap((one) => (one.kind === 'tool' ? [one] : one.children));
  return tools
    .filter(({ kind, detail }) => kind === 'tool' && detail !== '')
    .map(({ name, detail, span }) => {
      const evals =
        desk.draft.tools.find(({ spec, file }) => spec.name === name && file === span.file)?.spec.evals ?? [];
      return { span, title: `${detail} · ${evals.length} ${evals.length === 1 ? 'eval' : 'evals'}` };
    });
}
