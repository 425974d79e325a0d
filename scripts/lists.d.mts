/** Path and text of each printed list of cells, as they must be. */
export function lists(root: string): { readonly path: string; readonly text: string }[];
