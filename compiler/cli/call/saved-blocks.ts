/** Pictures, audio and files of a result: saved, so that a person can open them, and shown where the terminal can. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapeUnsafe } from '../../base/text/escape.ts';

/** A content block of MCP, as far as it is shown to a person. */
export interface ShownBlock {
  readonly type: string;
  readonly text?: string;
  readonly mimeType?: string;
  /** Base64, of a picture or audio. */
  readonly data?: string;
  readonly resource?: { readonly mimeType?: string; readonly text?: string; readonly blob?: string };
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'video/mp4': 'mp4',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
};

/** A line for each block: its text, or what it is and where its bytes were saved. */
export function shownBlocks(blocks: readonly ShownBlock[], tool: string, stream: NodeJS.WriteStream): string {
  let folder: string | undefined;
  return blocks
    .map((block, at) => {
      const { type, resource } = block;
      const mimeType = block.mimeType ?? resource?.mimeType ?? 'application/octet-stream';
      const [text, base64] = [block.text ?? resource?.text, block.data ?? resource?.blob];
      if (text !== undefined) return escapeUnsafe(text);
      if (base64 === undefined) return escapeUnsafe(`[${type}]`);
      folder ??= mkdtempSync(join(tmpdir(), 'haft-call-'));
      const bytes = Buffer.from(base64, 'base64');
      const path = join(folder, `${tool.replaceAll(/[^\w-]/g, '_')}-${at + 1}.${ENDINGS[mimeType] ?? 'bin'}`);
      writeFileSync(path, bytes, { mode: 0o600 });
      const size = `${bytes.length.toLocaleString('en-US')} bytes`;
      return `${pictureIn(stream, mimeType, base64)}${escapeUnsafe(`[${type} ${mimeType}, ${size}] ${path}`)}`;
    })
    .join('\n');
}

/** The protocols of iTerm2 (which WezTerm knows) and of kitty (PNG alone); undefined for another terminal or a file. */
export function pictureIn(
  { isTTY }: Pick<NodeJS.WriteStream, 'isTTY'>,
  mimeType: string,
  base64: string,
  { TERM, TERM_PROGRAM, KITTY_WINDOW_ID }: NodeJS.ProcessEnv = process.env,
): string {
  if (!isTTY || !mimeType.startsWith('image/')) return '';
  // Base64 of our own: nothing of the block can end the sequence.
  const plain = Buffer.from(base64, 'base64').toString('base64');
  if (TERM_PROGRAM === 'iTerm.app' || TERM_PROGRAM === 'WezTerm') return `\u001B]1337;File=inline=1:${plain}\u0007\n`;
  if (mimeType !== 'image/png' || (TERM !== 'xterm-kitty' && KITTY_WINDOW_ID === undefined)) return '';
  const parts = plain.match(/.{1,4096}/g) ?? [];
  return `${parts.map((part, at) => `\u001B_G${at === 0 ? 'a=T,f=100,' : ''}m=${at < parts.length - 1 ? 1 : 0};${part}\u001B\\`).join('')}\n`;
}
