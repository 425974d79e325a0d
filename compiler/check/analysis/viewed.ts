/** What a view names in the results of its tool. */
import type { Schema } from '@haft/runtime/language';
import type { ToolSpec } from '../documents/tool.ts';
import { type ReadView, readView } from '../documents/view.ts';

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
  const properties = (tool.returns ?? (tool.output_schema as Schema | undefined))?.properties;
  const of = view.of ?? (isOfList(view) ? firstList(properties) : undefined);
  const schema = of === undefined ? undefined : properties?.[of];
  return { view, properties, of, item: schema?.items?.properties };
}

function firstList(properties: Readonly<Record<string, Schema>> = {}): string | undefined {
  return Object.entries(properties).find(([, schema]) => isObjectList(schema))?.[0];
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
