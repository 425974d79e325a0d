/** Builds typed parts from documents: checks the shape of each and finds the server of each tool. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Spec, SpecDocument } from '../../../spec/yaml/spec.ts';
import type { OnStep } from '../../../base/progress.ts';
import { mapInSteps } from '../../../base/progress.ts';
import type { SpecDraft, SkillFile, DeclaredNames, SkillPart } from '../../model.ts';
import type { Settings } from '../../settings.ts';
import { oneByOne } from '../similar/incremental-index.ts';
import { inlineTools, toServerDocument, toServerParts } from './server-parts.ts';
import { shapes } from './shapes.ts';
import { toolDocuments } from './tool-documents.ts';
import { textAt, valueAt } from '../../../spec/shape/place.ts';
import { nearest } from '@haft/runtime/language';
import { KINDS } from '../../documents/language.ts';
import { memoizeByParts } from '../../../base/memo.ts';
import type { SkillSpec } from '../../documents/skill.ts';
import { withSkillParts } from '../imported/skill.ts';
import { located } from './located.ts';
import type { Shaped } from './shapes.ts';

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
  const toolLists = [...servers.map(inlineTools), ...oneByOne(owned.tools)];
  const draft: SpecDraft = {
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

function declaredNames(documents: readonly SpecDocument[]): DeclaredNames {
  const names = { servers: new Set<string>(), tools: new Set<string>(), skills: new Set<string>() };
  for (const { value } of documents) {
    const kind = textAt(value, 'kind');
    if (kind === 'server') add(names.servers, value);
    if (kind === 'skill') add(names.skills, value);
    if (kind === 'tool') add(names.tools, value);
    const tools = valueAt(value, 'tools');
    if (kind === 'server' && Array.isArray(tools)) for (const tool of tools) add(names.tools, tool);
  }
  return names;
}

function add(names: Set<string>, value: unknown): void {
  const name = textAt(value, 'name');
  if (name !== undefined) names.add(name);
}

function noKind(document: SpecDocument): Diagnostic {
  const kind = valueAt(document.value, 'kind');
  const guess = nearest(textAt(document.value, 'kind') ?? '', KINDS) ?? meantKind(document.value);
  const isMap = typeof document.value === 'object' && !Array.isArray(document.value);
  return {
    code: 'spec/kind',
    severity: 'error',
    message: isMap ? kindMessage(kind) : 'This document is not a map.',
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

function kindMessage(kind: unknown): string {
  return kind === undefined ? 'This document has no `kind`.' : `Unknown kind ${JSON.stringify(kind)}.`;
}

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
