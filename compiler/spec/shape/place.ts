/** A path as a readable phrase: "parameters.limit of tool "search_references"". */
import type { About } from '../../base/diagnostic.ts';
import type { NodePath, SpecDocument } from '../yaml/spec.ts';

/** `name`: instead of the owner's. */
export function describePlace(
  { value, file }: Pick<SpecDocument, 'value' | 'file'>,
  path: NodePath,
  name?: string,
): string {
  const owner = ownerOf(value, path, file, name);
  const rest = path.slice(owner.depth);
  if (rest.length === 0) return owner.label;
  return `${show(dottedPath(rest))} of ${owner.label}`;
}

/** The same place as data: names, and the path below the named part. */
export function aboutOf({ value }: Pick<SpecDocument, 'value'>, path: NodePath): About {
  const kind = textAt(value, 'kind');
  const name = textAt(value, 'name');
  if (kind === 'server' && path[0] === 'tools' && typeof path[1] === 'number') {
    const tool = textAt(valueAt(valueAt(value, 'tools'), path[1]), 'name');
    return { ...aboutName('server', name), ...aboutName('tool', tool), path: path.slice(2) };
  }
  if (kind === 'tool') return { ...aboutName('server', textAt(value, 'server')), ...aboutName('tool', name), path };
  return kind === 'server' || kind === 'skill' ? { ...aboutName(kind, name), path } : { path };
}

function aboutName(kind: 'server' | 'tool' | 'skill', name: string | undefined): Partial<About> {
  return name === undefined ? {} : { [kind]: name };
}

/** A value of the author's, short enough for one line. */
export function show(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(clip(value)) : clip(JSON.stringify(value) ?? 'nothing');
}

const MAX_SHOWN = 60;

/** By whole characters. */
function clip(text: string): string {
  if (text.length <= MAX_SHOWN) return text;
  return `${Array.from(text.slice(0, MAX_SHOWN))
    .slice(0, MAX_SHOWN - 1)
    .join('')
    .toWellFormed()}…`;
}

interface Owner {
  readonly label: string;
  /** How many steps of the path lead to it. */
  readonly depth: number;
}

/** A tool inside a server is named itself; everything else is named by its document. */
function ownerOf(root: unknown, path: NodePath, file: string, name?: string): Owner {
  const kind = textAt(root, 'kind');
  if (path[0] === 'tools' && typeof path[1] === 'number' && kind === 'server') {
    const tool = valueAt(valueAt(root, 'tools'), path[1]);
    return { label: labelOf('tool', name ?? textAt(tool, 'name'), `tool ${path[1] + 1}`), depth: 2 };
  }
  if (kind === undefined) return { label: file.endsWith('haft.yaml') ? 'haft.yaml' : 'this document', depth: 0 };
  return {
    label: labelOf(show(kind).slice(1, -1), name ?? textAt(root, 'name'), `this ${show(kind).slice(1, -1)}`),
    depth: 0,
  };
}

function labelOf(kind: string, name: string | undefined, otherwise: string): string {
  return name === undefined ? otherwise : `${kind} ${show(name)}`;
}

function dottedPath(path: NodePath): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}

export function valueAt(value: unknown, step: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? Reflect.get(value, step)
    : undefined;
}

/** The text under a key, where there is one. */
export function textAt(value: unknown, key: string): string | undefined {
  const member = valueAt(value, key);
  return typeof member === 'string' && member !== '' ? member : undefined;
}

/** Gives a value of a document the type that its shape check has proved: the only place that does. */
export function specAt<T>(document: SpecDocument, path: NodePath = []): T {
  return path.reduce<unknown>(valueAt, document.value) as T;
}
