/** What a user chooses of a document: plain JSON, recorded in haft.imports.json, so that an update chooses the same. */

export interface OpenapiOptions {
  /** Name of the server; of the title of the document where absent. */
  readonly name?: string;
  /** Base URL in place of that of the document. */
  readonly base_url?: string;
  /** Tags; an operation needs one of them. */
  readonly tags?: readonly string[];
  /** Globs of operationIds, of `GET /path` or of names of tools: `issues/*`. */
  readonly operations?: readonly string[];
  /** Globs of paths: `/repos/*`. */
  readonly paths?: readonly string[];
  readonly methods?: readonly string[];
  /** GET and HEAD, and POST whose name says that it reads. */
  readonly read_only?: boolean;
  /** One server for each tag. */
  readonly split?: 'tag';
  /** Everything, however much it is. */
  readonly all?: boolean;
  /** Deprecated operations as well. */
  readonly deprecated?: boolean;
}

/** What an update knows of the import before it. */
export interface Known {
  /** `from` of what was imported: such an operation stays when its vendor deprecates it. */
  readonly imported?: readonly string[];
}

/** Operations that are imported without being asked which. */
export const MOST_UNSELECTED = 40;

export function hasSelection({ tags, operations, paths, methods, read_only, all }: OpenapiOptions): boolean {
  const lists = [tags, operations, paths, methods];
  return all === true || read_only === true || lists.some((list) => list !== undefined && list.length > 0);
}
