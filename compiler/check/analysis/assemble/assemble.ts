/** Builds typed parts from documents: checks the shape of each and finds the server of each tool. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Spec, SpecDocument } from '../../../spec/yaml/spec.ts';
import { type OnStep, mapInSteps } from '../../../base/progress.ts';
import { type ToolId, toolNames } from '../../tool-names.ts';
import type { DeclaredNames, Located, SkillFile, SkillPart, SpecDraft, ToolPart } from '../../model.ts';
import type { Profile, Settings } from '../../settings.ts';
import { type ServerShaped, inlineTools, located, ownerOf, toServerDocument, toServerParts } from './server-parts.ts';
import { type ShapedDocument, shapes } from './shapes.ts';
import { textAt, valueAt } from '../../../spec/shape/place.ts';
import { nearest } from '@haft/runtime/language';
import { KINDS } from '../../documents/language.ts';
import { memoizeBy, memoizeByParts } from '../../../base/memo.ts';
import type { SkillSpec } from '../../documents/skill.ts';
import { withParts, withSkillParts } from '../imported/skill.ts';
import type { Definitions } from '../definitions/expand.ts';
import { foreignUses, toolFindings } from '../definitions/findings.ts';
import { definitionsOf, mentionsOfTool, withDefinitions } from '../definitions/shared.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { ShapeFinding } from '../../documents/check-shape.ts';
import type { ToolDocument } from '../../documents/tool.ts';
import { referencesOf } from '../imported/findings.ts';
import { folderOf } from '../offered-files.ts';

/** Tools that are whole documents, each with its server. */
const NO_SERVER = {};

/** A tool document belongs to its server: with another one it is another part. */
const documentParts = memoizeBy((owner: Located<ServerSpec> | typeof NO_SERVER) =>
  memoizeBy(({ document, profile }: ShapedDocument): DocumentTool => {
    const server = isPart(owner) ? owner : undefined;
    const tool = located<ToolDocument>(document);
    const unknown = !server && mentionsOfTool(tool.spec).length > 0;
    const findings = unknown ? [] : usesOfDocument(document, profile, definitionsOf(server));
    if (unknown || findings.some(({ unsound }) => unsound)) return { findings };
    const shared = withDefinitions(tool, server, profile);
    const named = textAt(document.value, 'server');
    const insertBehind: ToolPart['insertBehind'] = (keys) => {
      const value = { kind: 'tool', ...(named !== undefined && { server: named }), ...keys };
      return document.edit({ kind: 'insert-document', path: [], value });
    };
    const copyBehind: ToolPart['copyBehind'] = (rewrite) =>
      document.edit({ kind: 'copy-document', path: [], ...shared.authored(rewrite) });
    return { part: { ...withParts(shared), profile, server, insertBehind, copyBehind }, findings };
  }),
);

interface Assembled {
  readonly draft: SpecDraft;
  readonly diagnostics: readonly Diagnostic[];
}

/** The same documents give the same parts, so that results that are cached by part stay valid. */
export function assemble(spec: Spec, files: readonly SkillFile[], settings: Settings, onStep?: OnStep): Assembled {
  const shapeOf = shapes(settings);
  const shaped = mapInSteps(
    spec.documents,
    ['checking the shape of', 'documents'],
    onStep,
    (document) => shapeOf(document) ?? [],
  ).flat();
  const servers = shaped.filter(({ kind }) => kind === 'server').map(toServerDocument);
  const owned = toolDocuments(shaped, servers);
  const toolLists = [...servers.map(inlineTools), ...owned.tools.map(alone)];
  const draft: SpecDraft = {
    servers: toServerParts(servers, owned.tools),
    tools: toolLists.flat(),
    toolLists,
    skills: shaped
      .filter(({ kind, findings }) => kind === 'skill' && !findings.some(({ unsound }) => unsound))
      .map((one) => skillPart({ shaped: one, body: bodyFile(one, files) })),
    files,
    names: declaredNames([...spec.documents, ...spec.partial], (document) => {
      return owned.owners.get(document) ?? ownerOf(document, servers).value;
    }),
    settings,
    spec,
  };
  const diagnostics = [
    ...spec.documents.filter((document) => shapeOf(document) === undefined).map(noKind),
    ...shaped.flatMap(({ findings }) => findings.flatMap((finding) => finding.diagnostic ?? [])),
    ...owned.diagnostics,
  ];
  return { draft, diagnostics };
}

/** A tool of its own document, in a list that stays the same object. */
const alone = memoizeBy((tool: ToolPart): readonly ToolPart[] => [tool]);

function declaredNames(
  documents: readonly SpecDocument[],
  serverOf: (tool: SpecDocument) => SpecDocument | undefined,
): DeclaredNames {
  const namesOf = (kind: string): ReadonlySet<string> =>
    new Set(documents.flatMap(({ value }) => (textAt(value, 'kind') === kind ? (textAt(value, 'name') ?? []) : [])));
  const tools = documents.flatMap((document) =>
    textAt(document.value, 'kind') === 'tool'
      ? toolId(textAt(serverOf(document)?.value, 'name'), document.value)
      : inlineIds(document),
  );
  return { servers: namesOf('server'), tools: toolNames(tools), skills: namesOf('skill') };
}

const inlineIds = memoizeBy(({ value }: SpecDocument): readonly ToolId[] => {
  const own = textAt(value, 'kind') === 'server' ? valueAt(value, 'tools') : undefined;
  return Array.isArray(own) ? own.flatMap((tool) => toolId(textAt(value, 'name'), tool)) : [];
});

function toolId(server = '', value: unknown): ToolId[] {
  const tool = textAt(value, 'name');
  return tool === undefined ? [] : [{ server, tool }];
}

function noKind(document: SpecDocument): Diagnostic {
  const kind = valueAt(document.value, 'kind');
  const guess = nearest(textAt(document.value, 'kind') ?? '', KINDS) ?? meantKind(document.value);
  const message = kind === undefined ? 'This document has no `kind`.' : `Unknown kind ${JSON.stringify(kind)}.`;
  const isMap = typeof document.value === 'object' && !Array.isArray(document.value);
  return {
    code: 'spec/kind',
    severity: 'error',
    message: isMap ? message : 'This document is not a map.',
    span: document.at(kind === undefined ? [] : ['kind']),
    about: { path: kind === undefined ? [] : ['kind'] },
    hint: guess ? `Did you mean "${guess}"?` : `Start the document with \`kind:\` and one of ${KINDS.join(', ')}.`,
  };
}

/** `Kind:` or `knid:` instead of `kind:`. */
function meantKind(value: unknown): string | undefined {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return keys.some((key) => key !== 'kind' && nearest(key, ['kind']) !== undefined) ? 'kind:' : undefined;
}

/** The file that `text_file` names. */
function bodyFile({ document, profile }: ShapedDocument, files: readonly SkillFile[]): SkillFile | undefined {
  const name = profile === 'mcp' ? textAt(document.value, 'text_file') : undefined;
  return name === undefined ? undefined : files.find(({ path }) => path === folderOf(document) + name);
}

const skillPart = memoizeByParts(
  ({ shaped, body }: { readonly shaped: ShapedDocument; readonly body: SkillFile | undefined }) => [shaped, body],
  ({ shaped: { document, profile }, body }): SkillPart => {
    const part = located<SkillSpec>(document);
    const parts = profile === 'mcp' ? withSkillParts(part, body) : {};
    return { ...part, ...parts, profile, folder: folderOf(document) };
  },
);

interface DocumentTool {
  /** Undefined where its schemas name definitions that are not there. */
  readonly part?: ToolPart;
  readonly findings: readonly ShapeFinding[];
}

function usesOfDocument(document: SpecDocument, profile: Profile, definitions: Definitions): ShapeFinding[] {
  const references = profile === 'mcp' ? referencesOf(document, [], definitions) : [];
  const findings = [...references, ...toolFindings(document, [], definitions)];
  return profile === 'ext' && findings.length === 0 ? foreignUses(document, definitions) : findings;
}

function isPart(server: Located<ServerSpec> | typeof NO_SERVER): server is Located<ServerSpec> {
  return server !== NO_SERVER;
}

interface OwnedTools {
  readonly owners: ReadonlyMap<SpecDocument, SpecDocument>;
  readonly tools: readonly ToolPart[];
  readonly diagnostics: readonly Diagnostic[];
}

function toolDocuments(shaped: readonly ShapedDocument[], servers: readonly ServerShaped[]): OwnedTools {
  const diagnostics: Diagnostic[] = [];
  const parts = new Map(servers.map(({ document, part }) => [document, part]));
  const owners = new Map<SpecDocument, SpecDocument>();
  const tools = shaped.flatMap((one) => {
    if (one.kind !== 'tool') return [];
    const owner = ownerOf(one.document, servers);
    diagnostics.push(...owner.diagnostics);
    if (owner.value) owners.set(one.document, owner.value);
    if (one.findings.some(({ unsound }) => unsound) || !owner.value) return [];
    const { part, findings } = documentParts(parts.get(owner.value) ?? NO_SERVER)(one);
    diagnostics.push(...findings.flatMap(({ diagnostic }) => diagnostic ?? []));
    return part ?? [];
  });
  return { owners, tools, diagnostics };
}
