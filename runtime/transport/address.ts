/** Where a server listens: the flags `--host` and `--port`. */
import { clip } from '../language/describe.ts';

/** Where nothing else is said. */
const PORT = 8765;

/** For `--help`. */
export const addressHelp = `--host and --port (${PORT}) set the HTTP address. To listen beyond localhost, set HAFT_TOKEN or HAFT_TOKEN_FILE; behind a proxy, HAFT_TRUST_PROXY to its address.`;

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
