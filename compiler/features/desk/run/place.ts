/** A request about a place in a text: the desk that answers it, and edits as a client takes them. */
import type { SourceFile, Span, TextEdit } from '../../../base/diagnostic.ts';
import { assemble } from '../../../check/analysis/assemble/assemble.ts';
import { settingsOf } from '../../../check/settings.ts';
import { slashed } from '../../../edge/project/root.ts';
import { plannedTool } from '../../../plan/named-tools.ts';
import { applyEdits } from '../../../spec/yaml/apply-edits.ts';
import { load } from '../../../spec/yaml/load.ts';
import { isObject } from '@haft/runtime/language';
import type { Desk } from '../desk.ts';
import { locationOf, type YamlServer, type Placing } from '../findings.ts';
import { type LinePosition, type LineRange, offsetAt } from '../positions.ts';
import { pathOf, type Overlay } from './overlay.ts';
import { type DeskView, type ProjectDesk, absoluteIn, type DeskSteps } from './project-desk.ts';
import { pathToFileURL } from 'node:url';

export type DeskRequest = (params: unknown, serving: Serving) => Promise<object | null | Rejection | InvalidParams>;

interface PlaceParams {
  readonly textDocument: { readonly uri: string };
  readonly position: LinePosition;
  readonly newName?: string;
  readonly range?: LineRange;
  readonly context?: { readonly only?: readonly string[]; readonly includeDeclaration?: boolean };
}

export interface DeskPlace {
  readonly serving: Serving;
  readonly project: ProjectDesk;
  readonly looked: DeskView;
  readonly desk: Desk;
  readonly source: SourceFile;
  readonly offset: number;
  readonly params: PlaceParams;
}

/** Params that are not what the method takes. */
interface InvalidParams {
  readonly invalid: string;
}

function isPosition(value: unknown): boolean {
  return isObject(value) && Number.isInteger(value['line']) && Number.isInteger(value['character']);
}

function isPlace(params: unknown): params is PlaceParams {
  if (!isObject(params) || !isObject(params['textDocument'])) return false;
  const { textDocument, position, range, newName = '', context = {} } = params;
  return (
    typeof textDocument['uri'] === 'string' &&
    (position === undefined || isPosition(position)) &&
    (range === undefined || (isObject(range) && isPosition(range['start']) && isPosition(range['end']))) &&
    typeof newName === 'string' &&
    isObject(context) &&
    (context['only'] === undefined || Array.isArray(context['only']))
  );
}

/** Nothing for a text of no project. */
export function inText(answer: (place: DeskPlace) => Promise<object | null>): DeskRequest {
  return async (params, serving) => {
    if (!isPlace(params)) return { invalid: 'The params name no place in a text.' };
    const path = pathOf(params.textDocument.uri);
    const project = path === undefined ? undefined : serving.deskOf(path);
    if (!project || path === undefined) return null;
    const looked = await project.look();
    const desk = deskOf(looked, project, serving);
    const source = looked.texts.get(slashed(project.root, path));
    if (!source) return null;
    const { position = { line: 0, character: 0 } } = params;
    return answer({ serving, project, looked, desk, source, offset: offsetAt(source, position), params });
  };
}

/** While the settings are invalid, of haft.yaml alone. */
export function deskOf(looked: DeskView, project: ProjectDesk, { steps, overlay, yamlServer }: Serving): Desk {
  const { read, checked, configs } = looked;
  const { specs, files } = read?.sources ?? { specs: [], files: [] };
  const { draft } = assemble(load(specs).value, files, read?.project.settings ?? settingsOf({}));
  return {
    ...placingOf(looked, project, overlay),
    draft,
    sources: [...specs, ...configs],
    diagnostics: looked.diagnostics,
    released: checked?.released,
    yamlServer,
    explain: steps.explain,
    async answersOf({ spec, server }) {
      const planned = project.lastPlan();
      const id = { server: server?.spec.name ?? '', tool: spec.name };
      const match = planned && plannedTool(planned, id);
      return match && read ? steps.answersOf(read.project, match) : [];
    },
  };
}

/** Texts that the edits change; each follows the text before it, so that only what differs is checked. */
export function afterEdits({ texts }: DeskView, edits: readonly TextEdit[]): readonly SourceFile[] {
  const files = [...new Set(edits.map(({ file }) => file))];
  return files.flatMap((file) => {
    const before = texts.get(file);
    const own = edits.filter((edit) => edit.file === file);
    return before ? [{ path: file, text: applyEdits(before.text, own) }] : [];
  });
}

export interface LspEdit {
  readonly range: LineRange;
  readonly newText: string;
}

/** Each text with the version that its edits are for; null for a file that is not open. */
export interface LspWorkspaceEdit {
  readonly documentChanges: readonly {
    readonly textDocument: { readonly uri: string; readonly version: number | null };
    readonly edits: readonly LspEdit[];
  }[];
  readonly changes: Readonly<Record<string, readonly LspEdit[]>>;
}

/** With and without versions: a client takes what it can. */
export function workspaceEdit({ project, serving, desk }: DeskPlace, edits: readonly TextEdit[]): LspWorkspaceEdit {
  const files = [...new Set(edits.map(({ file }) => file))];
  const documentChanges = files.map((file) => {
    const own = edits.filter((edit) => edit.file === file).map((edit) => editOf(desk, edit));
    const version = serving.overlay.at(absoluteIn(project.root, file))?.version ?? null;
    return { textDocument: { uri: desk.uriOf(file), version }, edits: own };
  });
  const changes = Object.fromEntries(documentChanges.map(({ textDocument, edits: own }) => [textDocument.uri, own]));
  return { documentChanges, changes };
}

function editOf(desk: Desk, edit: Span & { readonly text: string }): LspEdit {
  return { range: locationOf(edit, desk).range, newText: edit.text };
}

/** What a handler of a request sees. */
export interface Serving {
  readonly steps: DeskSteps;
  readonly overlay: Overlay;
  readonly yamlServer: YamlServer;
  /** The project of a file; undefined for a file of no project. */
  readonly deskOf: (path: string) => ProjectDesk | undefined;
  readonly desks: () => readonly ProjectDesk[];
}

/** An error that a client shows to its user as it is. */
export interface Rejection {
  readonly rejected: string;
}

export function placingOf({ texts }: DeskView, { root }: ProjectDesk, overlay: Overlay): Placing {
  return {
    sourceOf: (file) => texts.get(file),
    uriOf: (file) => {
      const path = absoluteIn(root, file);
      return overlay.at(path)?.uri ?? pathToFileURL(path).href;
    },
  };
}
