/** Bytes of a spec file → text: size, encoding and emptiness are decided here, before any YAML is read. */
import { type Diagnostic, type Result, type SourceFile, WHOLE_FILE } from '../../base/diagnostic.ts';

/** Bytes; beyond this a file is data, not a spec. A reader may stop one byte after it. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

/**
 * Always returns a text, so that a message can show the line; only a result without diagnostics goes on to `load`.
 */
export function decode(path: string, bytes: Uint8Array): Result<SourceFile> {
  if (bytes.length > MAX_FILE_BYTES) return refusal(path, '', 'tooLarge');
  const good = validPrefix(bytes);
  const text = new TextDecoder('utf-8').decode(bytes);
  const [first, second] = bytes;
  // By its byte order mark.
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return refusal(path, '', 'utf16');
  if (good < bytes.length) {
    const before = new TextDecoder('utf-8').decode(bytes.subarray(0, good), { stream: true });
    return refusal(path, text, 'notUtf8', before.length);
  }
  if (text.includes('\0')) return refusal(path, text, 'notText', text.indexOf('\0'));
  const control = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/.exec(text);
  if (control) return refusal(path, text, 'notPrintable', control.index);
  if (text.trim() === '') return refusal(path, text, 'empty');
  return { value: { path, text }, diagnostics: [] };
}

/** Number of bytes before the first one that is not UTF-8. */
function validPrefix(bytes: Uint8Array): number {
  if (isUtf8(bytes, bytes.length, false)) return bytes.length;
  let low = 0;
  let high = bytes.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isUtf8(bytes, middle, true)) low = middle;
    else high = middle;
  }
  return low;
}

function isUtf8(bytes: Uint8Array, length: number, mayContinue: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream: mayContinue });
    return true;
  } catch {
    return false;
  }
}

/** An error about a place of a file whose documents are not known. */
export function fileError(
  file: string,
  start: number,
  end: number,
  what: Pick<Diagnostic, 'code' | 'message' | 'hint'>,
): Diagnostic {
  return { ...what, severity: 'error', span: { file, start, end }, about: WHOLE_FILE };
}

function refusal(path: string, text: string, why: keyof typeof REFUSALS, at = 0): Result<SourceFile> {
  const [code, problem, hint] = REFUSALS[why];
  const what = { code, message: `"${path}" ${problem}`, hint };
  return { value: { path, text }, diagnostics: [fileError(path, at, at < text.length ? at + 1 : at, what)] };
}

export const ADD_DOCUMENT =
  'Add a document that starts with `kind: server`, `kind: tool` or `kind: skill`, or delete the file.';

const REFUSALS = {
  tooLarge: [
    'file/too-large',
    `is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB.`,
    'Split it into several spec files, or move data that is not a spec to another folder.',
  ],
  notUtf8: ['file/not-utf8', 'is not valid UTF-8 from this point.', 'Save the file as UTF-8.'],
  utf16: ['file/not-utf8', 'is encoded as UTF-16.', 'Save the file as UTF-8.'],
  notPrintable: [
    'file/control-character',
    'contains a control character, which YAML does not allow.',
    'Delete it, or escape it in double quotes, such as "\\e".',
  ],
  notText: [
    'file/not-text',
    'contains a NUL character; it may be UTF-16 or a binary file.',
    'Save the file as UTF-8 text, or move it out of the spec folder.',
  ],
  empty: ['file/empty', 'is empty.', ADD_DOCUMENT],
} as const;
