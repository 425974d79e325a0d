/** The YAML of a source that others wrote: all of it, or the place of what is wrong with it. */
import type { Json } from '@haft/runtime/language';
import { positionAt } from '../../base/diagnostic.ts';
import { readForeign } from '../../spec/yaml/foreign.ts';
import { unreadable } from './builders.ts';
import type { Unreadable } from './imported.ts';

/** The values of its documents, at least one; `what`: which document was expected. */
export function readYaml(text: string, name: string, what: string): readonly Json[] | Unreadable {
  const read = readForeign({ path: name, text });
  const [error] = 'errors' in read ? read.errors : [];
  if (error) {
    const { message, hint = 'Fix it.', span } = error;
    const { line, column } = positionAt(text, span.start);
    const format = /\.json$/i.test(name) ? 'JSON' : 'YAML';
    const whole = `"${name}" is not valid ${format} at line ${line}, column ${column}: ${message}`;
    return unreadable(whole, `${hint} Then run the command again.`);
  }
  if ('values' in read && read.values.length > 0) return read.values;
  return unreadable(`"${name}" must be ${what}, got a file without a document.`, 'Check that the file is complete.');
}
