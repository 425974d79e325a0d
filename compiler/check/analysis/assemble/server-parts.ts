/** Servers with their tools: those in their own documents, then those of tool documents, in the order of the files. */
import { capital } from '../../../base/text/escape.ts';
import { meantOr } from '../unknown-name.ts';
import { type Result, compareText } from '../../../base/diagnostic.ts';
import { groupBy } from '../../../base/groups.ts';
import { memoizeBy, memoizeByParts } from '../../../base/memo.ts';
import { aboutOf, describePlace, textAt, valueAt, specAt } from '../../../spec/shape/place.ts';
import { type ExpandedPart, mentionsOfTool, withDefinitions } from '../definitions/shared.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { ShapeFinding } from '../../documents/check-shape.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { withParts } from '../imported/skill.ts';
import type { Located, Refusal, ServerPart, ServerTexts, ToolPart } from '../../model.ts';
import type { Profile } from '../../settings.ts';
import { type ShapedDocument, brokenTools, toolIndex } from './shapes.ts';
import type { NodePath, SpecDocument } from '../../../spec/yaml/spec.ts';

export interface ServerShaped extends ServerDocument {
  readonly profile: Profile;
  readonly findings: readonly ShapeFinding[];
  readonly part: Located<ServerSpec> | undefined;
}

export const toServerDocument = memoizeBy(({ document, profile, findings }: ShapedDocument): ServerShaped => {
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
  { document, profile }: Pick<ShapedDocument, 'document' | 'profile'>,
  index: number,
  server: Located<ServerSpec> | undefined,
  tool: ExpandedPart<ToolSpec>,
): ToolPart {
  const insertBehind: ToolPart['insertBehind'] = (keys) =>
    document.edit({ kind: 'insert-item', path: ['tools'], after: index, value: keys });
  const copyBehind: ToolPart['copyBehind'] = (rewrite) =>
    document.edit({ kind: 'copy-item', path: ['tools'], after: index, ...tool.authored(rewrite) });
  return { ...withParts(tool), profile, server, insertBehind, copyBehind };
}

export function toServerParts(servers: readonly ServerShaped[], documents: readonly ToolPart[]): ServerPart[] {
  const own = groupBy<ToolPart, Located<ServerTexts> | undefined>(documents, ({ server }) => server);
  return servers.flatMap((server) => {
    const { part } = server;
    if (!part) return [];
    const separate = own.get(part);
    const inline = inlineTools(server);
    const tools = separate ? [...inline, ...separate].sort((a, b) => compareText(a.file, b.file)) : inline;
    return [serverPart({ part, tools })];
  });
}

/** The previous part while its tools are the same. */
const serverPart = memoizeByParts(
  ({ part, tools }: { readonly part: Located<ServerSpec>; readonly tools: readonly ToolPart[] }) => [part, ...tools],
  ({ part, tools }): ServerPart => ({ ...part, tools }),
);

/** Finds the server of a tool document: the one it names, or the one in the nearest parent folder (DESIGN §4). */
interface ServerDocument {
  readonly document: SpecDocument;
  readonly name: string | undefined;
}

export function ownerOf(tool: SpecDocument, servers: readonly ServerDocument[]): Result<SpecDocument> {
  const wanted = textAt(tool.value, 'server');
  if (wanted !== undefined) return documentWithOwner(tool, wanted, servers);
  for (let folder = parent(tool.file); folder !== undefined; folder = parent(folder)) {
    const here = servers.filter((server) => parent(server.document.file) === folder);
    if (here.length > 1) {
      const names = here.map((server) => `"${server.name ?? '?'}"`).join(' and ');
      const message = `The nearest folder has more than one server: ${names}.`;
      return refuse(tool, { message, hint: 'Choose one with `server: <name>`.' });
    }
    if (here[0]) return { value: here[0].document, diagnostics: [] };
  }
  return refuse(tool, {
    message: `${capital(describePlace(tool, []))} has no server: no spec in its folder or a parent folder is a \`kind: server\` document.`,
    hint: 'Move it below the folder of a `kind: server` document, or name the server with `server:`.',
  });
}

function documentWithOwner(
  tool: SpecDocument,
  wanted: string,
  servers: readonly ServerDocument[],
): Result<SpecDocument> {
  const owner = servers.find((server) => server.name === wanted);
  if (owner) return { value: owner.document, diagnostics: [] };
  const names = servers.flatMap((server) => server.name ?? []);
  return refuse(tool, {
    message: `Unknown server "${wanted}".`,
    hint: meantOr(wanted, names, `Servers: ${names.join(', ') || 'none'}.`),
  });
}

function refuse(tool: SpecDocument, parts: Pick<Refusal, 'message' | 'hint'>): Result<SpecDocument> {
  const path = textAt(tool.value, 'server') === undefined ? ['name'] : ['server'];
  return {
    diagnostics: [
      { code: 'tool/server-known', severity: 'error', ...parts, span: tool.at(path), about: aboutOf(tool, path) },
    ],
  };
}

/** The folder that holds a file or folder; '' is the project, undefined is above it. */
function parent(path: string): string | undefined {
  if (path === '') return undefined;
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

export function located<T>(document: SpecDocument, base: NodePath = []): Located<T> {
  return {
    spec: specAt<T>(document, base),
    file: document.file,
    at: (path, part, word) => document.at([...base, ...path], part, word),
    about: (path) => aboutOf(document, [...base, ...path]),
    edit: (edit) => document.edit({ ...edit, path: [...base, ...edit.path] }),
  };
}
