/** The operations of a document, each with the keys that its path declares for all operations. */
import { withoutUndefined } from '../../../base/json.ts';
import type { Follow } from './pointers.ts';
import { entriesOf, isOff, listAt, nodeOf, type RawNode, textAt, textsAt } from './values.ts';

export interface Operation {
  /** Its identity: `GET /pets/{id}`. */
  readonly from: string;
  readonly method: string;
  readonly path: string;
  readonly id?: string;
  /** The first one groups tools into files. */
  readonly tags: readonly string[];
  readonly node: RawNode;
  /** What its path says for all its operations. */
  readonly pathNode: RawNode;
  /** Of the path and of the operation, which replaces those of the same name and place. */
  readonly parameters: readonly unknown[];
  readonly servers: readonly unknown[];
  readonly deprecated: boolean;
  /** Left out by its own document: `x-mcp: false`, `x-speakeasy-mcp: { disabled: true }`. */
  readonly hidden: boolean;
  /** A name that the document gives to its tool. */
  readonly toolName?: string;
  readonly toolDescription?: string;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
/** Of requests about a resource; OPTIONS and TRACE are about the connection. */
const NO_TOOLS = new Set(['options', 'trace']);

export function operationsOf(root: RawNode, follow: Follow): Operation[] {
  return entriesOf(root['paths']).flatMap(([path, raw]) => {
    const { $ref: _ref, ...own } = nodeOf(raw);
    const item: RawNode = { ...nodeOf(follow(raw).node), ...own };
    const more = entriesOf(item['additionalOperations']).map(([method, node]) => [method.toLowerCase(), node] as const);
    const all = [...METHODS.map((method) => [method, item[method]] as const), ...more];
    return all.flatMap(([method, node]) => {
      const operation = nodeOf(follow(node).node);
      return Object.keys(operation).length === 0 || NO_TOOLS.has(method)
        ? []
        : [makeOperation(path, method, item, operation, follow)];
    });
  });
}

function makeOperation(path: string, method: string, item: RawNode, node: RawNode, follow: Follow): Operation {
  const extension = { ...nodeOf(node['x-mcp']), ...nodeOf(node['x-speakeasy-mcp']) };
  const own = listAt(node, 'servers');
  return {
    from: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    tags: textsAt(node, 'tags').filter((tag) => tag.trim() !== ''),
    node,
    pathNode: item,
    parameters: mergeParameters(listAt(item, 'parameters'), listAt(node, 'parameters'), follow),
    servers: own.length > 0 ? own : listAt(item, 'servers'),
    deprecated: node['deprecated'] === true,
    hidden: [item['x-mcp'], node['x-mcp'], node['x-speakeasy-mcp']].some(isOff),
    ...withoutUndefined({
      id: textAt(node, 'operationId'),
      toolName: textAt(extension, 'name'),
      toolDescription: textAt(extension, 'description'),
    }),
  };
}

/** The alternatives of credentials: its own, or those of the document. */
export function securityOf({ node }: Operation, root: RawNode): readonly unknown[] {
  return listAt('security' in node ? node : root, 'security');
}

/** Parameters of an operation replace those of its path with the same name and place. */
function mergeParameters(shared: readonly unknown[], own: readonly unknown[], follow: Follow): unknown[] {
  const byKey = new Map<string, unknown>();
  for (const raw of [...shared, ...own]) {
    const { name, in: place } = nodeOf(follow(raw).node);
    byKey.set(`${String(place)} ${String(name)}`, raw);
  }
  return [...byKey.values()];
}
