/** Which operations of a document become tools. */
import { nameWords } from '../../../check/analysis/names/name-words.ts';
import type { Operation } from './operations.ts';
import { sourceKey } from '../../../plan/source-identity.ts';
import type { Known, OpenapiOptions } from './options.ts';

export interface Chosen {
  readonly operations: readonly Operation[];
  /** Chosen otherwise, but deprecated. */
  readonly deprecated: readonly Operation[];
  /** Chosen otherwise, but hidden by the document. */
  readonly hidden: readonly Operation[];
  /** Options that chose nothing: `--tag pets`. */
  readonly unmatched: readonly string[];
}

export function chooseOperations(all: readonly Operation[], options: OpenapiOptions & Known): Chosen {
  const imported = new Set((options.imported ?? []).map(sourceKey));
  const open = all.filter(({ hidden }) => !hidden);
  const fitting = open.filter((operation) => isChosen(operation, options));
  const isLeftOut = ({ deprecated, from }: Operation): boolean =>
    deprecated && options.deprecated !== true && !imported.has(sourceKey(from));
  return {
    hidden: all.filter((operation) => operation.hidden && isChosen(operation, options)),
    operations: fitting.filter((operation) => !isLeftOut(operation)),
    deprecated: fitting.filter(isLeftOut),
    unmatched: unmatchedOf(open, options),
  };
}

function isChosen(operation: Operation, { tags, operations, paths, methods, read_only }: OpenapiOptions): boolean {
  const all: readonly (readonly [readonly string[] | undefined, Test])[] = [
    [tags, hasTag],
    [operations, isNamed],
    [paths, hasPath],
    [methods, hasMethod],
  ];
  const isFitting = all.every(
    ([wanted = [], test]) => wanted.length === 0 || wanted.some((one) => test(operation, one)),
  );
  return isFitting && (read_only !== true || isReading(operation));
}

type Test = (operation: Operation, wanted: string) => boolean;

const hasTag: Test = ({ tags }, wanted) => tags.some((tag) => tag.toLowerCase() === wanted.toLowerCase());
const hasMethod: Test = ({ method }, wanted) => method === wanted.toUpperCase();
const hasPath: Test = ({ path }, wanted) => fits(path, wanted);
const isNamed: Test = ({ id, from, toolName }, wanted) =>
  [id, from, toolName].some((name) => name !== undefined && fits(name, wanted));

/** `*` is any text; upper and lower case are the same. No regular expression: the text is the document's. */
function fits(text: string, glob: string): boolean {
  const [first = '', ...rest] = glob.toLowerCase().split('*');
  const whole = text.toLowerCase();
  if (rest.length === 0) return whole === first;
  if (!whole.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop() ?? '';
  for (const part of rest) {
    const found = whole.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return whole.length - last.length >= at && whole.endsWith(last);
}

/** What a POST may begin with that changes nothing. */
export const READING_WORDS: ReadonlySet<string> = new Set(['list', 'get', 'search', 'query', 'check']);

/** GET and HEAD read, and POST where its name says so. */
function isReading({ method, id = '', toolName, path }: Operation): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  if (method !== 'POST') return false;
  const words = nameWords(toolName ?? (id === '' ? (path.split('/').at(-1) ?? '') : id));
  return [words[0], words.at(-1)].some((word) => word !== undefined && READING_WORDS.has(word));
}

function unmatchedOf(all: readonly Operation[], { tags = [], operations = [], paths = [] }: OpenapiOptions): string[] {
  const groups = [
    ['--tag', tags, hasTag],
    ['--operation', operations, isNamed],
    ['--path', paths, hasPath],
  ] as const;
  return groups.flatMap(([flag, wanted, test]) => {
    return wanted.filter((one) => !all.some((operation) => test(operation, one))).map((one) => `${flag} ${one}`);
  });
}
