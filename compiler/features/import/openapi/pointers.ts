/** References inside a document and to files that the edge has handed in; nothing else is ever read. */
import { findPointer } from '@haft/runtime/language';
import { baseName } from '../literal.ts';
import { jsonOf, memberOf, type RawNode } from './values.ts';

/** What references may lead to. */
export interface ReferenceSource {
  /** Path or URL, as messages name it; relative server addresses are resolved against a URL. */
  readonly name: string;
  /**
   * The value of another file or address, by the name that `referencedFiles` lists; undefined where it must not be read. The
   * edge decides what may be read.
   */
  readonly resolve?: (name: string) => unknown;
}

/** What a reference leads to. */
export interface FollowedReference {
  readonly node: unknown;
  /** `#/components/schemas/Pet`, `more.yaml#/Pet`: the last reference of a chain; absent where there was none. */
  readonly ref?: string;
  /** Why it leads nowhere. */
  readonly problem?: string;
}

export type Follow = (node: unknown) => FollowedReference;

/** A chain of references longer than this is a circle or an attack. */
const MAX_CHAIN = 50;
/** Levels of a further file; what is deeper is left out. */
const MAX_DEPTH = 200;

export function createFollow(root: RawNode, { resolve, name: place }: ReferenceSource): Follow {
  const name = baseName(place);
  const files = new Map<string, unknown>([['', root]]);
  const fileOf = (file: string): unknown => {
    if (!files.has(file)) {
      const value = isSafeName(file) ? resolve?.(file) : undefined;
      files.set(file, value === undefined ? undefined : rebaseReferences(value, file, name, 0));
    }
    return files.get(file);
  };
  const led = (start: string): FollowedReference => {
    let place: unknown = { $ref: start };
    let ref: string | undefined;
    for (let steps = 0; typeof memberOf(place, '$ref') === 'string'; steps += 1) {
      ref = normalizeReference(String(memberOf(place, '$ref')), '', name);
      if (steps > MAX_CHAIN) return { node: undefined, ref, problem: `Reference "${ref}" is circular.` };
      const [file = '', pointer = ''] = splitAt(ref);
      const target = fileOf(file);
      if (target === undefined) return { node: undefined, ref, problem: `"${file}" was not loaded.` };
      place = valueAt(target, pointer);
      if (place === undefined) return { node: undefined, ref, problem: `Reference "${ref}" does not resolve.` };
    }
    return ref === undefined ? { node: place } : { node: place, ref };
  };
  // The operations of a service refer to the same few thousand schemas.
  const memo = new Map<string, FollowedReference>();
  return (node) => {
    const ref = memberOf(node, '$ref');
    if (typeof ref !== 'string') return { node };
    const followed = memo.get(ref) ?? led(ref);
    memo.set(ref, followed);
    return followed;
  };
}

/** Files and addresses that the references of a value name, as `resolve` will be asked for them. */
export function referencedFiles(value: unknown, name = ''): readonly string[] {
  const files = new Set<string>();
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== 'object' || node === null) continue;
    const ref = memberOf(node, '$ref');
    if (typeof ref === 'string') files.add(splitAt(normalizeReference(ref, name, ''))[0] ?? '');
    // One by one: a list may have more items than a call has arguments.
    for (const inner of Object.values(node)) pending.push(inner);
  }
  files.delete('');
  files.delete(name);
  return [...files].filter(isSafeName).sort();
}

/** Below the folder of the document, or an address; the edge decides which of these it reads. */
function isSafeName(file: string): boolean {
  if (/^https?:\/\//i.test(file)) return true;
  return !/^(?:[a-z][a-z0-9+.-]*:|[\\/])|(?:^|\/)\.\.(?:\/|$)|[\\\0]/i.test(file);
}

function splitAt(ref: string): readonly string[] {
  const at = ref.indexOf('#');
  return at === -1 ? [ref, ''] : [ref.slice(0, at), ref.slice(at + 1)];
}

/** The reference seen from the folder of the whole document; `own` is the file that has it. */
function normalizeReference(ref: string, own: string, documentName: string): string {
  const [file = '', pointer = ''] = splitAt(ref);
  if (file === '') return `${own}#${pointer}`;
  if (/^[a-z][a-z0-9+.-]*:/i.test(file) || file.startsWith('//')) return `${file}#${pointer}`;
  if (/^https?:/i.test(own) && URL.canParse(file, own)) return `${new URL(file, own).href}#${pointer}`;
  const path = joinPath(own.split('/').slice(0, -1), decodePointer(file));
  return path === documentName ? `#${pointer}` : `${path}#${pointer}`;
}

/** `..` above the folder of the document stays, and is not safe. */
function joinPath(folder: readonly string[], file: string): string {
  if (file.startsWith('/')) return file;
  const steps: string[] = [...folder];
  for (const step of file.split('/')) {
    if (step === '.' || step === '') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}

function decodePointer(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** RFC 6901 in a fragment: percent-encoded; some writers encode nothing. */
function valueAt(root: unknown, pointer: string): unknown {
  const targets = [pointer, decodePointer(pointer)].map((text) => findPointer(jsonOf(root) ?? null, text));
  return targets.find((target) => target !== undefined);
}

/** A copy of another file whose references are those of the whole document. */
function rebaseReferences(value: unknown, file: string, name: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth > MAX_DEPTH ? undefined : value;
  if (Array.isArray(value)) return value.map((item: unknown) => rebaseReferences(item, file, name, depth + 1));
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    if (key === '$ref' && typeof inner === 'string') return [key, normalizeReference(inner, file, name)] as const;
    return [key, rebaseReferences(inner, file, name, depth + 1)] as const;
  });
  return Object.fromEntries(entries);
}
