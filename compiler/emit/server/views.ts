/** `view:` of tools → the table of views that a server serves, and where `tools/list` points to them. */
import type { FieldConfig, FormConfig, ServerDescriptor, ViewConfig, ViewDescriptor } from '@haft/runtime';
import { type JsonObject, isJsonObject } from '@haft/runtime/language';
import { withoutUndefined } from '../../base/json.ts';
import { viewedTool } from '../../check/analysis/viewed.ts';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import { VIEW_PAGE } from './view-page.generated.ts';

/** `_meta` of a tool as it is listed (MCP Apps 2026-01-26). */
export function listedMeta(tool: ToolPlan): JsonObject | undefined {
  const { name, meta } = tool;
  if (!hasView(tool)) return meta;
  const [ui, resourceUri] = [meta?.['ui'], uriOf(name)];
  // The flat key is the older one: the SDK of MCP Apps writes both, since hosts read either.
  return { ...meta, ui: { ...(isJsonObject(ui) && ui), resourceUri }, 'ui/resourceUri': resourceUri };
}

/** Not where the page that it names is missing, which a project can allow. */
export function hasView({ view, pageText }: ToolPlan): boolean {
  if (view === undefined) return false;
  return typeof view === 'string' || view.file === undefined || pageText !== undefined;
}

/** A host reads it from the server that lists the tool. */
function uriOf(tool: string): string {
  return `ui://view/${tool}.html`;
}

export function viewsOf(server: ServerPlan): Pick<ServerDescriptor, 'views'> {
  const of = server.tools.flatMap((tool) => viewDescriptor(tool, server) ?? []);
  const page = of.some(({ view }) => typeof view !== 'string') ? VIEW_PAGE : [];
  return of.length === 0 ? {} : { views: { page, of } };
}

function viewDescriptor(tool: ToolPlan, server: ServerPlan): ViewDescriptor | undefined {
  const view = shownView(tool, server);
  return view === undefined
    ? undefined
    : { uri: uriOf(tool.name), name: tool.name, title: tool.title ?? tool.name, view };
}

/** The page of the author, or what the common page is told; undefined for a tool without a view. */
export function shownView(tool: ToolPlan, { tools }: Pick<ServerPlan, 'tools'>): ViewConfig | string | undefined {
  const { view: written, returns, outputSchema } = tool;
  const content = viewedTool({
    ...(written !== undefined && { view: written }),
    returns,
    ...(outputSchema && { output_schema: outputSchema }),
  });
  if (!content) return undefined;
  const { view, of } = content;
  const { kind, ofKey: _key, file: _file, form = '', button, ...rest } = view;
  if (kind === 'file') return tool.pageText;
  const called = tools.find(({ name }) => name === form);
  const config = called && formConfig(called, button);
  return {
    ...rest,
    kind,
    ...(of !== undefined && { of }),
    ...columnsOf(content),
    ...(config && { form: config }),
  };
}

/** All but objects, which no cell can show, and the address of the link. */
function columnsOf({ view, item }: NonNullable<ReturnType<typeof viewedTool>>): Partial<Pick<ViewConfig, 'columns'>> {
  if (view.columns) return { columns: view.columns };
  if (item === undefined || (view.kind !== 'table' && view.kind !== 'cards')) return {};
  const names = Object.entries(item).filter(([name, { type, properties, items }]) => {
    return name !== view.link && type !== 'object' && properties === undefined && items?.properties === undefined;
  });
  return names.length === 0 ? {} : { columns: names.map(([name]) => name) };
}

function formConfig({ name, title = name, inputSchema }: ToolPlan, button = title): FormConfig {
  const { properties = {}, required = [] } = inputSchema;
  const fields = Object.entries(properties).map(([field, schema]): [string, FieldConfig] => {
    const { type, items, ...own } = schema;
    const { description, enum: values, default: preset, minimum, maximum, maxLength, minLength } = own;
    const limits = { minimum, maximum, maxLength, minLength };
    return [
      field,
      {
        ...(typeof type === 'string' && { type }),
        ...withoutUndefined({ description, enum: values, default: preset, ...limits }),
        ...(typeof items?.type === 'string' && { items: { type: items.type } }),
      },
    ];
  });
  return { tool: name, button, fields: Object.fromEntries(fields), required };
}
