/** What a view names in the results of its tool, and the page that shows it. */
import type { Schema } from '@haft/runtime/language';
import type { ToolSpec } from '../documents/tool.ts';
import { type ReadView, readView } from '../documents/view.ts';
import type { SkillFile, ToolPart } from '../model.ts';

/** A view of a tool with the schemas that it is about; unknown ones are undefined. */
export interface ViewedTool {
  readonly view: ReadView;
  readonly properties: Readonly<Record<string, Schema>> | undefined;
  /** The property that is shown. */
  readonly of: string | undefined;
  /** Properties of an item of the list that is shown. */
  readonly item: Readonly<Record<string, Schema>> | undefined;
}

const OF_LISTS: ReadonlySet<string> = new Set(['table', 'cards', 'chart']);

export function isOfList({ kind }: ReadView): boolean {
  return OF_LISTS.has(kind);
}

/** Undefined where the tool has no view, or one that `view/one-kind` reports. */
export function viewedTool(tool: Pick<ToolSpec, 'view' | 'returns' | 'output_schema'>): ViewedTool | undefined {
  const view = tool.view === undefined ? undefined : readView(tool.view);
  if (!view) return undefined;
  const properties = (tool.returns ?? tool.output_schema)?.properties;
  const list = Object.entries(properties ?? {}).find(([, schema]) => isObjectList(schema))?.[0];
  const of = view.of ?? (isOfList(view) ? list : undefined);
  const schema = of === undefined ? undefined : properties?.[of];
  return { view, properties, of, item: schema?.items?.properties };
}

export function isObjectList({ type, items }: Schema): boolean {
  return (
    typesOf(type).includes('array') && (items?.properties !== undefined || typesOf(items?.type).includes('object'))
  );
}

/** Whether a value may be a number; a schema without a type may be anything. */
export function mayBeNumber({ type }: Schema): boolean {
  const types = typesOf(type);
  return types.length === 0 || types.includes('number') || types.includes('integer');
}

function typesOf(type: Schema['type']): readonly string[] {
  return type === undefined ? [] : [type].flat();
}

/** Its path, relative to the project; undefined for a tool whose view names no file. */
export function viewPagePath({ spec: { view }, file }: Pick<ToolPart, 'spec' | 'file'>): string | undefined {
  const named = typeof view === 'object' ? view.file : undefined;
  return named === undefined ? undefined : file.slice(0, file.lastIndexOf('/') + 1) + named;
}

export function viewPageOf(tool: ToolPart, files: readonly SkillFile[]): SkillFile | undefined {
  const path = viewPagePath(tool);
  return path === undefined ? undefined : files.find((file) => file.path === path);
}

/** With line ends of one kind, so that a checkout with others is the same page. */
export function viewPageText({ bytes }: SkillFile): string {
  return new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
}

interface Outside {
  /** As it is in the page. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

// Lengths have bounds: the time for a page grows with its length, and not with its square.
/** Namespaces are names: no program opens them. */
const ADDRESS = /\b(?:https?|wss?|ftp):\/\/(?!www\.w3\.org\/(?:1999|2000|1998)\/)[^\s"'`<>)\\]+/i;
const WITHOUT_SCHEME = /(?:["'`=]|url\(\s{0,20})\/\/[\w[-][^\s"'`<>)]*/i;
const OTHER_FILE =
  /<(?:script|link|img|iframe|frame|embed|object|source|video|audio|track|base)\b[^>]{0,2000}?\s(?:src|href|data|srcset)\s*=\s*["']?(?!["']?(?:data:|blob:|#))[^\s"'>]+/i;
const IMPORT =
  /\bimport\s{0,20}(?:\(\s{0,20}|[\w$*{][^;"'`<>]{0,2000}?\bfrom\s{0,20})?["'`](?!data:|blob:)[^"'`\n]+["'`]/;
const STYLE_IMPORT = /@import\s[^;\n]{1,200}/i;
const FORM = /<form\b[^>]{0,2000}?\saction\s*=[^\s>]*|\bformaction\s*=[^\s>]*/i;

const LEAVING = new RegExp(
  [ADDRESS, WITHOUT_SCHEME, OTHER_FILE, IMPORT, STYLE_IMPORT, FORM].map(({ source }) => source).join('|'),
  'gi',
);

/** Addresses, other files and forms with an address: a host loads none of them. What a script puts together is not seen. */
export function outsideIn(page: string): readonly Outside[] {
  return [...page.matchAll(LEAVING)].map(({ 0: text, index }) => {
    return { text: text.replaceAll(/\s+/g, ' '), line: page.slice(0, index).split('\n').length };
  });
}
