/** Documents → parts: each gets its shape checked and its type, and every tool finds its server. */
import type { Schema } from '@haft/runtime/language';
import type { Diagnostic } from '../diagnostic.ts';
import { compareText } from '../diagnostic.ts';
import type { NodePath, Spec, SpecDocument } from '../load/spec.ts';
import { declaredNames } from './declared-names.ts';
import type { Draft, Located, ParamPart, ServerPart, SkillFile, SkillPart, ToolPart } from './model.ts';
import { noKind } from './no-kind.ts';
import { ownerOf } from './owner.ts';
import type { Profile, Settings } from './settings.ts';
import type { ServerDocument } from './owner.ts';
import { checkShape } from './shape/check-shape.ts';
import type { ShapeFinding } from './shape/check-shape.ts';
import { KINDS } from './shape/language.ts';
import type { Kind } from './shape/language.ts';
import { textAt, valueAt } from './shape/place.ts';
import { importedFindings, innerSchemas, withParts } from './imported.ts';
import type { ServerSpec } from './shape/server.ts';
import type { SkillSpec } from './shape/skill.ts';
import type { ToolDocument, ToolSpec } from './shape/tool.ts';

export interface Assembled {
  readonly draft: Draft;
  readonly diagnostics: readonly Diagnostic[];
}

interface Shaped {
  readonly kind: Kind;
  readonly document: SpecDocument;
  readonly profile: Profile;
  readonly findings: readonly ShapeFinding[];
}

export function assemble(spec: Spec, files: readonly SkillFile[], settings: Settings): Assembled {
  const diagnostics: Diagnostic[] = [];
  const shaped: Shaped[] = [];
  for (const document of spec.documents) {
    const kind = KINDS.find((name) => name === valueAt(document.value, 'kind'));
    if (kind === undefined) diagnostics.push(noKind(document));
    else {
      const profile = settings.profileOf(document.file);
      const findings = checkShape(document, kind, profile);
      shaped.push({
        kind,
        document,
        profile,
        findings: profile === 'mcp' ? importedFindings(document, findings) : findings,
      });
    }
  }
  diagnostics.push(...shaped.flatMap(({ findings }) => findings.map((finding) => finding.diagnostic)));
  const servers = shaped.filter(({ kind }) => kind === 'server').map(toServerDocument);
  const tools = [...servers.flatMap(inlineTools), ...toolDocuments(shaped, servers, diagnostics)];
  const params = tools.flatMap(paramsOf);
  const draft: Draft = {
    servers: servers.flatMap((server) => toServerPart(server, tools)),
    tools,
    params,
    schemas: [...params, ...tools.flatMap(resultsOf)],
    skills: shaped
      .filter(({ kind, findings }) => kind === 'skill' && !findings.some(({ unsound }) => unsound))
      .map(toSkillPart),
    files,
    names: declaredNames(spec.documents),
    settings,
    spec,
  };
  return { draft, diagnostics };
}

/** The only place where a value gets the type that its shape check has proved. */
function located<T>(document: SpecDocument, base: NodePath = []): Located<T> {
  const spec = base.reduce<unknown>(valueAt, document.value) as T;
  return {
    spec,
    file: document.file,
    at: (path, part, word) => document.at([...base, ...path], part, word),
    edit: (edit) => document.edit({ ...edit, path: [...base, ...edit.path] }),
  };
}

interface ServerShaped extends ServerDocument {
  readonly profile: Profile;
  readonly findings: readonly ShapeFinding[];
  readonly part: Located<ServerSpec> | undefined;
}

function toServerDocument({ document, profile, findings }: Shaped): ServerShaped {
  const sound = findings.every((finding) => !finding.unsound || toolIndex(finding.path) !== undefined);
  const part = sound ? located<ServerSpec>(document) : undefined;
  return { document, profile, findings, part, name: textAt(document.value, 'name') };
}

/** The index of the inline tool that a path leads into. */
function toolIndex(path: NodePath): number | undefined {
  return path[0] === 'tools' && typeof path[1] === 'number' ? path[1] : undefined;
}

function inlineTools({ document, profile, findings, part }: ServerShaped): ToolPart[] {
  const tools = valueAt(document.value, 'tools');
  if (!Array.isArray(tools)) return [];
  const broken = new Set(findings.filter(({ unsound }) => unsound).map((finding) => toolIndex(finding.path)));
  return tools.flatMap((_tool, index) => {
    return broken.has(index) ? [] : [toolPart({ document, profile }, index, part)];
  });
}

type Source = Pick<Shaped, 'document' | 'profile'>;

function toolPart({ document, profile }: Source, index: number, server: Located<ServerSpec> | undefined): ToolPart {
  const insertBehind: ToolPart['insertBehind'] = (keys) =>
    document.edit({ kind: 'insert-item', path: ['tools'], after: index, value: keys });
  return { ...withParts(located<ToolSpec>(document, ['tools', index])), profile, server, insertBehind };
}

function documentPart({ document, profile }: Source, server: Located<ServerSpec> | undefined): ToolPart {
  const named = textAt(document.value, 'server');
  const insertBehind: ToolPart['insertBehind'] = (keys) => {
    return document.edit({
      kind: 'insert-document',
      path: [],
      value: { kind: 'tool', ...(named !== undefined && { server: named }), ...keys },
    });
  };
  return { ...withParts(located<ToolDocument>(document)), profile, server, insertBehind };
}

function toolDocuments(
  shaped: readonly Shaped[],
  servers: readonly ServerShaped[],
  diagnostics: Diagnostic[],
): ToolPart[] {
  return shaped.flatMap(({ kind, document, profile, findings }) => {
    if (kind !== 'tool') return [];
    const owner = ownerOf(document, servers);
    diagnostics.push(...owner.diagnostics);
    if (findings.some(({ unsound }) => unsound) || !owner.value) return [];
    const server = servers.find((candidate) => candidate.document === owner.value)?.part;
    return [documentPart({ document, profile }, server)];
  });
}

function toServerPart({ part }: ServerShaped, tools: readonly ToolPart[]): ServerPart[] {
  if (!part) return [];
  const own = tools.filter((tool) => tool.server === part);
  return [{ ...part, tools: own.sort((a, b) => compareText(a.file, b.file)) }];
}

function toSkillPart({ document }: Shaped): SkillPart {
  return { ...located<SkillSpec>(document), folder: document.file.slice(0, document.file.lastIndexOf('/') + 1) };
}

function paramsOf(tool: ToolPart): ParamPart[] {
  const { parameters = {}, definitions = {} } = tool.spec;
  return [
    ...Object.entries(parameters).flatMap(([name, schema]) => nested(tool, name, schema, ['parameters', name], true)),
    ...Object.entries(tool.profile === 'mcp' ? definitions : {}).flatMap(([name, schema]) => {
      return nested(tool, name, schema, ['definitions', name], false);
    }),
  ];
}

function resultsOf(tool: ToolPart): ParamPart[] {
  const { returns } = tool.spec;
  return returns ? nested(tool, 'returns', returns, ['returns'], false) : [];
}

function nested(tool: ToolPart, name: string, schema: Schema, path: NodePath, topLevel: boolean): ParamPart[] {
  const part: ParamPart = {
    spec: schema,
    file: tool.file,
    at: (inner, side, word) => tool.at([...path, ...inner], side, word),
    edit: (edit) => tool.edit({ ...edit, path: [...path, ...edit.path] }),
    name,
    tool,
    topLevel,
  };
  return [
    part,
    ...innerSchemas(schema, tool.profile).flatMap(({ schema: inner, path: to, key = name }) => {
      return nested(tool, key, inner, [...path, ...to], false);
    }),
  ];
}
