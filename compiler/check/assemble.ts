/** Builds typed parts from documents: checks the shape of each and finds the server of each tool. */
import type { Diagnostic } from '../diagnostic.ts';
import { compareText } from '../diagnostic.ts';
import { memoizeBy, memoizeByParts } from '../memo.ts';
import type { NodePath, Spec, SpecDocument } from '../load/spec.ts';
import { declaredNames } from './declared-names.ts';
import type { Draft, Located, ServerPart, ServerTexts, SkillFile, SkillPart, ToolPart } from './model.ts';
import { oneByOne } from './similar/incremental-index.ts';
import { noKind } from './no-kind.ts';
import { ownerOf } from './owner.ts';
import type { Profile, Settings } from './settings.ts';
import type { ServerDocument } from './owner.ts';
import { checkShape } from './documents/check-shape.ts';
import type { ShapeFinding } from './documents/check-shape.ts';
import { IMPORTED_KEYS } from './documents/imported.ts';
import { KINDS } from './documents/language.ts';
import type { Kind } from './documents/language.ts';
import { aboutOf, textAt, valueAt } from '../language/place.ts';
import type { OnStep } from '../steps.ts';
import { mapInSteps } from '../steps.ts';
import { importedFindings, referencesOf, withParts } from './imported.ts';
import { definitionFindings, foreignUses, toolFindings } from './definitions/findings.ts';
import { NO_DEFINITIONS, definitionsOf, mentionsOfTool, withDefinitions } from './definitions/shared.ts';
import type { Shared } from './definitions/shared.ts';
import type { Definitions } from './definitions/expand.ts';
import { importedSkillFindings, withSkillParts } from './imported-skill.ts';
import type { ServerSpec } from './documents/server.ts';
import type { SkillSpec } from './documents/skill.ts';
import type { ToolDocument, ToolSpec } from './documents/tool.ts';
import { withSplitDescription } from './split-skill.ts';

interface Assembled {
  readonly draft: Draft;
  readonly diagnostics: readonly Diagnostic[];
}

interface Shaped {
  readonly kind: Kind;
  readonly document: SpecDocument;
  readonly profile: Profile;
  readonly findings: readonly ShapeFinding[];
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
  const toolLists = [...servers.map(inlineTools), ...oneByOne(owned.tools)];
  const draft: Draft = {
    servers: toServerParts(servers, owned.tools),
    tools: toolLists.flat(),
    toolLists,
    skills: shaped
      .filter(({ kind, findings }) => kind === 'skill' && !findings.some(({ unsound }) => unsound))
      .map((one) => skillPart({ shaped: one, body: bodyFile(one, files) })),
    files,
    names: declaredNames([...spec.documents, ...spec.partial]),
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

/** Undefined for a document without a valid `kind`. */
const shapes = memoizeBy((settings: Settings) =>
  memoizeBy((document: SpecDocument): Shaped | undefined => {
    const kind = KINDS.find((name) => name === valueAt(document.value, 'kind'));
    if (kind === undefined) return undefined;
    const profile = settings.profileOf(document.file);
    const shape = checkShape(document, kind, profile);
    if (profile === 'ext') {
      const hinted = withImportedHints(kind, shape);
      return shapedAs(kind, document, profile, kind === 'skill' ? withSplitDescription(document, hinted) : hinted);
    }
    const whole = kind === 'skill' ? importedSkillFindings : importedFindings;
    return shapedAs(kind, document, profile, whole(document, shape));
  }),
);

function shapedAs(kind: Kind, document: SpecDocument, profile: Profile, findings: readonly ShapeFinding[]): Shaped {
  return { kind, document, profile, findings: kind === 'server' ? withUses(document, findings) : findings };
}

/** A key that only profile `mcp` has is not a typo. */
function withImportedHints(kind: Kind, findings: readonly ShapeFinding[]): readonly ShapeFinding[] {
  return findings.map((finding) => {
    const { diagnostic } = finding;
    const [key, of] = [diagnostic?.about.path.at(-1), finding.path[0] === 'tools' ? 'tool' : kind];
    if (diagnostic?.code !== 'spec/unknown-key' || !IMPORTED_KEYS[of].has(String(key))) return finding;
    const hint = `"${key}" is a key of profile mcp: set profiles: { <folder>: mcp } in haft.yaml, or remove it.`;
    return { ...finding, diagnostic: { ...diagnostic, hint } };
  });
}

/** The findings of a server, including those about its definitions and their uses in its tools. */
function withUses(document: SpecDocument, findings: readonly ShapeFinding[]): readonly ShapeFinding[] {
  if (findings.some(({ unsound, path: [key] }) => unsound && key === 'definitions')) return findings;
  const definitions = (valueAt(document.value, 'definitions') ?? NO_DEFINITIONS) as Definitions;
  const own = definitionFindings(document, definitions);
  if (own.length > 0) return [...findings, ...own];
  const tools = valueAt(document.value, 'tools');
  const broken = brokenTools(findings);
  const inline = Array.isArray(tools) ? [...tools.keys()].filter((index) => !broken.has(index)) : [];
  const uses = inline.flatMap((index) => toolFindings(document, ['tools', index], definitions));
  return uses.length > 0 ? [...findings, ...uses] : findings;
}

/** The indexes of inline tools with an invalid shape; undefined for the document around them. */
function brokenTools(findings: readonly ShapeFinding[]): ReadonlySet<number | undefined> {
  return new Set(findings.filter(({ unsound }) => unsound).map(({ path }) => toolIndex(path)));
}

/** The only place where a value gets the type that its shape check has proved. */
function located<T>(document: SpecDocument, base: NodePath = []): Located<T> {
  const spec = base.reduce<unknown>(valueAt, document.value) as T;
  return {
    spec,
    file: document.file,
    at: (path, part, word) => document.at([...base, ...path], part, word),
    about: (path) => aboutOf(document, [...base, ...path]),
    edit: (edit) => document.edit({ ...edit, path: [...base, ...edit.path] }),
  };
}

interface ServerShaped extends ServerDocument {
  readonly profile: Profile;
  readonly findings: readonly ShapeFinding[];
  readonly part: Located<ServerSpec> | undefined;
}

const toServerDocument = memoizeBy(({ document, profile, findings }: Shaped): ServerShaped => {
  const sound = findings.every((finding) => !finding.unsound || toolIndex(finding.path) !== undefined);
  const part = sound ? located<ServerSpec>(document) : undefined;
  return { document, profile, findings, part, name: textAt(document.value, 'name') };
});

/** The index of the inline tool that a path leads into. */
function toolIndex(path: NodePath): number | undefined {
  return path[0] === 'tools' && typeof path[1] === 'number' ? path[1] : undefined;
}

const inlineTools = memoizeBy(({ document, profile, findings, part }: ServerShaped): ToolPart[] => {
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

type Source = Pick<Shaped, 'document' | 'profile'>;

function toolPart(
  { document, profile }: Source,
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

const NO_SERVER = {};

interface DocumentTool {
  /** Undefined where its schemas name definitions that are not there. */
  readonly part?: ToolPart;
  readonly findings: readonly ShapeFinding[];
}

/** A tool document belongs to its server: with another one it is another part. */
const documentParts = memoizeBy((owner: Located<ServerSpec> | typeof NO_SERVER) =>
  memoizeBy(({ document, profile }: Shaped): DocumentTool => {
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

function usesOfDocument(document: SpecDocument, profile: Profile, definitions: Definitions): ShapeFinding[] {
  const references = profile === 'mcp' ? referencesOf(document, [], definitions) : [];
  const found = [...references, ...toolFindings(document, [], definitions)];
  return profile === 'ext' && found.length === 0 ? foreignUses(document, definitions) : found;
}

function isPart(server: Located<ServerSpec> | typeof NO_SERVER): server is Located<ServerSpec> {
  return server !== NO_SERVER;
}

interface OwnedTools {
  readonly tools: readonly ToolPart[];
  readonly diagnostics: readonly Diagnostic[];
}

function toolDocuments(shaped: readonly Shaped[], servers: readonly ServerShaped[]): OwnedTools {
  const diagnostics: Diagnostic[] = [];
  const parts = new Map(servers.map(({ document, part }) => [document, part]));
  const tools = shaped.flatMap((one) => {
    if (one.kind !== 'tool') return [];
    const owner = ownerOf(one.document, servers);
    diagnostics.push(...owner.diagnostics);
    if (one.findings.some(({ unsound }) => unsound) || !owner.value) return [];
    const { part, findings } = documentParts(parts.get(owner.value) ?? NO_SERVER)(one);
    diagnostics.push(...findings.flatMap(({ diagnostic }) => diagnostic ?? []));
    return part ?? [];
  });
  return { tools, diagnostics };
}

function toServerParts(servers: readonly ServerShaped[], documents: readonly ToolPart[]): ServerPart[] {
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

/** The previous index while the tools are the same. */
const serverPart = memoizeByParts(
  ({ part, tools }: { readonly part: Located<ServerSpec>; readonly tools: readonly ToolPart[] }) => [part, ...tools],
  ({ part, tools }): ServerPart => ({ ...part, tools }),
);

/** The file that `text_file` names. */
function bodyFile({ document, profile }: Shaped, files: readonly SkillFile[]): SkillFile | undefined {
  const name = profile === 'mcp' ? textAt(document.value, 'text_file') : undefined;
  return name === undefined ? undefined : files.find(({ path }) => path === folderOf(document) + name);
}

function folderOf({ file }: SpecDocument): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

const skillPart = memoizeByParts(
  ({ shaped, body }: { readonly shaped: Shaped; readonly body: SkillFile | undefined }) => [shaped, body],
  ({ shaped: { document, profile }, body }): SkillPart => {
    const part = located<SkillSpec>(document);
    const parts = profile === 'mcp' ? withSkillParts(part, body) : {};
    return { ...part, ...parts, profile, folder: folderOf(document) };
  },
);
