/** A path in words that a person recognises: "parameters.limit of tool "search_references"". */
import type { NodePath } from '../../load/spec.ts';

export function describePlace(root: unknown, path: NodePath): string {
  const owner = ownerOf(root, path);
  const rest = path.slice(owner.depth);
  if (rest.length === 0) return owner.label;
  return `"${dotted(rest)}" of ${owner.label}`;
}

interface Owner {
  readonly label: string;
  /** How many steps of the path lead to it. */
  readonly depth: number;
}

/** A tool inside a server is named itself; everything else is named by its document. */
function ownerOf(root: unknown, path: NodePath): Owner {
  const kind = textAt(root, 'kind');
  if (path[0] === 'tools' && typeof path[1] === 'number' && kind === 'server') {
    const tool = valueAt(valueAt(root, 'tools'), path[1]);
    return { label: labelled('tool', textAt(tool, 'name'), `tools[${path[1]}]`), depth: 2 };
  }
  if (kind === undefined) return { label: 'this document', depth: 0 };
  return { label: labelled(kind, textAt(root, 'name'), `this ${kind}`), depth: 0 };
}

function labelled(kind: string, name: string | undefined, otherwise: string): string {
  return name === undefined ? otherwise : `${kind} "${name}"`;
}

function dotted(path: NodePath): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}

export function valueAt(value: unknown, step: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? Reflect.get(value, step)
    : undefined;
}

/** The text under a key, where there is one. */
export function textAt(value: unknown, key: string): string | undefined {
  const found = valueAt(value, key);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
