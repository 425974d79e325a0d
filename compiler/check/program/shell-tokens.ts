/** Cuts shell code into tokens, in time proportional to its length: quoted texts, substitutions, operators, blanks, literals (POSIX shell, 2.3). */

/** Plain text up to the next quote or substitution; every alternative is tried where the last token ended. */
const SIMPLE =
  /\\[^]|\$[@*#?!$-]|\$\w+|#[^\n]*|<<<|[<>]&\d|[\d&]?(?:>>|<<-?|[<>])|[;&|\n()]|[ \t]+|[^\s;&|()<>'"\\$`#]+|[^]/y;

/** The tokens, which together are the code; an unclosed quote is a token. */
export function tokensOf(code: string): readonly string[] {
  const tokens: string[] = [];
  const findEnd = endFinder(code);
  for (let at = 0; at < code.length; at += tokens.at(-1)?.length ?? 1) {
    const end = findEnd(at);
    SIMPLE.lastIndex = at;
    tokens.push(end === undefined ? (SIMPLE.exec(code)?.[0] ?? code.charAt(at)) : code.slice(at, end));
  }
  return tokens;
}

/** Without the values of variables and substitutions, which only the shell knows. */
export function withoutVariables(text: string): string {
  const findEnd = endFinder(text);
  const lastParenthesis = text.lastIndexOf(')');
  let literal = '';
  let end = 0;
  for (const { 0: found, index } of text.matchAll(/\$\(|`|\$\{|\$(?:[@*]|\d|\w+)/g)) {
    if (index < end) continue;
    const afterward = index + found.length;
    const substituted = lastParenthesis >= afterward ? lastParenthesis + 1 : undefined;
    const closed = found === '$(' ? substituted : found === '`' || found === '${' ? findEnd(index) : afterward;
    if (closed === undefined) continue;
    literal += text.slice(end, index);
    end = closed;
  }
  return literal + text.slice(end);
}

/** The end of the quoted text or substitution that starts at an offset; undefined where none starts or it is not closed. */
function endFinder(code: string): (at: number) => number | undefined {
  /** Closing marks that do not occur any more: searching again from every later place would take quadratic time. */
  const unclosed = new Set<string>();
  const find = (close: string, from: number): number | undefined => {
    if (unclosed.has(close)) return undefined;
    const end = close === '"' ? endOfQuoted(code, from) : code.indexOf(close, from) + 1;
    if (end > 0) return end;
    unclosed.add(close);
    return undefined;
  };
  return (at) => {
    const first = code.charAt(at);
    if (first === "'" || first === '`' || first === '"') return find(first, at + 1);
    if (code.startsWith('${', at)) return find('}', at + 2);
    return code.startsWith('$(', at) ? endOfSubstitution(code, at) : undefined;
  };
}

/** The offset after the closing `"`; 0 where there is none. A `"` in `$(…)` closes nothing. */
function endOfQuoted(code: string, from: number): number {
  for (let at = from; at < code.length;) {
    if (code[at] === '"') return at + 1;
    const substituted = code.startsWith('$(', at) ? endOfSubstitution(code, at) : undefined;
    at = substituted ?? at + (code[at] === '\\' ? 2 : 1);
  }
  return 0;
}

/** The offset after the parenthesis that closes `$(`; parentheses inside it may be one level deep. */
function endOfSubstitution(code: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from + 2; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1;
    else if (code[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
    if (depth > 2) return undefined;
  }
  return undefined;
}
