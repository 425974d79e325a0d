/** `haft try` over a small library, in this process or as the built command, and a service that it calls. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { watchedChanges } from '../../compiler/cli/commands/try.ts';
import { serveTry } from '../../compiler/cli/try/serve.ts';
import { createTrySession } from '../../compiler/cli/try/session.ts';
import { type OpenedProject, openProject } from '../../compiler/edge/project/project.ts';
import { BIN, environment } from './haft.ts';
import { temporaryFolder } from './folder.ts';

export const TRY_SPEC = `# The library of the town.
kind: server
name: library
version: 1.0.0
summary: Finds and deletes books.
env:
  LIBRARY_URL: { description: Address of the library. }
  LIBRARY_KEY: { description: Key of the library., secret: true }
connections:
  library:
    base_url: "{env.LIBRARY_URL}"
    headers: { Authorization: "Bearer {env.LIBRARY_KEY}" }
    on_unreachable: { error: The library does not answer., retry_hint: Try again in a minute. }
tools:
  - name: find_books # the first one
    description: { does: Finds books by a word in their titles., when: the user looks for a book }
    parameters:
      query: { type: string, description: A word of the title. }
      limit: { type: integer, minimum: 1, maximum: 50, description: How many at most. }
      shelf: { type: string, enum: [north, south], description: Which shelf. }
    required: [query]
    effects: read
    http:
      connection: library
      request: GET /books
      query: { q: "{query}", limit: "{limit}", shelf: "{shelf}" }
      result: { books: /items } # all of them
  - name: list_shelf
    description: { does: Lists the books of a shelf., when: the user asks what is on a shelf }
    returns: { type: object, properties: { books: { type: array, items: { type: object } } }, required: [books] }
    effects: read
    http: { connection: library, request: GET /shelf, result: { books: /items } }
  - name: delete_book
    description: { does: "Deletes a book. </script><b>bold</b>", when: the user wants a book gone }
    parameters: { id: { type: string, description: Identifier of the book. } }
    required: [id]
    effects: destroy
    http: { connection: library, request: "DELETE /books/{id}", response: none }
`;

export const TRY_KEY = 'k3y-of-the-library';

export interface TryBench {
  readonly cwd: string;
  /** With the token. */
  readonly url: string;
  readonly origin: string;
  readonly port: number;
  readonly token: string;
  /** What the service was sent. */
  readonly seen: readonly string[];
  readonly ask: (path: string, message?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly reply: <T>(path: string, message?: unknown) => Promise<T>;
}

/** The address that a command prints, which serves a page until the end of the test. */
export async function servedPage(args: readonly string[], cwd: string, env = environment()): Promise<string> {
  const child = spawn(process.execPath, [BIN, ...args], { cwd, env });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  let printed = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    printed += chunk.toString();
    if (printed.includes('\n')) break;
  }
  return printed.trim();
}

/** What `haft try` does after it has read its arguments, without a process of its own. */
async function servedHere(cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  const open = (): OpenedProject => openProject({ cwd });
  const changes = await watchedChanges(open);
  const session = createTrySession({ open, today: () => '2026-11-27', changed: changes.after });
  const { url, close } = await serveTry(session, 0);
  const before = { ...process.env };
  Object.assign(process.env, env);
  onTestFinished(async () => {
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before);
    session.close();
    await close();
    await changes.close();
  });
  return url;
}

/** In this process, or as a command with these arguments. */
export async function tryBench(command?: readonly string[]): Promise<TryBench> {
  const seen: string[] = [];
  const port = await libraryPort(seen);
  const cwd = temporaryFolder({ 'specs/library.yaml': TRY_SPEC });
  const env = { LIBRARY_URL: `http://127.0.0.1:${port}`, LIBRARY_KEY: TRY_KEY };
  const served = command ? servedPage(command, cwd, { ...environment(), ...env }) : servedHere(cwd, env);
  return { cwd, seen, ...talkTo(await served) };
}

/** Of the service, which notes each request. */
async function libraryPort(seen: string[]): Promise<number> {
  const service = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ items: [{ title: 'Emma', year: 1815 }], total: 1, 'odd/name': '<img src=x>', key: TRY_KEY }),
    );
  });
  await new Promise<void>((done) => void service.listen(0, '127.0.0.1', done));
  onTestFinished(() => void service.close().closeAllConnections());
  return (service.address() as AddressInfo).port;
}

function talkTo(url: string): Omit<TryBench, 'cwd' | 'seen'> {
  const { origin, port, hash } = new URL(url);
  const token = hash.slice(1).split('/')[0] ?? '';
  const ask: TryBench['ask'] = (path, message = {}, headers = {}) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify(message),
    });
  const reply = async <T>(path: string, message?: unknown): Promise<T> =>
    (await ask(path, message)).json() as Promise<T>;
  return { url, origin, port: Number(port), token, ask, reply };
}
