/** Views of tools as resources (MCP Apps 2026-01-26): one page, with the few words of each view in it. */
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import type { ViewDescriptor, ViewTable } from '../descriptor/view-descriptor.ts';
import type { JsonObject } from '../language/json.ts';
import type { Redact } from '../redaction/redact.ts';
import type { Extension } from './extensions.ts';
import { serveResources } from './resources.ts';

const MEDIA_TYPE = 'text/html;profile=mcp-app';

/** Serves the views of a server; which tool has one, `tools/list` says. */
export function extendByViews({ views }: ServerDescriptor, redact: Redact): Extension | undefined {
  if (views === undefined) return undefined;
  return {
    capabilities: {},
    resources: {
      source: {
        listed: views.of.map(({ uri, name, title }) => ({ uri, name, title, mimeType: MEDIA_TYPE })),
        texts: pagesOf(views),
      },
      serve: serveResources(redact),
    },
  };
}

/** Without `csp` in `_meta` the page reaches nothing. */
function pagesOf({ page, of }: ViewTable): ReadonlyMap<string, JsonObject> {
  const _meta = { ui: { prefersBorder: true } };
  return new Map(of.map((one) => [one.uri, { mimeType: MEDIA_TYPE, text: viewPage(page, one), _meta }]));
}

/** The page of one view. */
export function viewPage(
  [start = '', style = '', script = '']: ViewTable['page'],
  { title, view }: Pick<ViewDescriptor, 'title' | 'view'>,
): string {
  if (typeof view === 'string') return view;
  const heading = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const json = JSON.stringify(view).replaceAll('<', String.raw`\u003c`);
  return `${start}${heading}${style}${json}${script}`;
}
