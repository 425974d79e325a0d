/** The YAML of a source that others wrote: all of it, or the place of what is wrong with it. */
import type { Json } from '@haft/runtime/language';
import { type Diagnostic, positionAt } from '../../base/diagnostic.ts';
import { readForeign } from '../../spec/yaml/foreign.ts';

/** What is wrong with a source as a whole: messages and the next step. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly message: string;
  readonly hint: string;
}

/** The values of its documents, at least one; `what`: which document was expected. */
export function readYaml(text: string, name: string, what: string): readonly Json[] | Unreadable {
  const read = readForeign({ path: name, text });
  const [error] = 'errors' in read ? read.errors : [];
  if (error) return unreadableAt(text, name, error);
  if ('values' in read && read.values.length > 0) return read.values;
  const message = `"${name}" must be ${what}, got a file without a document.`;
  return { kind: 'unreadable', message, hint: 'Check that the file is complete.' };
}

function unreadableAt(text: string, name: string, { message, hint = 'Fix it.', span }: Diagnostic): Unreadable {
  const { line, column } = positionAt(text, span.start);
  const format = /\.json$/i.test(name) ? 'JSON' : 'YAML';
  const whole = `"${name}" is not valid ${format} at line ${line}, column ${column}: ${message}`;
  return { kind: 'unreadable', message: whole, hint: `${hint} Then run the command again.` };
}
