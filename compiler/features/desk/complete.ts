/** Completion: what may be written at a place, also while the text around it does not parse. */
import { type Json, findPointer, isJsonObject, isObject } from '@haft/runtime/language';
import { SUPPRESSIBLE_RULES } from '../../check/check.ts';
import type { SourceFile } from '../../base/diagnostic.ts';
import type { NodePath, PairSide, SpecDocument } from '../../spec/yaml/spec.ts';
import { keysAndTextsIn } from '../../check/analysis/hidden/model-texts.ts';
import { valueAt } from '../../spec/shape/place.ts';
import {
  type Desk,
  documentsOf,
  kindOf,
  nearOf,
  serverDocument,
  serverNameOf,
  toolAround,
  toolPartAt,
  valueIn,
} from './desk.ts';
import { isSchemaOfOthers } from './findings.ts';
import { type NamedKind, isMember, memberKey, namingAt } from './names.ts';
import { keysOf, schemasAt, valuesOf } from './schema-at.ts';

/** Letters before the cursor that can be the beginning of one word. */
const MAX_WORD = 200;

export interface CompletionCandidate {
  readonly label: string;
  readonly kind: 'key' | 'value' | 'name' | 'variable' | 'pointer' | 'rule';
  readonly detail?: string;
  /** What is written, where that is not the label. */
  readonly text?: string;
}

/** What is offered for the word around an offset. */
interface Completion {
  readonly start: number;
  readonly end: number;
  readonly candidates: readonly CompletionCandidate[];
}

export async function complete(desk: Desk, source: SourceFile, offset: number): Promise<Completion> {
  const { text } = source;
  const start = offset - (/[\w-]*$/.exec(text.slice(Math.max(0, offset - MAX_WORD), offset))?.[0].length ?? 0);
  const end = offset + (/^[\w-]*/.exec(text.slice(offset))?.[0].length ?? 0);
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (/#\s*haft-ignore\s+(?:[\w/-]+\s*,\s*)*[\w/-]*$/.test(line + text.slice(start, offset)))
    return ruleIds(text, offset);
  if (/(?:^|\s)#/.test(line)) return { start, end, candidates: [] };
  const slots = slotsAt(source, start, end);
  const all = await Promise.all(slots.map((slot) => candidatesFor(desk, slot, source)));
  const labels = new Map(all.flat().map((one) => [one.label, one]));
  return { start, end, candidates: [...labels.values()] };
}

function ruleIds(text: string, offset: number): Completion {
  const start = offset - (/[\w/-]*$/.exec(text.slice(Math.max(0, offset - MAX_WORD), offset))?.[0].length ?? 0);
  const end = offset + (/^[\w/-]*/.exec(text.slice(offset))?.[0].length ?? 0);
  const candidates = [...SUPPRESSIBLE_RULES].map((label) => ({ label, kind: 'rule' as const }));
  return { start, end, candidates };
}

/** Replaces the word at the cursor while the rest is parsed. */
const MARK = 'haft0here';

interface Slot {
  readonly document: SpecDocument;
  readonly path: NodePath;
  readonly part: PairSide;
  /** The whole value with the mark. */
  readonly text: string;
  /** The key is new: a colon follows it. */
  readonly isNew: boolean;
}

/** The same text with a mark, as a key and as a value; brackets that are open are closed, and the last try is the line alone. */
function slotsAt({ path, text }: SourceFile, start: number, end: number): readonly Slot[] {
  const lineEnd = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  const [before, rest, after] = [text.slice(0, start), text.slice(end, lineEnd), text.slice(lineEnd)];
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isStart = /^\s*(?:- +)*["']?$/.test(line) || /[{,]\s*$/.test(line);
  const isNew = isStart && !/^\s*["']?\s*:/.test(rest);
  const closed = closersOf(line);
  const asKey = [`${MARK}: ${rest}`, `${MARK}:${closed}`];
  const asValue = [MARK + rest, MARK + closed, / $|^\s*$/.test(line) ? `"${MARK}"` : `${MARK}"`];
  const firstSlots = (texts: readonly string[]): readonly Slot[] => {
    for (const one of texts) {
      const slots = markedSlots({ path, text: before + one + after }, isNew && one.includes(`${MARK}:`));
      if (slots.length > 0) return slots;
    }
    return [];
  };
  const values = firstSlots(asValue);
  // Without its colon a key would be one with the line after it.
  return isNew ? [...firstSlots(asKey), ...values.filter(({ part }) => part === 'value')] : values;
}

const CLOSERS: Readonly<Record<string, string>> = { '[': ']', '{': '}', '"': '"' };

function closersOf(line: string): string {
  const open: string[] = [];
  for (const [character] of line.matchAll(/[[\]{}"]/g)) {
    const isQuoted = open.at(-1) === '"';
    if (isQuoted ? character === '"' : character === ']' || character === '}') open.pop();
    else if (!isQuoted) open.push(CLOSERS[character] ?? '"');
  }
  return open.toReversed().join('');
}

function markedSlots(source: SourceFile, isNew: boolean): readonly Slot[] {
  return documentsOf(source).flatMap((document) =>
    keysAndTextsIn(document.value, [], (text) => text.includes(MARK)).map((one) => ({ document, ...one, isNew })),
  );
}

async function candidatesFor(desk: Desk, slot: Slot, source: SourceFile): Promise<readonly CompletionCandidate[]> {
  if (slot.part === 'key') return keyCandidates(desk, slot, source);
  const { text } = slot;
  const before = text.slice(0, text.indexOf(MARK));
  if (/\{[\w.]*$/.test(before)) return variableCandidates(desk, slot, before);
  if (before.endsWith('`') && kindOf(slot.document) === 'skill') return namesOf(desk, slot, 'tool');
  if (isPointer(slot) && (before === '' || before.startsWith('/'))) return pointerCandidates(desk, slot, before);
  if (before !== '' && !/^[\w-]+\.$/.test(before)) return [];
  return valueCandidates(desk, slot, source);
}

function keyCandidates(
  desk: Desk,
  { document, path, isNew }: Slot,
  source: SourceFile,
): readonly CompletionCandidate[] {
  const parent = path.slice(0, -1);
  const names = namedCandidates(desk, { document, path, part: 'key' });
  if (isSchemaOfOthers(desk.yamlServer, source.text)) return names;
  const present = valueIn(document.value, parent);
  const missing = keysOf(schemasAt(desk, document, parent)).filter(({ key }) => valueAt(present, key) === undefined);
  const keys = missing.map(({ key, description, required }): CompletionCandidate => {
    return {
      label: key,
      kind: 'key',
      detail: required ? `required. ${description}` : description,
      ...(isNew && { text: `${key}: ` }),
    };
  });
  return [...names.map((one) => (isNew ? { ...one, text: `${one.label}: ` } : one)), ...keys];
}

function valueCandidates(desk: Desk, slot: Slot, source: SourceFile): readonly CompletionCandidate[] {
  const names = namedCandidates(desk, slot);
  if (names.length > 0 || isSchemaOfOthers(desk.yamlServer, source.text)) return names;
  return valuesOf(schemasAt(desk, slot.document, slot.path)).map((label) => ({ label, kind: 'value' }));
}

function namedCandidates(
  desk: Desk,
  { document, path, part }: Pick<Slot, 'document' | 'path' | 'part'>,
): readonly CompletionCandidate[] {
  const tool = toolAround(document, path);
  const inTool = tool && path.length > tool.depth ? path.slice(tool.depth) : undefined;
  const naming = namingAt(kindOf(document), path, part, inTool);
  if (naming?.declares === true) return naming.kind === 'tool' ? verbs(desk) : [];
  return naming ? namesOf(desk, { document, path }, naming.kind) : [];
}

function verbs({ draft }: Desk): readonly CompletionCandidate[] {
  return [...draft.settings.lexicon.verbs].map((verb) => ({ label: `${verb}_`, kind: 'value' }));
}

function namesOf(
  desk: Desk,
  { document, path }: Pick<Slot, 'document' | 'path'>,
  kind: NamedKind,
): readonly CompletionCandidate[] {
  const { names } = desk.draft;
  if (kind === 'rule') return candidatesNamed([...SUPPRESSIBLE_RULES], 'rule');
  if (kind === 'server') return candidatesNamed([...names.servers], kind);
  if (kind === 'skill') return candidatesNamed([...names.skills], kind);
  if (kind === 'parameter') return candidatesNamed(keysIn(toolAround(document, path)?.value, 'parameters'), kind);
  if (isMember(kind)) return candidatesNamed(keysIn(ownServer(desk, document)?.value, memberKey(kind)), kind);
  const near = nearOf(desk, document, path);
  const own = names.tools.plain(near);
  const others = names.tools
    .plain()
    .flatMap((name) => names.tools.resolve(name).map((id) => names.tools.reference(id, near)));
  const skills = kindOf(document) === 'skill' && path.includes('not_for') ? [...names.skills] : [];
  return [...candidatesNamed([...new Set([...own, ...others])], 'tool'), ...candidatesNamed(skills, 'skill')];
}

function ownServer(desk: Desk, document: SpecDocument): SpecDocument | undefined {
  return kindOf(document) === 'server' ? document : serverDocument(desk, serverNameOf(desk, document));
}

function candidatesNamed(labels: readonly string[], detail: string): readonly CompletionCandidate[] {
  return labels.filter((label) => !label.includes(MARK)).map((label) => ({ label, kind: 'name', detail }));
}

function keysIn(value: unknown, key: string): readonly string[] {
  const members = valueAt(value, key);
  return isObject(members) ? Object.keys(members) : [];
}

function variableCandidates(desk: Desk, { document, path }: Slot, before: string): readonly CompletionCandidate[] {
  const isEnv = /\{env\.\w*$/.test(before);
  const server = ownServer(desk, document)?.value;
  if (isEnv) return keysIn(server, 'env').map((label) => ({ label, kind: 'variable', detail: 'environment variable' }));
  const parameters = keysIn(toolAround(document, path)?.value, 'parameters');
  const env = keysIn(server, 'env').length > 0 ? ['env.'] : [];
  return [...parameters, ...env].map((label) => ({
    label,
    kind: 'variable',
    detail: label === 'env.' ? 'environment' : 'parameter',
  }));
}

/** A value of `result:`, but for texts of another purpose. */
function isPointer({ document, path }: Slot): boolean {
  const depth = toolAround(document, path)?.depth;
  return depth !== undefined && path.slice(depth).includes('result');
}

/** The members of recorded answers below what is written. */
async function pointerCandidates(
  desk: Desk,
  { document, path }: Slot,
  before: string,
): Promise<readonly CompletionCandidate[]> {
  const part = toolPartAt(desk, document, path);
  const answers = part ? await desk.answersOf(part) : [];
  const each = eachAround(document, path);
  const bases = answers.flatMap((answer): Json[] => {
    if (each === undefined) return [answer];
    const list = findPointer(answer, each);
    return Array.isArray(list) ? list.slice(0, 20) : [];
  });
  const parent = before.slice(0, Math.max(0, before.lastIndexOf('/')));
  const members = bases.flatMap((base) => {
    const value = findPointer(base, parent);
    return isJsonObject(value)
      ? Object.keys(value)
      : Array.isArray(value)
        ? value.map((_item, index) => String(index)).slice(0, 1)
        : [];
  });
  return [...new Set(members)].map((member) => {
    const escaped = member.replaceAll('~', '~0').replaceAll('/', '~1');
    return { label: before === '' ? `/${escaped}` : escaped, kind: 'pointer', detail: 'in a recorded answer' };
  });
}

/** The list whose items the fields are read from. */
function eachAround(document: SpecDocument, path: NodePath): string | undefined {
  const at = path.lastIndexOf('fields');
  const each = at < 0 ? undefined : valueAt(valueIn(document.value, path.slice(0, at)), 'each');
  return typeof each === 'string' ? each : undefined;
}
