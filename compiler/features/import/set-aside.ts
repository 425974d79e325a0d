/** The last step of an import: what a check rejects is repaired where that is safe, and set aside otherwise. */
import { isObject, type Json, type JsonObject, ownMember } from '@haft/runtime/language';
import { invisibleIn } from '../../check/analysis/hidden/invisible-characters.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { NodePath, SpecDocument } from '../../spec/yaml/spec.ts';
import { folderOf, nearest } from './folders.ts';
import type { ImportResult, ImportedDocument, Loss } from './imported.ts';
import { loss } from './builders.ts';
import { isSame, valueAt, withAt } from './merge.ts';
import { placedIn, printDocuments } from './print.ts';
import type { Settings } from '../../check/settings.ts';
import { planSpecs } from '../../plan/plan-specs.ts';
import { load } from '../../spec/yaml/load.ts';

/** An error of a check, and the `from` of the document that it is in. */
export interface ImportFault {
  /** Absent for an error outside of all imported documents. */
  readonly from: string | undefined;
  readonly finding: Diagnostic;
}

/** A document of a source that is not imported: `haft compile` would reject it. */
export interface SetAside extends Pick<Diagnostic, 'code' | 'message'> {
  readonly from: string;
  readonly kind: string;
  /** In the document, in terms of a spec. */
  readonly path: NodePath;
  readonly hint: string;
}

/** The errors that a project gets from an import. */
type Judge = (imported: ImportResult) => readonly ImportFault[];

/** By `from`: documents as they were imported before. */
type Before = Readonly<Record<string, JsonObject>>;

/** What an update merges into. */
interface Sides {
  readonly before: Before;
  /** By `from`: as the author's specs have them. */
  readonly ours: ReadonlyMap<string, JsonObject>;
}

const NEW: Sides = { before: {}, ours: new Map() };

/** Each round either shortens a text, removes a default, or sets a document aside: one of `before` stays as it was. */
export function screenImport(imported: ImportResult, judge: Judge, sides: Sides = NEW) {
  const aside = new Map<string, SetAside>();
  let current = imported;
  for (;;) {
    const isOpen = current.documents.some(({ value }) => !aside.has(value.from));
    const faults = isOpen ? judge(current) : [];
    if (faults.length === 0) break;
    const repair = repairDocuments(current, faults, aside);
    const fresh = setAside(repair.imported, repair.left, aside, sides);
    for (const one of fresh) aside.set(one.from, one);
    current = without(repair.imported, new Set(fresh.map(({ from }) => from)), sides.before);
  }
  const all = [...aside.values()];
  return { imported: { ...current, losses: [...all.map(lossOf), ...current.losses] }, aside: all };
}

/** Repairs alone, which depend on nothing but the documents. */
export function withRepairs(imported: ImportResult, judge: Judge): ImportResult {
  let current = imported;
  for (;;) {
    const repair = repairDocuments(current, judge(current), new Map());
    if (repair.imported === current) return current;
    current = repair.imported;
  }
}

/** A document is repaired as a whole or not at all; `left`: what is in documents that cannot be repaired. */
function repairDocuments(imported: ImportResult, faults: readonly ImportFault[], aside: ReadonlyMap<string, SetAside>) {
  const losses: Loss[] = [];
  const values = new Map<string, ImportedDocument['value']>();
  for (const { value } of imported.documents) {
    const own = faults.filter(({ from }) => from === value.from).map(({ finding }) => finding);
    let now: JsonObject | undefined = value;
    for (const finding of own) now &&= repair(now, finding);
    if (own.length === 0 || !now || aside.has(value.from)) continue;
    values.set(value.from, { ...now, from: value.from });
    losses.push(...own.map((finding) => repairLoss(value, finding)));
  }
  if (values.size === 0) return { imported, left: faults };
  const documents = imported.documents.map((one) => {
    const value = values.get(one.value.from);
    return value ? { ...one, value } : one;
  });
  return {
    imported: { ...imported, documents, losses: [...imported.losses, ...losses] },
    left: faults.filter(({ from }) => from !== undefined && !values.has(from)),
  };
}

/** Undefined where the document says something else afterwards. */
function repair(value: JsonObject, { about, fix, code }: Diagnostic): JsonObject | undefined {
  const path = writtenPath(value, about.path);
  const preset = defaultIn(path);
  if (preset) {
    if (valueAt(value, preset) === undefined) return undefined;
    return withRequired(withAt(value, preset, undefined), preset, value);
  }
  const visible = visibleAt(value, path, fix);
  return visible === undefined ? withoutText(value, path, code) : withAt(value, path, visible);
}

/** Only a rule that proposes to delete the characters knows that nothing refers to the text. */
function visibleAt(value: JsonObject, path: NodePath, fix: Diagnostic['fix']): string | undefined {
  const text = fix && valueAt(value, path);
  return typeof text === 'string' ? invisibleIn(text)?.visible : undefined;
}

/** A server does without a text of its source, for which its tools are not to blame. */
function withoutText(value: JsonObject, path: NodePath, code: string): JsonObject | undefined {
  const [key = '', ...below] = path;
  const texts: JsonObject = { instructions: '', summary: `Offers the tools of ${String(value['name'])}.` };
  if (value['kind'] !== 'server' || below.length > 0 || !OF_SOURCE.test(code)) return undefined;
  const text = key === 'title' ? undefined : ownMember(texts, String(key));
  if ((text === undefined && key !== 'title') || isSame(valueAt(value, path), text)) return undefined;
  return withAt(value, path, text);
}

/** One text may stand for several keys, such as `description` for `description.does`. */
function writtenPath(value: JsonObject, path: NodePath): NodePath {
  let inner: Json | undefined = value;
  const end = path.findIndex((key) => {
    if (typeof inner !== 'object' || inner === null) return true;
    inner = Reflect.get(inner, key);
    return false;
  });
  return end === -1 ? path : path.slice(0, end);
}

/** The path of the default that a place is in; a parameter or a property may have the same name. */
function defaultIn(path: NodePath): NodePath | undefined {
  const end = path.findIndex((key, index) => key === 'default' && index > 1 && !NAMED.has(path[index - 1] ?? ''));
  return end === -1 ? undefined : path.slice(0, end + 1);
}

const NAMED: ReadonlySet<string | number> = new Set(['parameters', 'properties', 'definitions', '$defs']);

/** An HTTP tool has defaults of required parameters only. */
function withRequired(tool: JsonObject, [, name, , deeper]: NodePath, before: JsonObject) {
  if (deeper !== undefined || typeof name !== 'string' || !isObject(before['http'])) return tool;
  const required = Array.isArray(before['required']) ? before['required'] : [];
  return required.includes(name) ? tool : { ...tool, required: [...required, name] };
}

function repairLoss(value: ImportedDocument['value'], { about, fix, code, message: reason }: Diagnostic): Loss {
  const { from } = value;
  const path = writtenPath(value, about.path);
  const preset = defaultIn(path);
  const [subject, message] = preset
    ? ['rejected defaults', `The default at "${preset.join('.')}" is left out: \`haft compile\` would reject it.`]
    : visibleAt(value, path, fix) === undefined
      ? ['rejected texts', `The text at "${path.join('.')}" is left out (${code}): ${reason}`]
      : ['invisible characters', `Invisible characters are left out of "${path.join('.')}".`];
  return loss('lossy', from, subject, message, 'Report it to the authors of the source.');
}

/** A server takes its tools along; where nothing imported is to blame for an error, nothing is imported. */
function setAside(
  { documents: all }: ImportResult,
  faults: readonly ImportFault[],
  aside: ReadonlyMap<string, SetAside>,
  sides: Sides,
): SetAside[] {
  const documents = all.filter(({ value }) => !aside.has(value.from));
  const froms = new Set(documents.map(({ value }) => value.from));
  const own = faults.filter(({ from }) => from !== undefined && froms.has(from));
  const first = new Map(own.toReversed().map(({ from = '', finding }) => [from, finding]));
  const [elsewhere] = faults;
  if (own.length === 0 && elsewhere)
    return documents.map((document) => asideOf(document, elsewhere.finding, [], sides));
  const servers = documents.filter(({ value }) => value['kind'] === 'server' && first.has(value.from));
  return documents.flatMap((document) => {
    const finding = first.get(document.value.from);
    if (finding) return asideOf(document, finding, finding.about.path, sides);
    const server = servers.find((one) => isToolOf(document, one));
    const reason = server && first.get(server.value.from);
    return reason ? asideOf(document, reason, [], sides) : [];
  });
}

function isToolOf({ file, value }: ImportedDocument, server: ImportedDocument): boolean {
  const { kind, server: named } = value;
  if (kind !== 'tool') return false;
  return named === undefined ? folderOf(file) === folderOf(server.file) : named === server.value['name'];
}

/** Rules about what the source says; all others are about what the import or its command line makes of it. */
const OF_SOURCE = /\/(?:hidden-text|secret-literal)$/;

function asideOf({ value }: ImportedDocument, finding: Diagnostic, path: NodePath, sides: Sides): SetAside {
  const { code, message, hint = '' } = finding;
  const { from } = value;
  const own = editAt(from, path, sides);
  const next = OF_SOURCE.test(code) ? 'Report it to the authors of the source.' : hint;
  const report = `${next} \`haft explain ${code}\` says what the rule is for.`.trim();
  const repaired = `${hint} \`${own?.join('.')}\` is your edit; run \`haft import --update\` again afterwards.`.trim();
  return { from, kind: String(value['kind']), code, message, path, hint: own ? repaired : report };
}

/** The path where it leads to what the author changed. */
function editAt(from: string, path: NodePath, { before, ours }: Sides): NodePath | undefined {
  const [own, base] = [ours.get(from), ownMember(before, from)];
  if (!own || !base) return undefined;
  const written = writtenPath(own, path);
  return written.length === 0 || isSame(valueAt(own, written), valueAt(base, written)) ? undefined : written;
}

function lossOf({ from, kind, code, message, path, hint }: SetAside): Loss {
  const place = path.length === 0 ? '' : `, at "${path.join('.')}"`;
  const what = `The ${kind} ${JSON.stringify(from)} of the source is set aside${place} (${code}): ${message}`;
  return loss('aside', from, from, what, hint, from);
}

/** The documents and their files; what is lost of them does not matter any more. */
function without({ documents, files, losses }: ImportResult, froms: ReadonlySet<string>, before: Before): ImportResult {
  if (froms.size === 0) return { documents, files, losses };
  const folders = new Map(documents.map(({ file, value }) => [folderOf(file), value]));
  const isGone = (path: string): boolean => {
    const folder = nearest(path, folders);
    const value = folder === undefined ? undefined : folders.get(folder);
    return value?.['kind'] === 'skill' && froms.has(value.from);
  };
  return {
    documents: documents.flatMap((one) => {
      const { from } = one.value;
      if (!froms.has(from)) return one;
      const value = ownMember(before, from);
      return value ? { ...one, value: { ...value, from } } : [];
    }),
    files: files.filter(({ path }) => !isGone(path)),
    losses: losses.filter(({ from }) => !froms.has(from)),
  };
}

/** The import where nothing of it is taken: what was imported before and is still in the source, as it was. */
export function asBefore(imported: ImportResult, before: Before): ImportResult {
  return without(imported, new Set(imported.documents.map(({ value }) => value.from)), before);
}

/** What a check of an import by itself rejects. */
export function faultsOf({ documents }: ImportResult, settings: Settings, folder = 'specs'): readonly ImportFault[] {
  const specs = printDocuments(documents, folder);
  return faultsIn(planSpecs(specs, { settings }).diagnostics.filter(isError), load(specs).value.documents);
}

export function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

/** The errors with the documents of an import that they are in. */
export function faultsIn(errors: readonly Diagnostic[], documents: readonly SpecDocument[]): ImportFault[] {
  if (errors.length === 0) return [];
  const placed = [...placedIn(documents).values()].flat();
  // The upstream of a saved list is the decision of the author, and the import says so.
  const own = errors.filter(({ about: { path } }) => !(path[0] === 'mcp' && path[1] === 'upstream'));
  return own.map((finding) => {
    const { file, start } = finding.broughtBy ?? finding.span;
    const around = placed
      .filter(({ document, base }) => document.file === file && document.at(base).start <= start)
      .toSorted((a, b) => b.document.at(b.base).start - a.document.at(a.base).start);
    return { from: around[0]?.from, finding };
  });
}
