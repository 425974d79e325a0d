/** Bytes in a recording: as JSON or text where a person can read them, and the same again for a replay. */
import type { RecordedBytes } from '../recording.ts';
import { readJson } from '../../../plan/read-json.ts';

export function recordedBytes(bytes: Uint8Array): RecordedBytes {
  const text = Buffer.from(bytes).toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return { base64: Buffer.from(bytes).toString('base64') };
  const read = /^\s*[[{]/.test(text) ? readJson(text) : { problem: '' };
  return 'value' in read && withoutBlanks(text) === JSON.stringify(read.value) ? { json: read.value } : { text };
}

export function replayedBytes(recorded: RecordedBytes): Buffer {
  if ('base64' in recorded) return Buffer.from(recorded.base64, 'base64');
  return Buffer.from('json' in recorded ? JSON.stringify(recorded.json) : recorded.text, 'utf8');
}

/** White space outside of strings says nothing; how a number or a character is written can. */
function withoutBlanks(json: string): string {
  let [text, start, isString] = ['', 0, false];
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (character === '"') isString = !isString;
    else if (isString) at += character === '\\' ? 1 : 0;
    else if (/\s/.test(character)) {
      text += json.slice(start, at);
      start = at + 1;
    }
  }
  return text + json.slice(start);
}
