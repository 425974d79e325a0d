/** YAML → the maps on the way to an entry, with offsets, and why one cannot be edited. */
import { isAlias, isMap, isScalar, parseAllDocuments, parseDocument } from 'yaml';
import type { Document, Pair, ParsedNode, YAMLMap } from 'yaml';
import { problem } from '../editor.ts';
import type { EditOutcome } from '../editor.ts';

type Root = Document.Parsed;
type Block = YAMLMap.Parsed;

/** The one document of the text; its root is a map or nothing. */
export function parseYaml(text: string): EditOutcome<Root> {
  const documents = parseAllDocuments(text, { logLevel: 'silent' });
  const [document = parseDocument(text), second] = 'empty' in documents ? [] : documents;
  if (second) return problem(second.range[0], 'The file has more than one document.', 'Add the entry by hand.');
  const [error] = document.errors;
  if (error)
    return problem(
      error.pos[0],
      `The file is not valid YAML (${error.code}).`,
      'Fix the file first: the host does not read it either.',
    );
  if (!isNothing(document.contents) && !isMap(document.contents))
    return problem(document.contents?.range[0] ?? 0, 'The file is not a YAML map.', 'Make it a map.');
  return { value: document };
}

/** A value that is left out or null. */
export function isNothing(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null);
}

export interface YamlStep {
  /** The block map that has, or lacks, the key; absent where the document is empty. */
  readonly map?: Block;
  readonly pair?: Pair<ParsedNode, ParsedNode | null>;
}

export function follow(root: Root, path: readonly string[]): EditOutcome<readonly YamlStep[]> {
  const steps: YamlStep[] = [];
  let node: ParsedNode | null = root.contents;
  for (const [depth, key] of path.entries()) {
    const name = path[depth - 1] ?? 'The file';
    if (isNothing(node)) break;
    if (isAlias(node))
      return problem(node.range[0], `"${name}" is an alias.`, 'Write it out, or add the entry by hand.');
    if (!isMap(node))
      return problem(node?.range[0] ?? 0, `"${name}" is not a map.`, 'Make it a map, or add the entry by hand.');
    if (node.flow === true)
      return problem(
        node.range[0],
        `"${name}" is written on one line.`,
        'Write it as a block, or add the entry by hand.',
      );
    const map = node as Block;
    const pair = map.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    steps.push({ map, ...(pair && { pair }) });
    if (!pair) break;
    node = pair.value;
  }
  return { value: steps };
}

/** The offset after the last character of a pair. */
export function pairEnd({ key, value }: Pair<ParsedNode, ParsedNode | null>): number {
  const end = value?.range[1] ?? 0;
  return Math.max(key.range[1], end);
}
