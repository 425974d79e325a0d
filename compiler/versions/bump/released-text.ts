/** The released version of a tool as text of a spec: the author's text where nothing forces another one, else printed again. */
import type { CheckedSpec, ToolPart } from '../../check/model.ts';
import { handlerFileIn } from '../../spec/behaviors/handler.ts';
import type { TextEdit } from '../../base/diagnostic.ts';
import { differences } from '../../spec/yaml/apply-edits.ts';
import type { NodePath } from '../../spec/yaml/spec.ts';
import { writtenText } from '../../check/tool-names.ts';
import { writtenAdapter } from '../../plan/adapter.ts';
import type { Deprecation, ToolPlan } from '../../plan/model.ts';
import { type ToolSurroundings, releasedSpec } from '../../plan/released-spec.ts';
import { planDeprecation, planTool } from '../../plan/tool.ts';
import { type PlannedTool, plannedId, plannedTool } from '../../plan/named-tools.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import { partOfTool } from '../../check/analysis/names/tool-references.ts';

/** A tool as its author wrote it for the release, in the specs of that commit. */
export interface AuthoredTool {
  readonly part: ToolPart;
  /** Of the file that it is in. */
  readonly text: string;
  /** The tools above it in this file, the nearest first. */
  readonly follows: readonly string[];
}

/** Undefined if these specs plan to another tool. */
export function authoredIn({ plan, spec }: PlannedSpecs, target: PlannedTool): AuthoredTool | undefined {
  const id = plannedId(target);
  const [part, planned] = [partOfTool(spec, id), plannedTool(plan, id)?.tool];
  const text = spec.spec.sources.find(({ path }) => path === part?.file)?.text;
  const [then, now] = [planned, target.tool].map((tool) => tool && JSON.stringify(releasedSpec(tool, '')));
  if (!part || text === undefined || then !== now) return undefined;
  const { start } = part.at([]);
  const above = spec.tools.filter((one) => one.file === part.file && one.at([]).start < start);
  return { part, text, follows: above.map((one) => one.spec.name).toReversed() };
}

/** A released tool, and its author's text where git has one that plans to it. */
interface ReleasedText {
  readonly released: ToolPlan;
  readonly authored: AuthoredTool | undefined;
}

/** After a current tool: with the author's text, as a copy of the current one, or printed. The first two keep comments and layout. */
export function releasedBehind(
  { released, authored }: ReleasedText,
  model: ToolPart,
  deprecated: Deprecation | undefined,
  handler = handlerFileIn(model.spec.handler),
): (TextEdit | undefined)[] {
  const target = specOf(released, handler, deprecated, model);
  const [own, printed] = insertedBehind(target, authored, model);
  return [own, model.copyBehind({ target, changed: changedIn(model, target) }), printed];
}

/** With the author's text, and printed. `comments`: those above a tool that is gone with it. */
function insertedBehind(
  target: object,
  authored: AuthoredTool | undefined,
  model: ToolPart,
  comments?: string,
): [TextEdit | undefined, TextEdit | undefined] {
  const printed = model.insertBehind(target);
  const own = printed && authored && authoredText(authored, target, printed);
  if (!own) return [undefined, printed];
  const gap = /^[\r\n]*/.exec(printed.text)?.[0] ?? '';
  const above = comments === undefined ? own.suppressions : own.shifted(comments);
  return [endedLike(printed, { ...printed, text: `${gap}${above}${own.mark}${own.text}\n` }), printed];
}

/** Text of another commit, whose lines can end otherwise, with the line ends of an edit of the file. */
function endedLike({ text }: TextEdit, edit: TextEdit): TextEdit {
  const plain = withLineFeeds(edit.text);
  return { ...edit, text: text.includes('\r\n') ? plain.replaceAll('\n', '\r\n') : plain };
}

function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** In the place of an edited tool, with the author's text and else rewritten; its evals stay. */
function releasedInPlace({ released, authored }: ReleasedText, part: ToolPart): (TextEdit | undefined)[] {
  // A tool that was deprecated since the release stays deprecated, and calls no other: its successor says that it is.
  const ownTerms = part.spec.deprecated && planDeprecation(part.spec.deprecated);
  const target = {
    ...specOf(released, handlerFileIn(part.spec.handler), released.deprecated ?? ownTerms, part),
    ...(part.spec.evals && { evals: part.spec.evals }),
  };
  const rewritten = part.edit({ kind: 'rewrite', path: [], target, changed: changedIn(part, target) });
  const place = part.insertBehind(target);
  const own = place && authored && authoredText(authored, target, place);
  return [rewritten && own && endedLike(place, { ...rewritten, text: own.text }), rewritten];
}

/** Lines above an item that are comments, as its author wrote them. */
function commentsAbove({ part, text }: AuthoredTool): string {
  const lines = text.slice(0, part.at([]).start).split('\n').slice(0, -1);
  const first = lines.findLastIndex((line) => !/^\s*#/.test(line)) + 1;
  return lines
    .slice(first)
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** Empty lines, suppressions, and the mark of an item of a list or of a document. */
const INSERTED = /^(?: *\n)*((?: *#.*\n)*)( *)(- +|---\n)([^]*)$/;

interface Moved {
  readonly suppressions: string;
  readonly mark: string;
  readonly text: string;
  /** Lines in the column of the place. */
  shifted(lines: string): string;
}

/** With what the target changes, in the column of what would be inserted; undefined where the two are not written alike. */
function authoredText({ part }: AuthoredTool, target: object, place: TextEdit): Moved | undefined {
  const copy = part.copyBehind({ target, changed: changedIn(part, target) });
  const [own, other] = [copy?.text ?? '', place.text].map((text) => INSERTED.exec(withLineFeeds(text)));
  if (!own || !other) return undefined;
  const [, suppressions = '', from = '', mark = '', text = ''] = own;
  const [, , to = '', otherMark = ''] = other;
  if (mark.trimEnd() !== otherMark.trimEnd()) return undefined;
  const shifted = (lines: string): string =>
    to.length < from.length
      ? lines.replaceAll(new RegExp(`^ {${from.length - to.length}}`, 'gm'), '')
      : lines.replaceAll(/^(?=[^\r\n])/gm, to.slice(from.length));
  const [first = '', ...rest] = text.trimEnd().split('\n');
  const body = rest.length === 0 ? first : `${first}\n${shifted(rest.join('\n'))}`;
  return { suppressions: shifted(suppressions), mark: `${to}${mark}`, text: body, shifted };
}

/** The keys of the released version at a place. */
function specOf(
  released: ToolPlan,
  handler: string | undefined,
  deprecated: Deprecation | undefined,
  place: ToolSurroundings,
): object {
  const { behavior } = released;
  const via = deprecated && behavior.kind === 'via' ? writtenAdapter(behavior, writtenText(deprecated.use)) : {};
  return { ...releasedSpec(released, handler, place), ...(deprecated && { deprecated: { ...deprecated, ...via } }) };
}

/** Both as plans write them: how the author wrote a value that did not change makes no difference. */
function changedIn(part: ToolPart, target: object): NodePath[] {
  const { evals, deprecated } = part.spec;
  const current = releasedSpec(
    planTool({ tool: part, programs: part.server?.spec.programs, results: part.server?.spec.results }),
    handlerFileIn(part.spec.handler),
    part,
  );
  const changed = differences({ ...current, ...(deprecated && { deprecated }), ...(evals && { evals }) }, target);
  // What the plan adds is nowhere in the text.
  return changed.filter(([key = '']) => Object.hasOwn(target, key) || Object.hasOwn(part.spec, key));
}

interface Place {
  /** The server of the tool in the contract. */
  readonly server: string;
  /** For a tool that is gone; one that is in the specs keeps what was released. */
  readonly deprecated: Deprecation | undefined;
  /** The file of its function, where it has one. */
  readonly handler: string | undefined;
}

/** The edits in order of preference, or the sentence that says why there is none. */
export function restore(text: ReleasedText, spec: CheckedSpec, place: Place): readonly TextEdit[] | string {
  const { released } = text;
  const part = partOfTool(spec, { server: place.server, tool: released.name });
  const edits = part ? releasedInPlace(text, part) : putBack(text, spec, place);
  const textEdits = edits.filter((edit) => edit !== undefined);
  if (textEdits.length > 0) return textEdits;
  if (part)
    return `tool "${released.name}" is written in a style that cannot be edited safely (use block style, one key per line)`;
  return `server "${place.server}" has no tool to put it behind`;
}

function putBack({ released, authored }: ReleasedText, spec: CheckedSpec, place: Place): (TextEdit | undefined)[] {
  const { server, handler, deprecated } = place;
  for (const neighbor of neighborsOf({ released, authored }, spec, server)) {
    const evals = deprecated ? undefined : authored?.part.spec.evals;
    const target = { ...specOf(released, handler, deprecated, neighbor), ...(evals && { evals }) };
    const comments = authored ? commentsAbove(authored) : '';
    const current = spec.spec.sources.find(({ path }) => path === neighbor.file)?.text ?? '';
    const [now, then] = [current, authored?.text ?? ''].map((text) => withLineFeeds(text).split(comments).length);
    // An author may have left them there, as often as they were.
    const isThere = (now ?? 0) >= (then ?? 0);
    const edits = insertedBehind(target, authored, neighbor, isThere ? '' : comments);
    if (edits.some((edit) => edit !== undefined)) return edits;
  }
  return [];
}

/** The tools of the server: first the one that it followed, then the one that it would follow by name, where its author looks for it. */
function neighborsOf({ released: { name }, authored }: ReleasedText, spec: CheckedSpec, server: string): ToolPart[] {
  const own = spec.tools.filter((tool) => tool.server?.spec.name === server);
  const followed = (authored?.follows ?? []).flatMap((one) => own.find((tool) => tool.spec.name === one) ?? []);
  const before = own.filter((tool) => tool.spec.name < name).sort((a, b) => (a.spec.name < b.spec.name ? 1 : -1));
  return [...followed, ...before, ...own];
}
