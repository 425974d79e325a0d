/** Requests, programs and their results as text for a person, without secrets. */
import type { ProgramEnd } from '@haft/runtime/try';
import { isSecretHeader } from '@haft/runtime/language';
import { cut, escapeUnsafe } from '../../base/text/escape.ts';
import { readJsonMap } from '../../plan/read-json.ts';
import { maskedUrl } from '../../features/recordings/masked-url.ts';
import type { Returned, ReturnedResponse, Sent } from './call-trace.ts';

/** Cuts the secrets of a server out of a text. */
type Redact = (text: string) => string;

const SHOWN = 2000;

export function sentText(sent: Sent, redact: Redact): string {
  if (sent.kind === 'request') {
    const head = [`${sent.method} ${redact(maskedUrl(sent.url))}`, ...headerLines(sent.headers, redact)];
    return lines([...head, ...(sent.body === undefined ? [] : ['', sent.body])], redact);
  }
  if (sent.kind === 'call')
    return lines([`tools/call ${sent.tool} of upstream ${sent.upstream}`, JSON.stringify(sent.args)], redact);
  const { argv, cwd, env, stdin } = sent;
  return lines(
    [
      argv.map(shellQuoted).join(' '),
      `argv: ${JSON.stringify(argv)}`,
      `cwd: ${cwd ?? process.cwd()}`,
      `env: ${Object.keys(env).toSorted().join(', ')}`,
      ...(stdin === undefined ? [] : [`stdin: ${cut(stdin, SHOWN)}`]),
    ],
    redact,
  );
}

export function returnedText(returned: Returned, redact: Redact): string {
  const ms = `${Math.round(returned.ms)} ms`;
  if (returned.kind === 'response') {
    const { response } = returned;
    const head = [`${response.status} ${response.statusText} in ${ms}`, ...headerLines(response.headers, redact)];
    const body = bodyText(returned);
    return lines([...head, ...(body === '' ? [] : ['', body])], redact);
  }
  if (returned.kind === 'result') return lines([`result in ${ms}`, resultText(returned.result)], redact);
  return lines(endLines(returned.end, ms), redact);
}

function resultText(result: unknown): string {
  return result instanceof Error ? result.message : JSON.stringify(result);
}

/** What the response to a request for a token says is a secret, and bytes are no text. */
function bodyText({ forToken, start, response }: ReturnedResponse): string {
  if (forToken && response.ok) return '(access token, not shown)';
  if (start.includes('\0')) return `(${response.headers.get('content-type') ?? 'bytes'}, not shown)`;
  return start;
}

/** The tokens in a response to a request for one. */
export function tokensIn({ forToken, start }: ReturnedResponse): string[] {
  const body = forToken ? readJsonMap(start) : undefined;
  return Object.entries(body ?? {}).flatMap(([name, value]) =>
    /^(?:access|refresh|id)_token$/.test(name) && typeof value === 'string' ? [value] : [],
  );
}

function endLines(end: ProgramEnd, ms: string): string[] {
  if (end.kind === 'not_started') return [`not started: ${end.code}`];
  if (end.kind !== 'ended') return [`${end.kind} after ${ms}`];
  const part = (name: string, bytes: Uint8Array): string[] => {
    const text = new TextDecoder().decode(bytes.subarray(0, 4 * SHOWN));
    return text === '' ? [] : [`${name}: ${text.trimEnd()}`];
  };
  return [`exit ${end.exit} in ${ms}`, ...part('stdout', end.stdout), ...part('stderr', end.stderr)];
}

function headerLines(headers: Headers, redact: Redact): string[] {
  return [...headers].map(([name, value]) => `${name}: ${isSecretHeader(name) ? '[redacted]' : redact(value)}`);
}

/** As a POSIX shell would read it again. */
function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Redacted before anything is cut: half a secret would not be found. */
function lines(all: readonly string[], redact: Redact): string {
  return `${all.map((line) => escapeUnsafe(cut(redact(line), SHOWN).replaceAll('\r\n', '\n'))).join('\n')}\n`;
}
