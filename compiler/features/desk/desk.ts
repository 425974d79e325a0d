/** What the desk knows of a project, and a place in one of its texts. */
import type { Json } from '@haft/runtime/language';
import type { Diagnostic, SourceFile } from '../../base/diagnostic.ts';
import type { SpecDraft, ToolPart } from '../../check/model.ts';
import { qualifiedName } from '../../check/tool-names.ts';
import { parse } from '../../spec/yaml/load.ts';
import type { NodePath, PairSide, SpecDocument } from '../../spec/yaml/spec.ts';
import { textAt, valueAt } from '../../spec/shape/place.ts';
import type { Plan } from '../../plan/model.ts';
import type { YamlServer, Placing } from './findings.ts';

export interface Desk extends Placing {
  /** Everything that has its shape, also while other files have errors. */
  readonly draft: SpecDraft;
  /** All texts that name something: the specs, and haft.yaml. */
  readonly sources: readonly SourceFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly released: Plan | undefined;
  readonly yamlServer: YamlServer;
  /** The page of a rule, as Markdown. */
  readonly explain: (code: string) => string | undefined;
  /** Recorded answers of a tool, as pointers read them. */
  readonly answersOf: (tool: ToolPart) => Promise<readonly Json[]>;
}

/** A node of a document at an offset of its file. */
export interface Spot {
  readonly document: SpecDocument;
  readonly path: NodePath;
  readonly part: PairSide;
}

/** The documents of a file; of those with a syntax error what could be read. */
export function documentsOf(source: SourceFile): readonly SpecDocument[] {
  const { documents, partial } = parse(source).value;
  return [...documents, ...partial];
}

export function spotAt(source: SourceFile, offset: number): Spot | undefined {
  const documents = documentsOf(source);
  const document = documents.findLast((one) => startOf(one) <= offset) ?? documents[0];
  return document && { document, ...document.pathAt(offset) };
}

function startOf(document: SpecDocument): number {
  const [first] = typeof document.value === 'object' ? Object.keys(document.value ?? {}) : [];
  return document.at(first === undefined ? [] : [first], 'key').start;
}

export function kindOf(document: SpecDocument): string {
  return textAt(document.value, 'kind') ?? (document.file.endsWith('haft.yaml') ? 'config' : '');
}

export function valueIn(value: unknown, path: NodePath): unknown {
  return path.reduce(valueAt, value);
}

/** The tool around a node, as its value is now, and how many steps of the path lead to it. */
export function toolAround(document: SpecDocument, path: NodePath) {
  if (kindOf(document) === 'tool') return { value: document.value, depth: 0 };
  const isInline = kindOf(document) === 'server' && path[0] === 'tools' && typeof path[1] === 'number';
  return isInline ? { value: valueIn(document.value, path.slice(0, 2)), depth: 2 } : undefined;
}

/** The typed tool, where it has its shape. */
export function toolPartAt({ draft }: Desk, document: SpecDocument, path: NodePath): ToolPart | undefined {
  const name = textAt(toolAround(document, path)?.value, 'name');
  return draft.tools.find(({ spec, file }) => spec.name === name && file === document.file);
}

/** The typed tool of a qualified name. */
export function toolNamed({ draft }: Desk, name: string): ToolPart | undefined {
  return draft.tools.find(
    ({ spec, server }) => qualifiedName({ server: server?.spec.name ?? '', tool: spec.name }) === name,
  );
}

/** The server to which a document belongs, by its name. */
export function serverNameOf(desk: Desk, document: SpecDocument): string | undefined {
  if (kindOf(document) === 'server') return textAt(document.value, 'name');
  return textAt(document.value, 'server') ?? toolPartAt(desk, document, [])?.server?.spec.name;
}

/** Whose tools a text of a document means first; in haft.yaml those of the choice around it. */
export function nearOf(desk: Desk, document: SpecDocument, path: NodePath): readonly string[] {
  const owner = kindOf(document) === 'config' ? valueIn(document.value, path.slice(0, 2)) : document.value;
  const listed = valueAt(owner, 'servers');
  if (Array.isArray(listed)) return listed.filter((name) => typeof name === 'string');
  return [serverNameOf(desk, document) ?? []].flat();
}

/** The document of a server, whatever its state. */
export function serverDocument(desk: Desk, name: string | undefined): SpecDocument | undefined {
  const { documents, partial } = desk.draft.spec;
  return [...documents, ...partial].find((one) => kindOf(one) === 'server' && textAt(one.value, 'name') === name);
}
