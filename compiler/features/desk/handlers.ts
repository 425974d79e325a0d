/** The function behind `handler:` of a tool, in the TypeScript file of the author. */
import type { SourceFile, Span } from '../../base/diagnostic.ts';
import { handlerPath } from '../../check/handlers.ts';
import { functionName } from '../../plan/names.ts';
import { type Desk, spotAt, toolAround, toolPartAt } from './desk.ts';

interface Cursor {
  readonly desk: Desk;
  readonly source: SourceFile;
  readonly offset: number;
}

/** Its name where it is exported; the start of the file where that is written in another way. */
export function handlerAt({ desk, source, offset }: Cursor): Span | undefined {
  const spot = spotAt(source, offset);
  const tool = spot && toolAround(spot.document, spot.path);
  const [first, second = 'file'] = tool ? spot.path.slice(tool.depth) : [];
  const part =
    tool && first === 'handler' && second === 'file' ? toolPartAt(desk, spot.document, spot.path) : undefined;
  const file = part && handlerPath(part);
  if (!part || file === undefined) return undefined;
  const name = functionName(part.spec.name);
  const pattern = new RegExp(`\\bexport\\s+(?:async\\s+)?(?:function|const|let)\\s+(?=${name}\\b)`);
  const match = pattern.exec(desk.sourceOf(file)?.text ?? '');
  const start = match ? match.index + match[0].length : 0;
  return { file, start, end: match ? start + name.length : 0 };
}
