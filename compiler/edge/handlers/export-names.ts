/** The names that a module exports, without its syntax tree: esbuild says that it is valid and what it exports, a scan of its tokens where. */
import { build } from 'esbuild';
import type { Loader } from 'esbuild';
import type { ExportedName } from '../../check/handlers.ts';

const LOADERS: Readonly<Record<string, Loader>> = { '.ts': 'ts', '.mts': 'ts', '.js': 'js', '.mjs': 'js' };
/** Characters: patterns over longer texts may need more stack than there is. */
const MAX_LENGTH = 1_000_000;

/** Undefined where the text alone decides nothing: a syntax error, `export *`, or a form of export that the scan does not know. */
export async function exportNames(path: string, text: string): Promise<readonly ExportedName[] | undefined> {
  const loader = LOADERS[path.slice(path.lastIndexOf('.'))];
  if (loader === undefined || text.length > MAX_LENGTH) return undefined;
  const scanned = scanExports(text);
  if (!scanned) return undefined;
  const exported = await exportsByBundler(text, loader);
  const names = new Set([...scanned.named.map(({ name }) => name), ...(scanned.hasDefault ? ['default'] : [])]);
  if (exported?.length !== names.size || !exported.every((name) => names.has(name))) return undefined;
  return scanned.named.map(({ name, start }) => ({ name, span: { file: path, start, end: start + name.length } }));
}

async function exportsByBundler(text: string, loader: Loader): Promise<readonly string[] | undefined> {
  const built = await build({
    stdin: { contents: text, loader },
    bundle: false,
    write: false,
    format: 'esm',
    metafile: true,
    logLevel: 'silent',
    // No settings of a project: names do not depend on them.
    tsconfigRaw: {},
  }).catch(() => undefined);
  const [output] = Object.values(built?.metafile.outputs ?? {});
  return built?.warnings.length === 0 ? output?.exports : undefined;
}

interface Token {
  readonly text: string;
  readonly start: number;
}

interface Scanned {
  readonly named: readonly { readonly name: string; readonly start: number }[];
  readonly hasDefault: boolean;
}

/** Of a text that is valid; undefined where the tokens alone do not decide. */
function scanExports(text: string): Scanned | undefined {
  const tokens = topTokens(text);
  if (!tokens) return undefined;
  const [declared, listed]: [Token[], Token[]] = [[], []];
  let hasDefault = false;
  for (const [index, { text: word }] of tokens.entries()) {
    if (word !== 'export') continue;
    const next = tokens[index + 1]?.text ?? '';
    if (next === 'default') hasDefault = true;
    else if (next === '{') {
      const names = listedNames(tokens, index + 2);
      if (!names) return undefined;
      listed.push(...names);
    } else if (next !== 'type' && next !== 'interface') {
      const name = declaredName(tokens, index + 1);
      if (!name) return undefined;
      declared.push(name);
    }
  }
  return { named: [...declared, ...listed].map(({ text: name, start }) => ({ name, start })), hasDefault };
}

const DECLARES: ReadonlySet<string> = new Set(['const', 'let', 'var', 'function', 'class']);

/** The first name of a declaration; what esbuild finds beside it makes the scan undecided. */
function declaredName(tokens: readonly Token[], from: number): Token | undefined {
  const words = tokens.slice(from, from + 4);
  if (words[0]?.text === 'async' || words[0]?.text === 'abstract') words.shift();
  if (!DECLARES.has(words.shift()?.text ?? '')) return undefined;
  if (words[0]?.text === '*') words.shift();
  const [name] = words;
  return name && name.text !== 'enum' && NAME.test(name.text) ? name : undefined;
}

/** The names between the braces of `export { … }`. */
function listedNames(tokens: readonly Token[], from: number): readonly Token[] | undefined {
  const end = tokens.findIndex(({ text }, index) => index >= from && text === '}');
  const names: Token[] = [];
  let item: Token[] = [];
  for (const token of tokens.slice(from, end < 0 ? from : end + 1)) {
    if (token.text !== ',' && token.text !== '}') {
      item.push(token);
      continue;
    }
    const isType = item[0]?.text === 'type' && item.length > 1;
    // `type as name` has two meanings.
    if (!item.every(({ text }) => NAME.test(text)) || (isType && item.length === 3)) return undefined;
    const name = item.at(-1);
    if (name && !isType) names.push(name);
    item = [];
  }
  return names;
}

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200C\u200D]*$/u;
const BLANK = /(?:\s|\/\/.*|\/\*[^]*?\*\/)*/y;
const TEXT = /"[^"\\\n]*(?:\\(?:\r\n|[^])[^"\\\n]*)*"|'[^'\\\n]*(?:\\(?:\r\n|[^])[^'\\\n]*)*'/y;
const TOKEN = /[\p{ID_Start}$_][\p{ID_Continue}$\u200C\u200D]*|\d[\w.]*|=>|\+\+|--|[^]/uy;
const TEMPLATE = /[`}][^`\\$]*(?:(?:\\[^]|\$(?!\{))[^`\\$]*)*(?:`|\$\{)/y;
const PATTERN = /\/[^/\\[\n]*(?:(?:\\.|\[[^\]\\\n]*(?:\\.[^\]\\\n]*)*\])[^/\\[\n]*)*\/[\w$]*/y;

/** After these a slash begins a pattern, after a value in the same line it divides. What follows others is left undecided. */
const BEFORE_PATTERN: ReadonlySet<string> = new Set(
  '( , = => : ; ? [ & | case delete do else in instanceof new return throw typeof void'.split(' '),
);
const NO_VALUES: ReadonlySet<string> = new Set('await break continue debugger extends of yield'.split(' '));
/** Their parentheses are followed by a statement. */
const HEADS: ReadonlySet<string> = new Set(['if', 'while', 'for', 'with']);
/** Stands for every value that is not a name. */
const VALUE = '0';
const UNDECIDED = '/';

/** The tokens outside of all brackets, and those of braces that follow `export`; undefined where a slash has two meanings. */
function topTokens(text: string): readonly Token[] | undefined {
  const top: Token[] = [];
  const open: string[] = [];
  let previous = ';';
  for (let at = 0; at < text.length;) {
    const start = at + matchAt(BLANK, text, at).length;
    if (start === text.length) break;
    const read = readToken(text, start, {
      previous,
      isTemplate: open.at(-1) === '`',
      isFirst: text.slice(at, start).includes('\n'),
    });
    if (read === undefined) return undefined;
    const { text: token, end } = read;
    const isClosing = token === '}' || token === ')' || token === ']' || token === '`';
    const opened = isClosing ? open.pop() : undefined;
    if (open.length === 0 || open[0] === 'export') top.push({ text: previous === '.' ? VALUE : token, start });
    if (token === '{' || token === '(' || token === '[' || token === '${') open.push(openedBy(token, previous, open));
    previous = isClosing ? afterClosing(token, opened) : roleOf(token, previous);
    at = end;
  }
  return open.length === 0 ? top : undefined;
}

interface Before {
  /** What the token before is, as far as it matters to a slash. */
  readonly previous: string;
  readonly isTemplate: boolean;
  /** Of its line. */
  readonly isFirst: boolean;
}

interface Read {
  readonly text: string;
  readonly end: number;
}

function readToken(text: string, start: number, { previous, isTemplate, isFirst }: Before): Read | undefined {
  const char = text[start];
  const read = (pattern: RegExp, role?: string): Read | undefined => {
    const match = matchAt(pattern, text, start);
    return match === '' ? undefined : { text: role ?? match, end: start + match.length };
  };
  if (char === '"' || char === "'") return read(TEXT, VALUE);
  if (char === '`' || (char === '}' && isTemplate)) {
    const part = read(TEMPLATE);
    const isOpen = part?.text.endsWith('${');
    if (part && char === '`') return { ...part, text: isOpen ? '${' : VALUE };
    return part && { ...part, text: isOpen ? ',' : '`' };
  }
  if (char === '/') {
    if (BEFORE_PATTERN.has(previous)) return read(PATTERN, VALUE);
    return isValue(previous) && !isFirst ? read(TOKEN) : undefined;
  }
  return char === '\\' || text.startsWith('#!', start) ? undefined : read(TOKEN);
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

function openedBy(token: string, previous: string, open: readonly string[]): string {
  if (token === '${') return '`';
  if (token === '{') return open.length === 0 && previous === 'export' ? 'export' : token;
  if (HEADS.has(previous)) return 'head';
  return previous === 'await' ? UNDECIDED : token;
}

function afterClosing(token: string, opened: string | undefined): string {
  if (opened === 'head') return ';';
  return token === '}' || opened === UNDECIDED ? UNDECIDED : VALUE;
}

function roleOf(token: string, previous: string): string {
  if (previous === '.' && NAME.test(token)) return VALUE;
  // Behind a value it is a type's, and otherwise a negation.
  if (token === '!') return isValue(previous) || previous === UNDECIDED ? UNDECIDED : '(';
  return token;
}

function isValue(token: string): boolean {
  return /^\d/.test(token) || (NAME.test(token) && !BEFORE_PATTERN.has(token) && !NO_VALUES.has(token));
}
