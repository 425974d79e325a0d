/** What the server answers, by method: each request finds its place, asks the desk, and gives ranges instead of offsets. */
import { isObject } from '@haft/runtime/language';
import type { Diagnostic, SourceFile, Span, TextEdit } from '../../../base/diagnostic.ts';
import { type Action, actionsFor, isProved } from '../actions.ts';
import { type CompletionCandidate, complete } from '../complete.ts';
import { locationOf } from '../findings.ts';
import { hoverAt } from '../hover.ts';
import { mentionAt, mentionsOf, type NameMention, type Thing } from '../mentions.ts';
import { offsetAt, rangeOf, type LineRange } from '../positions.ts';
import { type Outline, lensesOf, outlineOf } from '../symbols.ts';
import {
  type DeskPlace,
  type DeskRequest,
  type LspWorkspaceEdit,
  type Rejection,
  type Serving,
  afterEdits,
  deskOf,
  inText,
  workspaceEdit,
} from './place.ts';
import type { DeskView, ProjectDesk } from './project-desk.ts';
import { renaming, whyFixed, whyRejected } from '../rename.ts';
import { serverDocument, spotAt, toolAround, toolPartAt } from '../desk.ts';
import { handlerPath } from '../../../check/handlers.ts';
import { functionName } from '../../../plan/names.ts';

export const REQUESTS: Readonly<Record<string, DeskRequest>> = {
  'textDocument/completion': inText(async (place) => {
    const { desk, source, offset } = place;
    const { start, end, candidates } = await complete(desk, source, offset);
    const range = rangeOf(source, { start, end });
    return { isIncomplete: false, items: candidates.map((one, at) => completionItem(one, range, at)) };
  }),
  'textDocument/hover': inText(async ({ desk, source, offset }) => {
    const hover = hoverAt(desk, source, offset);
    return hover ? { contents: { kind: 'markdown', value: hover.text }, range: rangeOf(source, hover.span) } : null;
  }),
  'textDocument/codeAction': inText(codeActions),
  'textDocument/documentSymbol': inText(async ({ desk, source: at }) =>
    outlineOf(desk, at).map((one) => symbolOf(one, at)),
  ),
  'textDocument/codeLens': inText(async ({ desk, source }) =>
    lensesOf(desk, source).map(({ span, title }) => ({
      range: rangeOf(source, span),
      command: { title, command: '' },
    })),
  ),
  'textDocument/definition': inText(async (place) => {
    const declared = mentionsAt(place).flatMap(({ declares, span }) => (declares ? [span] : []));
    return [handlerAt(place) ?? [], declared].flat().map((span) => locationOf(span, place.desk));
  }),
  'textDocument/references': inText(async (place) => {
    const isWanted = ({ declares }: NameMention): boolean =>
      !declares || place.params.context?.includeDeclaration !== false;
    return mentionsAt(place)
      .filter(isWanted)
      .map(({ span }) => locationOf(span, place.desk));
  }),
  'textDocument/documentHighlight': inText(async (place) =>
    mentionsAt(place)
      .filter(({ span }) => span.file === place.source.path)
      .map(({ span }) => ({ range: rangeOf(place.source, span) })),
  ),
  'textDocument/prepareRename': inText(prepareRename),
  'textDocument/rename': inText(rename),
  'workspace/symbol': async (params, serving) => {
    const query = isObject(params) ? String(params['query'] ?? '') : '';
    const all = await Promise.all(serving.desks().map((project) => symbolsIn(project, serving, query.toLowerCase())));
    return all.flat();
  },
};

function mentionsAt({ desk, source, offset }: DeskPlace): readonly NameMention[] {
  const mention = mentionAt(desk, source, offset);
  return mention ? mentionsOf(desk, mention.thing) : [];
}

const ITEM_KINDS = { key: 10, value: 12, name: 18, variable: 6, pointer: 5, rule: 21 } as const;

function completionItem(
  { label, kind, detail, text = label }: CompletionCandidate,
  range: LineRange,
  at: number,
): object {
  return {
    label,
    kind: ITEM_KINDS[kind],
    ...(detail !== undefined && detail !== '' && { documentation: detail }),
    sortText: String(at).padStart(5, '0'),
    filterText: label,
    textEdit: { range, newText: text },
  };
}

const SYMBOL_KINDS = { server: 2, tool: 12, skill: 5, parameter: 13 } as const;

function symbolOf({ kind, span, end, children, ...shown }: Outline, source: SourceFile): object {
  return {
    ...shown,
    kind: SYMBOL_KINDS[kind],
    range: rangeOf(source, { start: span.start, end: Math.max(end, span.end) }),
    selectionRange: rangeOf(source, span),
    children: children.map((child) => symbolOf(child, source)),
  };
}

async function symbolsIn(project: ProjectDesk, serving: Serving, query: string): Promise<readonly object[]> {
  const desk = deskOf(await project.look(), project, serving);
  const outlines = desk.draft.spec.sources.flatMap((source) => outlineOf(desk, source));
  const named = outlines.flatMap((one) => [one, ...one.children]).filter(({ kind }) => kind !== 'parameter');
  return named
    .filter(({ name }) => name.toLowerCase().includes(query))
    .map(({ name, kind, span }) => ({ name, kind: SYMBOL_KINDS[kind], location: locationOf(span, desk) }));
}

/** Findings for which actions are looked for in one request; each action costs a check. */
const MAX_FINDINGS = 8;

async function codeActions(place: DeskPlace): Promise<readonly object[]> {
  const { source, looked, params } = place;
  const only = params.context?.only;
  const isAsked = (kind: string): boolean => !only || only.some((one) => kind === one || kind.startsWith(`${one}.`));
  const { start: from, end: to } = params.range ?? rangeOf(source, { start: 0, end: 0 });
  const [start, end] = [offsetAt(source, from), offsetAt(source, to)];
  const isNear = ({ span }: Diagnostic): boolean => span.file === source.path && span.start <= end && start <= span.end;
  const near = looked.diagnostics.filter(isNear).slice(0, MAX_FINDINGS);
  const fixes = isAsked('quickfix') ? await quickFixes(place, near) : [];
  const bumps = isAsked('refactor') ? await successors(place, near) : [];
  const all = only && isAsked('source.fixAll.haft') ? await fixAll(place) : [];
  return [...fixes, ...bumps, ...all];
}

async function quickFixes(place: DeskPlace, near: readonly Diagnostic[]): Promise<readonly object[]> {
  const { desk, serving, looked, project } = place;
  const { read } = looked;
  const graded = read && near.some(({ fix }) => fix) ? await serving.steps.grade(near, read) : near;
  const actions: object[] = [];
  for (const finding of graded) {
    const offered = new Set<string>();
    for (const one of await actionsFor(desk, finding, serving.steps.today())) {
      const after = offered.has(one.title)
        ? undefined
        : await project.lookWith(afterEdits(looked, one.proof ?? one.edits));
      const proof = { before: looked.diagnostics, after: after?.diagnostics ?? [], sourceOf: desk.sourceOf };
      if (!after || !isProved(finding, one.proof ?? one.edits, proof)) continue;
      offered.add(one.title);
      actions.push(actionOf(place, 'quickfix', one));
    }
  }
  return actions;
}

function actionOf(place: DeskPlace, kind: string, { title, preferred, edits }: Action): object {
  return { title, kind, ...(preferred && { isPreferred: true }), edit: workspaceEdit(place, edits) };
}

/** Findings of versions about a released tool. */
async function successors(place: DeskPlace, near: readonly Diagnostic[]): Promise<readonly object[]> {
  const { read } = place.looked;
  const tools = near.flatMap(({ code, about }) => (code.startsWith('version/') ? (about.tool ?? []) : []));
  const [tool] = tools;
  const files = read && tool !== undefined ? await place.serving.steps.bump(tool, read) : undefined;
  const edits = files && editsTo(place.looked, files);
  const title = `Publish the edit as the successor of ${tool ?? ''} (haft bump)`;
  return edits ? [actionOf(place, 'refactor', { title, preferred: false, edits })] : [];
}

async function fixAll(place: DeskPlace): Promise<readonly object[]> {
  const { read } = place.looked;
  const edits = read && editsTo(place.looked, await place.serving.steps.fixAll(read));
  if (!edits || edits.length === 0) return [];
  return [actionOf(place, 'source.fixAll.haft', { title: 'Apply all safe fixes', preferred: false, edits })];
}

/** One edit for each text that differs, of the part that does; undefined where a file is not on the desk. */
function editsTo({ texts }: DeskView, files: readonly SourceFile[]): readonly TextEdit[] | undefined {
  const edits = files.map(({ path, text }) => {
    const before = texts.get(path)?.text;
    if (before === undefined || before === text) return before === undefined ? undefined : [];
    let [start, end] = [0, 0];
    while (start < before.length && before[start] === text[start]) start += 1;
    const most = Math.min(before.length, text.length) - start;
    while (end < most && before.at(-1 - end) === text.at(-1 - end)) end += 1;
    return [{ file: path, start, end: before.length - end, text: text.slice(start, text.length - end) }];
  });
  return edits.includes(undefined) ? undefined : edits.flatMap((one) => one ?? []);
}

async function prepareRename({ desk, source, offset }: DeskPlace): Promise<object | null> {
  const mention = mentionAt(desk, source, offset);
  if (!mention) return null;
  const rejected = whyFixed(desk, mention.thing);
  return rejected === undefined
    ? { range: rangeOf(source, mention.span), placeholder: mention.thing.name }
    : { rejected };
}

async function rename(place: DeskPlace): Promise<LspWorkspaceEdit | Rejection | null> {
  const { desk, source, offset, project, looked, params, serving } = place;
  const mention = mentionAt(desk, source, offset);
  if (!mention) return null;
  const plan = renaming(desk, mention.thing, params.newName ?? '');
  if (typeof plan === 'string') return { rejected: plan };
  const recorded = plan.things.map((thing) => whyRecorded(place, thing)).find((why) => why !== undefined);
  if (recorded !== undefined) return { rejected: recorded };
  const after = await project.lookWith(afterEdits(looked, plan.edits));
  if (!after) return { rejected: 'The project cannot be read now. Save its files, and rename again.' };
  const rejected = whyRejected(plan, desk, deskOf(after, project, serving));
  return rejected === undefined ? workspaceEdit(place, plan.edits) : { rejected };
}

/** A recording names its tool in its own file, which no open text is. */
function whyRecorded({ desk, looked, serving }: DeskPlace, { kind, name, owner }: Thing): string | undefined {
  const server = kind === 'server' ? name : owner;
  const source = serverDocument(desk, server)?.file;
  if (!looked.read || source === undefined || (kind !== 'tool' && kind !== 'server')) return undefined;
  const tools = kind === 'tool' ? [name] : desk.draft.names.tools.plain([server]);
  const { project } = looked.read;
  const [file] = tools.flatMap((tool) =>
    serving.steps.recordingsOf(project, { server: { name: server, source }, tool: { name: tool } }),
  );
  if (file === undefined) return undefined;
  const step = `Write the new name as its \`tool\`, and in its file name where the old one is; then rename again.`;
  return `"${file}" has recorded calls of ${kind} "${name}". ${step}`;
}

/** Its name where it is exported; the start of the file where that is written in another way. */
function handlerAt({ desk, source, offset }: DeskPlace): Span | undefined {
  const spot = spotAt(source, offset);
  const tool = spot && toolAround(spot.document, spot.path);
  const [first, second = 'file'] = tool ? spot.path.slice(tool.depth) : [];
  const part =
    tool && first === 'handler' && second === 'file' ? toolPartAt(desk, spot.document, spot.path) : undefined;
  const file = part && handlerPath(part);
  if (!part || file === undefined) return undefined;
  const name = functionName(part.spec.name);
  const pattern = new RegExp(`\\bexport\\s+(?:async\\s+)?(?:function|const|let)\\s+(?=${name}\\b)`);
  const match = pattern.exec(desk.sourceOf(file)?.text ?? '');
  const start = match ? match.index + match[0].length : 0;
  return { file, start, end: match ? start + name.length : 0 };
}
