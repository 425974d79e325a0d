/** The process of `haft try`: the page, and one function for each path that the page may ask. */
import { thrownMessage, decodedOr } from '@haft/runtime/language';
import { entriesOf } from '../../base/json.ts';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from '../../edge/local-server.ts';
import { readJson } from '../../plan/read-json.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { type ValueForm, readValue } from '../../spec/shape/form.ts';
import { TRY_FORMS, type TryPath, type TryRequests, type TryResponses } from './messages.ts';
import { TRY_PAGE } from './page.generated.ts';

/** One function for each path, and the page of the view of a tool. */
export type TryAnswers = Answers & { readonly view: (tool: string) => Promise<string | undefined> };
type Answers = {
  readonly [P in TryPath]: (request: TryRequests[P]) => TryResponses[P] | Promise<TryResponses[P]>;
};

const PAGES: Readonly<Record<string, readonly [type: string, content: string]>> = {
  '/': ['text/html; charset=utf-8', TRY_PAGE[0]],
  '/page.css': ['text/css; charset=utf-8', TRY_PAGE[1]],
  '/page.js': ['text/javascript; charset=utf-8', TRY_PAGE[2]],
};

const FORMS: { readonly [P in TryPath]: ValueForm<TryRequests[P]> } = TRY_FORMS;
const TRY_PATHS = entriesOf(FORMS).map(([path]) => path);

/** In front of `server/tool`. */
const VIEWS = '/view/';

/** Bytes of a request. */
const MAX_REQUEST = 1_048_576;

export async function serveTry(answers: TryAnswers, wanted: number) {
  const token = randomBytes(32).toString('base64url');
  // A connection that the server closed at the moment of a request would be a failed request.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    // A browser that goes away in the middle of a request ends this request alone.
    answer(request, response, { answers, token, port }).catch(() => void response.destroy());
  });
  const port = await listenLocally(server, wanted).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Failure(`Port ${wanted} cannot be used (${code}).`, 'Choose another one with --port, or leave it out.');
  });
  const close = (): Promise<void> => new Promise((done) => void server.close(() => done()).closeAllConnections());
  // With the token in its fragment, which a browser does not send.
  return { url: `http://127.0.0.1:${port}/#${token}`, close };
}

interface Serving {
  readonly answers: TryAnswers;
  readonly token: string;
  readonly port: number;
}

async function answer(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  // The target of a request can be any text, and need not be part of a URL.
  const [pathname = ''] = (request.url ?? '').split('?', 1);
  const page = Object.hasOwn(PAGES, pathname) ? PAGES[pathname] : undefined;
  const isView = pathname.startsWith(VIEWS);
  const refused = refusal(request, serving.port, serving.token, isView || page !== undefined);
  if (refused !== undefined) {
    request.resume();
    return end(response, refused, 'text/plain', '');
  }
  if (page) return end(response, 200, ...page);
  if (isView)
    return endView(
      response,
      await serving.answers.view(decodedOr(pathname.slice(VIEWS.length))).catch(() => undefined),
    );
  const body = await bodyOf(request);
  if (body === undefined) return end(response, 413, 'text/plain', '');
  const read = readJson(body);
  const path = TRY_PATHS.find((one) => one === pathname);
  if (path === undefined) return end(response, 404, 'text/plain', '');
  const reply = await replyTo(serving.answers, path, 'value' in read ? read.value : undefined);
  if (!reply) return end(response, 400, 'text/plain', '');
  end(response, 'error' in reply ? 422 : 200, 'application/json', JSON.stringify(reply));
}

/** Undefined where the message has not the form of its path. */
async function replyTo<P extends TryPath>(answers: Answers, path: P, message: unknown): Promise<object | undefined> {
  const request = readValue(message, FORMS[path]);
  if ('problem' in request) return undefined;
  try {
    return await answers[path](request.read);
  } catch (error) {
    if (error instanceof Failure) return { error: error.message, hint: error.hint };
    return { error: thrownMessage(error), hint: 'This is a fault of Haft.' };
  }
}

/** Undefined where it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  const body: AsyncIterable<Buffer> = request;
  for await (const piece of body) {
    size += piece.length;
    // The rest is read and dropped, so that the page gets the answer.
    if (size <= MAX_REQUEST) pieces.push(piece);
  }
  return size > MAX_REQUEST ? undefined : Buffer.concat(pieces).toString('utf8');
}

/** In a frame without an origin, as hosts show it: nothing of this page can be reached from there, and no network. */
function endView(response: ServerResponse, content: string | undefined): void {
  if (content === undefined) return end(response, 404, 'text/plain', '');
  response.setHeader('content-security-policy', VIEW_POLICY);
  const { 'content-security-policy': _own, ...others } = HEADERS;
  response.writeHead(200, { ...others, 'content-type': 'text/html; charset=utf-8' }).end(content);
}

function end(response: ServerResponse, status: number, type: string, content: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type }).end(content);
}

/** A status for what is refused; nothing for what may enter. */
function refusal(request: IncomingMessage, port: number, token: string, isPage: boolean): number | undefined {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const { host, origin, authorization, 'sec-fetch-site': site } = request.headers;
  if (!own.includes(host ?? '')) return 403;
  if (origin !== undefined && !own.some((one) => origin === `http://${one}`)) return 403;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 403;
  if (isPage) return request.method === 'GET' ? undefined : 405;
  if (!isSame(authorization ?? '', `Bearer ${token}`)) return 401;
  if (request.method !== 'POST') return 405;
  return /^application\/json(?:;|$)/.test(request.headers['content-type'] ?? '') ? undefined : 415;
}

function isSame(text: string, expected: string): boolean {
  const [left, right] = [Buffer.from(text), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const VIEW_POLICY =
  "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Of every response. No other page may read, frame or script this one. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
