/** The secret that requests over HTTP must carry. */
import { readFileSync } from 'node:fs';
import type { Variables } from '../assemble.ts';

/** From `HAFT_TOKEN`, else from the file that `HAFT_TOKEN_FILE` names; nothing where neither is set. Throws on a bad file. */
export function readToken({ HAFT_TOKEN: token, HAFT_TOKEN_FILE: file }: Variables): string | undefined {
  if (token) return token;
  if (!file) return undefined;
  const read = readFileSync(file, 'utf8').trim();
  if (read === '') throw new Error('The file that HAFT_TOKEN_FILE names is empty.');
  return read;
}
