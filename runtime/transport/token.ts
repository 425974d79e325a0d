/** Where a server listens for HTTP, and the secret that requests must carry. */
import type { ProcessVariables } from '../server/environment.ts';
import { clip } from '../language/describe.ts';

/** Where nothing else is said. */
const PORT = 8765;

/** For `--help`. */
export const addressHelp = `--host and --port (${PORT}) set the HTTP address. To listen beyond localhost, set HAFT_TOKEN or HAFT_TOKEN_FILE; behind a proxy, HAFT_TRUST_PROXY to its address.`;

/** Characters of the shortest token that guards a server which other machines can reach. */
const MIN_CHARACTERS = 16;

/**
 * From `HAFT_TOKEN`, else from the file that `HAFT_TOKEN_FILE` names; undefined where neither is set. Blanks around it are
 * ignored. Throws on a bad file and on a blank token.
 */
export async function readToken({
  HAFT_TOKEN: own,
  HAFT_TOKEN_FILE: file,
}: ProcessVariables): Promise<string | undefined> {
  if (own) return notBlank(own, 'HAFT_TOKEN is blank.');
  if (!file) return undefined;
  const { readFileSync } = await import('node:fs');
  return notBlank(readFileSync(file, 'utf8'), 'The file named by HAFT_TOKEN_FILE is empty.');
}

/** The token in a file, so that it is redacted; serving reports what is wrong with the file. */
export async function tokenInFile(file: string): Promise<string | undefined> {
  const { readFileSync } = await import('node:fs');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function notBlank(text: string, error: string): string {
  const token = text.trim();
  if (token === '') throw new Error(`${error} ${ADVICE}`);
  return token;
}

const ADVICE = `Use a random token of at least ${MIN_CHARACTERS} characters.`;

/** Throws for a token that could be guessed; `name` is the source in the message. */
export function requireStrong(token: string, name: string): void {
  const { length } = [...token.trim()];
  if (length < MIN_CHARACTERS)
    throw new Error(`${name} must have at least ${MIN_CHARACTERS} characters, got ${length}. ${ADVICE}`);
}

/** Port 0 is any free one. */
interface Address {
  readonly host: string;
  readonly port: number;
}

/** Throws for an invalid port. */
export function chosenAddress(flags: readonly string[]): Address {
  const after = (flag: string): string | undefined => flags[flags.indexOf(flag) + 1 || flags.length];
  const host = after('--host') ?? '127.0.0.1';
  const given = after('--port') ?? String(PORT);
  const port = Number(given);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port must be an integer from 0 to 65535, got "${clip(given)}".`);
  return { host, port };
}
