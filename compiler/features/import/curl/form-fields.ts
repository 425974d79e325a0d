/** Fields of `-F` and `--form-string`: texts and files. */
import { fail } from './tokens.ts';

export interface FormField {
  readonly name: string;
  /** Of a file, its path. */
  readonly value: string;
  readonly isFile: boolean;
  /** `;type=image/png` */
  readonly type?: string | undefined;
  /** Whether a name of a file or headers are left out. */
  readonly isCut: boolean;
}

/** In `--form-string`, no character of the value has a meaning. */
export function formFieldOf(written: string, isLiteral: boolean): FormField {
  const at = written.indexOf('=');
  if (at < 1) fail('A form field has no name or no value.', 'Write it as name=value.');
  const name = written.slice(0, at);
  const value = written.slice(at + 1);
  if (isLiteral) return { name, value, isFile: false, isCut: false };
  if (value.startsWith('<'))
    fail(
      `The form field "${name}" has its text from a file (<), which a tool cannot read.`,
      'Write the text into the command, or @ to send the file itself.',
    );
  const isFile = value.startsWith('@');
  const { text, rest } = splitField(isFile ? value.slice(1) : value, isFile);
  if (rest.startsWith(','))
    fail(`The form field "${name}" has several files, and a tool sends one file in a field.`, 'Leave one of them.');
  const [typed = '', type] = /^\s*;\s*type=([\w.+-]+\/[\w.+-]+)\s*(?=;|$)/i.exec(rest) ?? [];
  return { name, value: text, isFile, type, isCut: rest !== typed };
}

/** The text, which may be in quotes, and what follows it: `;type=…`, or `,` and another file. */
function splitField(value: string, isFile: boolean): { readonly text: string; readonly rest: string } {
  const trimmed = value.trimStart();
  const [whole = '', quoted] = /^"((?:[^"\\]|\\[^])*)"\s*/.exec(trimmed) ?? [];
  if (quoted !== undefined) return { text: quoted.replaceAll(/\\(["\\])/g, '$1'), rest: trimmed.slice(whole.length) };
  const [text = ''] = (isFile ? /^[^;,]*/ : /^[^;]*/).exec(trimmed) ?? [];
  return { text: text.trimEnd(), rest: trimmed.slice(text.length) };
}
