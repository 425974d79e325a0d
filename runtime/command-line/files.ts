/** The files of a command line: texts that are arguments, and the file that a result is written to. */
import type { ReadText } from './values.ts';
import type { ShownResult } from './result.ts';
import { wrongCall } from './wrong-call.ts';
import { clip, errorCode } from '../language/describe.ts';

/** Reads a file, or standard input once. Throws `wrongCall`. */
export function readText(): ReadText {
  let isRead = false;
  return (source) => {
    if (source === '-' && isRead) wrongCall('Standard input is read once.', 'Write @- once.');
    isRead ||= source === '-';
    try {
      const { readFileSync } = process.getBuiltinModule('fs');
      return readFileSync(source === '-' ? 0 : source, 'utf8').replace(/^\uFEFF/, '');
    } catch (thrown) {
      return wrongCall(
        `The file ${clip(source)} cannot be read (${errorCode(thrown)}).`,
        'Write @ and the path of a file; a text that starts with @ starts with \\@.',
      );
    }
  };
}

/** Before the call: its result would be lost. Throws `wrongCall`. */
export function refuseUnwritable(file: string): void {
  const { accessSync, constants, statSync } = process.getBuiltinModule('fs');
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    accessSync(process.getBuiltinModule('path').dirname(file), constants.W_OK);
  } catch (thrown) {
    wrongCall(
      `The file ${clip(file)} cannot be written (${errorCode(thrown)}).`,
      'Write --out and a file in a folder that you can write to.',
    );
  }
}

/** The bytes of a result, else its text; several files have their number in front of the ending. */
export function writeBytes(out: string, files: ShownResult['files'], text: string, note: (text: string) => void): void {
  const all = files.length === 0 ? [`${text}\n`] : files.map(({ data }) => Buffer.from(data, 'base64'));
  for (const [index, content] of all.entries()) {
    const file = index === 0 ? out : out.replace(/(\.[^./\\]+)?$/, `-${index + 1}$1`);
    writeWhole(file, content);
    note(`Written: ${file} (${Buffer.byteLength(content)} bytes).`);
  }
}

/** The file is the old one or the new one; what is no plain file is written to. */
function writeWhole(file: string, content: string | Uint8Array): void {
  const { lstatSync, renameSync, writeFileSync } = process.getBuiltinModule('fs');
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) return writeFileSync(file, content);
  const draft = `${file}.${process.pid}.part`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}
