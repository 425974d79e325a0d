/** The syntax tree of a source file: several tests look at all of them, and to parse them takes longer than to look. */
import { ts } from 'ts-morph';

const PARSED = new Map<string, ts.SourceFile>();

/** Its nodes know their parents. */
export function parsedSource(path: string, text: string): ts.SourceFile {
  const known = PARSED.get(path);
  if (known?.text === text) return known;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  PARSED.set(path, source);
  return source;
}
