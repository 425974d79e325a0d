/** Fetches a document from an address, with a sentence for each way in which that fails. */
import { readCapped } from '@haft/runtime/try';
import { Failure, errorCode } from '../../../edge/command-line/failure.ts';

const TIMEOUT_MS = 5000;
const DOWNLOAD = 'download the file first, and import it';

/** Plain http only on this machine; redirects are not followed, since they may lead anywhere. */
export async function fetchDocument(address: string, most: number): Promise<Uint8Array> {
  const { protocol, hostname } = new URL(address);
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !isLocal)
    throw new Failure(`"${address}" is plain http to another machine.`, `Use https, or ${DOWNLOAD}.`);
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // Of a compressed document that breaks off, `fetch` gives the first part without an error.
      headers: { 'accept-encoding': 'identity' },
    });
    if (!response.ok) throw statusFailure(address, response);
    const bytes = await readCapped(response, most);
    if (!bytes) throw new Failure(`"${address}" is larger than ${most / 1024 / 1024} MiB.`, 'Split the document.');
    if (isPage(response, bytes))
      throw new Failure(`"${address}" is an HTML page.`, 'Use the address of the document itself: JSON or YAML.');
    return bytes;
  } catch (error) {
    throw error instanceof Failure ? error : notRead(address, error);
  }
}

const STATUSES: readonly (readonly [statuses: RegExp, says: string, hint: string])[] = [
  [/^40[13]$/, 'is not public', `Use your credentials to ${DOWNLOAD}.`],
  [/^(?:404|410)$/, 'does not exist', `Check the address, or ${DOWNLOAD}.`],
  [/^(?:408|425|429)$/, 'is not available at the moment', `Run the command again later, or ${DOWNLOAD}.`],
  [/^5/, 'is not available: its service has a problem', `Run the command again later, or ${DOWNLOAD}.`],
  [/^/, 'cannot be read', `Check the address, or ${DOWNLOAD}.`],
];

function statusFailure(address: string, { status, headers }: Response): Failure {
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null && URL.canParse(location, address)) {
    const place = new URL(location, address);
    const isOther = place.origin !== new URL(address).origin;
    return new Failure(
      `"${address}" redirects to "${place.href}" (status ${status}).`,
      `Use that address${isOther ? ' if you trust its host' : ''}: redirects are not followed.`,
    );
  }
  const [, says, hint] = STATUSES.find(([statuses]) => statuses.test(String(status))) ?? [];
  return new Failure(`"${address}" ${says ?? 'cannot be read'} (status ${status}).`, hint ?? DOWNLOAD);
}

const CAUSES: readonly (readonly [names: RegExp, says: string, hint: string])[] = [
  [/^ECONNREFUSED$/, 'does not accept connections', 'Start the service, or check the address.'],
  [/^(?:ENOTFOUND|ENODATA)$/, 'has a host name that does not exist', 'Check the address.'],
  [/^EAI_/, 'has a host name that cannot be resolved at the moment', 'Check the network, and run the command again.'],
  [
    /CERT|SSL|TLS|EPROTO|SIGNATURE/,
    'has a certificate or an encryption that is not valid',
    `Check the address, or ${DOWNLOAD}.`,
  ],
  [
    /^(?:E(?:HOST|NET)|EADDRNOTAVAIL)/,
    'cannot be reached over the network',
    'Check the network, and run the command again.',
  ],
  [/Timeout|TIMEOUT|ETIMEDOUT/, `was not read within ${TIMEOUT_MS / 1000} s`, `Run the command again, or ${DOWNLOAD}.`],
  [
    /^(?:UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ECONNRESET|EPIPE)$/,
    'was not read: the connection was closed',
    `Run the command again, or ${DOWNLOAD}.`,
  ],
  [/^/, 'cannot be read', `Check the address, or ${DOWNLOAD}.`],
];

function notRead(address: string, error: unknown): Failure {
  const name = nameOf(error);
  const [, says, hint] = CAUSES.find(([names]) => names.test(name)) ?? [];
  return new Failure(`"${address}" ${says ?? 'cannot be read'} (${name}).`, hint ?? DOWNLOAD, { cause: error });
}

/** The network's own name of the cause. */
function nameOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return errorCode(cause) ?? (cause instanceof Error ? cause.name : 'unknown');
}

function isPage({ headers }: Response, bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.slice(0, 200)).toString('latin1').trimStart();
  return /^text\/html\b|xhtml/i.test(headers.get('content-type') ?? '')
    ? start.startsWith('<')
    : /^<(?:!doctype html|html)\b/i.test(start);
}
