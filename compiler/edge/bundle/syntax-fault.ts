/** Finds errors in bundled code that only Node reports, such as an invalid regular expression. */
import { compileFunction } from 'node:vm';

export interface SyntaxFault {
  readonly text: string;
  /** In the code, from 0. */
  readonly line: number;
  readonly column: number;
}

/** `code` is the body of an async function in a module. It is parsed and never run. */
export function syntaxFault(code: string): SyntaxFault | undefined {
  try {
    // A script has no `import.meta`; a name of the same length keeps every column.
    compileFunction(
      `'use strict';async()=>{
${code.replaceAll('import.meta', 'import_meta')}
}`,
      [],
      { filename: 'haft' },
    );
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const [, line, column] = /^haft:(\d+)\n.*\n(\s*)\^/.exec(thrown.stack ?? '') ?? [];
    return { text: thrown.message, line: Number(line) - 2, column: column?.length ?? 0 };
  }
}
