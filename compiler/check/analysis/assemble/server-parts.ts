/** Servers with their tools: those in their own documents, then those of tool documents, in the order of the files. */
import { compareText } from '../../../base/diagnostic.ts';
import { memoizeBy, memoizeByParts } from '../../../base/memo.ts';
import { textAt, valueAt } from '../../../spec/shape/place.ts';
import { mentionsOfTool, withDefinitions } from '../definitions/shared.ts';
import type { Shared } from '../definitions/shared.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { ShapeFinding } from '../../documents/shape-finding.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { withParts } from '../imported/tool.ts';
import type { Located, ServerPart, ServerTexts, ToolPart } from '../../model.ts';
import type { Profile } from '../../settings.ts';
import { located } from './located.ts';
import type { ServerDocument } from './owner.ts';
import { brokenTools, toolIndex } from './shapes.ts';
import type { Shaped } from './shapes.ts';

export interface ServerShaped extends ServerDocument {
  readonly profile: Profile;
  readonly findings: readonly ShapeFinding[];
  readonly part: Located<ServerSpec> | undefined;
}

export const toServerDocument = memoizeBy(({ document, profile, findings }: Shaped): ServerShaped => {
  const sound = findings.every((finding) => !finding.unsound || toolIndex(finding.path) !== undefined);
  const part = sound ? located<ServerSpec>(document) : undefined;
  return { document, profile, findings, part, name: textAt(document.value, 'name') };
});

export const inlineTools = memoizeBy(({ document, profile, findings, part }: ServerShaped): ToolPart[] => {
  const tools = valueAt(document.value, 'tools');
  if (!Array.isArray(tools)) return [];
  const broken = brokenTools(findings);
  return tools.flatMap((_tool, index) => {
    if (broken.has(index)) return [];
    const tool = located<ToolSpec>(document, ['tools', index]);
    // Without the definitions of the server it has no schemas that a rule could read.
    if (!part && mentionsOfTool(tool.spec).length > 0) return [];
    return [toolPart({ document, profile }, index, part, withDefinitions(tool, part, profile))];
  });
});

function toolPart(
  { document, profile }: Pick<Shaped, 'document' | 'profile'>,
  index: number,
  server: Located<ServerSpec> | undefined,
  tool: Shared<ToolSpec>,
): ToolPart {
  const insertBehind: ToolPart['insertBehind'] = (keys) =>
    document.edit({ kind: 'insert-item', path: ['tools'], after: index, value: keys });
  const copyBehind: ToolPart['copyBehind'] = (rewrite) =>
    document.edit({ kind: 'copy-item', path: ['tools'], after: index, ...tool.authored(rewrite) });
  return { ...withParts(tool), profile, server, insertBehind, copyBehind };
}

export function toServerParts(servers: readonly ServerShaped[], documents: readonly ToolPart[]): ServerPart[] {
  const own = new Map<Located<ServerTexts>, ToolPart[]>();
  for (const tool of documents) {
    if (!tool.server) continue;
    const list = own.get(tool.server);
    if (list) list.push(tool);
    else own.set(tool.server, [tool]);
  }
  return servers.flatMap((server) => {
    const { part } = server;
    const separate = part && own.get(part);
    if (!part) return [];
    const tools = separate ? inFileOrder([...inlineTools(server), ...separate]) : inlineTools(server);
    return [serverPart({ part, tools })];
  });
}

function inFileOrder(tools: readonly ToolPart[]): readonly ToolPart[] {
  return tools.toSorted((a, b) => compareText(a.file, b.file));
}

/** The previous part while its tools are the same. */
const serverPart = memoizeByParts(
  ({ part, tools }: { readonly part: Located<ServerSpec>; readonly tools: readonly ToolPart[] }) => [part, ...tools],
  ({ part, tools }): ServerPart => ({ ...part, tools }),
);
