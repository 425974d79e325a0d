/** The language server: one queue of messages, in their order, over standard input and output. */
import { thrownMessage, isObject } from '@haft/runtime/language';
import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { VERSION } from '../../../base/version.ts';
import { CONTRACT } from '../../../edge/project/contract.ts';
import { CONFIG_FILE, folderWith, rootOf } from '../../../edge/project/root.ts';
import type { YamlServer } from '../findings.ts';
import { frame, frameReader } from './framing.ts';
import { REQUESTS } from './requests.ts';
import { type Overlay, type DocumentChange, openOverlay, pathOf } from './overlay.ts';
import { type DeskSteps, type ProjectDesk, openDesk } from './project-desk.ts';
import type { Rejection, Serving } from './place.ts';
import { createPublisher } from './publish.ts';

/** JSON-RPC 2.0 and the codes of the Language Server Protocol. */
const ERRORS = {
  parse: -32_700,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  notInitialized: -32_002,
  cancelled: -32_800,
} as const;

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
}

interface ServerState {
  readonly steps: DeskSteps;
  readonly overlay: Overlay;
  readonly desks: Map<string, ProjectDesk & { readonly close: () => Promise<void> }>;
  /** Requests that are not answered yet, and those of them that the client has given up. */
  readonly waiting: Set<number | string>;
  readonly cancelled: Set<number | string>;
  readonly send: (message: object) => void;
  readonly ended: (code: 0 | 1) => void;
  readonly enqueue: (task: () => Promise<void>) => void;
  yamlServer: YamlServer;
  phase: 'new' | 'ready' | 'shutdown';
  readonly publisher: ReturnType<typeof createPublisher>;
}

export interface LanguageServer {
  /** Bytes of the client, in any pieces. */
  readonly receive: (chunk: Uint8Array) => void;
  /** The client is gone. */
  readonly hangUp: () => void;
  /** Resolves when every text was checked and its findings were sent. */
  readonly settled: () => Promise<void>;
  /** Resolves with the exit code when the client ends the session. */
  readonly ended: Promise<0 | 1>;
  readonly close: () => Promise<void>;
}

export function startLanguageServer(steps: DeskSteps, out: Pick<Writable, 'write'>): LanguageServer {
  let end: (code: 0 | 1) => void = () => {};
  const ended = new Promise<0 | 1>((resolve) => (end = resolve));
  let queue: Promise<void> = Promise.resolve();
  const session: Omit<ServerState, 'publisher'> = {
    steps,
    overlay: openOverlay(),
    desks: new Map(),
    waiting: new Set(),
    cancelled: new Set(),
    send: (message) => void out.write(frame({ jsonrpc: '2.0', ...message })),
    ended: end,
    enqueue: (task) => (queue = queue.then(task)),
    yamlServer: { schema: 'auto', syntax: 'ours' },
    phase: 'new',
  };
  const state: ServerState = Object.assign(session, { publisher: createPublisher(session) });
  const receive = frameReader({
    received: (message) => take(state, message),
    unreadable: () => state.send({ id: null, error: { code: ERRORS.parse, message: 'The message is no JSON.' } }),
  });
  return {
    receive,
    hangUp: () => state.enqueue(async () => end(state.phase === 'shutdown' ? 0 : 1)),
    settled: async () => {
      await queue;
      state.publisher.now();
      await queue;
    },
    ended,
    async close() {
      state.publisher.close();
      await Promise.all([...state.desks.values()].map((desk) => desk.close()));
    },
  };
}

/** Cancelling passes the queue: that is its purpose. */
function take(state: ServerState, received: unknown): void {
  if (typeof received !== 'object' || received === null || Array.isArray(received)) {
    state.send({ id: null, error: { code: ERRORS.invalidRequest, message: 'The message is no object.' } });
    return;
  }
  const message: Message = received;
  const { method, id } = message;
  // Answers of the client: nothing is asked of it.
  if (typeof method !== 'string') return;
  if (method === '$/cancelRequest' && id === undefined) {
    const cancelled = isObject(message.params) ? message.params['id'] : undefined;
    if ((typeof cancelled === 'number' || typeof cancelled === 'string') && state.waiting.has(cancelled))
      state.cancelled.add(cancelled);
    return;
  }
  if (id !== undefined) state.waiting.add(id);
  state.enqueue(async () => {
    try {
      if (id === undefined) notify(state, method, message.params);
      else await answer(state, id, method, message.params);
    } catch (error) {
      reportError(state, id, error);
    }
  });
}

/** A message that is not what the protocol says, or a bug: the session goes on, and the client can show why. */
function reportError({ send }: ServerState, id: number | string | undefined, error: unknown): void {
  const message = thrownMessage(error);
  if (id !== undefined) send({ id, error: { code: ERRORS.internal, message } });
  else send({ method: 'window/logMessage', params: { type: 1, message } });
}

async function answer(state: ServerState, id: number | string, method: string, params: unknown): Promise<void> {
  const { send, cancelled } = state;
  const error = (code: number, message: string): void => send({ id, error: { code, message } });
  state.waiting.delete(id);
  if (cancelled.delete(id)) return error(ERRORS.cancelled, 'The request was cancelled.');
  if (method === 'initialize') return send({ id, result: initialize(state, params) });
  if (state.phase === 'new') return error(ERRORS.notInitialized, 'Send `initialize` first.');
  if (state.phase === 'shutdown') return error(ERRORS.invalidRequest, 'The session was shut down.');
  if (method === 'shutdown') {
    state.phase = 'shutdown';
    return send({ id, result: null });
  }
  const request = Object.hasOwn(REQUESTS, method) ? REQUESTS[method] : undefined;
  if (!request) return error(ERRORS.unknownMethod, `Unknown method "${method}".`);
  const result = await request(params, serving(state));
  if (result && 'invalid' in result) error(ERRORS.invalidParams, String(result.invalid));
  else if (isRejected(result)) error(ERRORS.invalidRequest, result.rejected);
  else send({ id, result: result ?? null });
}

function isRejected(result: unknown): result is Rejection {
  return typeof result === 'object' && result !== null && 'rejected' in result;
}

function serving(state: ServerState): Serving {
  const { steps, overlay, yamlServer, desks } = state;
  return {
    steps,
    overlay,
    yamlServer,
    deskOf: (path) => {
      const desk = desks.get(projectRoot(path) ?? '');
      return desk?.has(path) ? desk : undefined;
    },
    desks: () => [...desks.values()],
  };
}

/** Milliseconds between two looks whether the editor is still running. */
const LOOK_MS = 5_000;

function initialize(state: ServerState, params: unknown): object {
  const { processId, initializationOptions }: { processId?: unknown; initializationOptions?: unknown } = Object(params);
  const { schema, syntax }: Partial<YamlServer> = Object(initializationOptions);
  state.phase = 'ready';
  state.yamlServer = { schema: schema ?? 'auto', syntax: syntax ?? 'ours' };
  if (typeof processId === 'number') setInterval(() => isRunning(processId) || state.ended(1), LOOK_MS).unref();
  return { capabilities: CAPABILITIES, serverInfo: { name: 'haft', version: VERSION } };
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // A process of another user is running as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Static ones alone: some clients reject servers that register them later. */
const CAPABILITIES = {
  positionEncoding: 'utf-16',
  textDocumentSync: { openClose: true, change: 2, save: true },
  completionProvider: { triggerCharacters: [':', ' ', '{', '`', '/', '.', '-'] },
  hoverProvider: true,
  codeActionProvider: { codeActionKinds: ['quickfix', 'refactor', 'source.fixAll'] },
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  renameProvider: { prepareProvider: true },
  codeLensProvider: {},
} as const;

/** The params of a notification about a text: its name, and of it what the method has. */
interface TextParams {
  readonly textDocument: { readonly uri: string; readonly version?: number; readonly text?: string };
  readonly contentChanges?: readonly DocumentChange[];
}

function isAboutText(params: unknown): params is TextParams {
  if (!isObject(params) || !isObject(params['textDocument'])) return false;
  const { contentChanges = [], textDocument } = params;
  const { uri, version = 0, text = '' } = textDocument;
  const areTexts = Array.isArray(contentChanges) && contentChanges.every((one) => typeof Object(one).text === 'string');
  return typeof uri === 'string' && typeof version === 'number' && typeof text === 'string' && areTexts;
}

function notify(state: ServerState, method: string, params: unknown): void {
  if (method === 'exit') return state.ended(state.phase === 'shutdown' ? 0 : 1);
  if (state.phase !== 'ready') return;
  if (method === 'workspace/didChangeWatchedFiles') for (const desk of state.desks.values()) changedDisk(desk, state);
  if (!method.startsWith('textDocument/did')) return;
  if (!isAboutText(params)) throw new Error(`The params of "${method}" name no text.`);
  aboutText(state, method, params);
}

function aboutText(state: ServerState, method: string, params: TextParams): void {
  const { overlay } = state;
  const { textDocument, contentChanges = [] } = params;
  const { uri, version = 0, text = '' } = textDocument;
  if (method === 'textDocument/didOpen') textChanged(state, overlay.open({ uri, version, text }));
  else if (method === 'textDocument/didChange') textChanged(state, overlay.change(uri, version, contentChanges));
  else if (method === 'textDocument/didClose') {
    textChanged(state, overlay.close(uri));
    diskChanged(state, pathOf(uri));
  } else if (method === 'textDocument/didSave') diskChanged(state, pathOf(uri));
}

function textChanged(state: ServerState, path: string | undefined): void {
  const desk = path === undefined ? undefined : deskFor(state, path);
  if (!desk || path === undefined) return;
  desk.textChanged(path);
  state.publisher.soon(desk);
}

function diskChanged(state: ServerState, path: string | undefined): void {
  const desk = path === undefined ? undefined : deskFor(state, path);
  if (desk) changedDisk(desk, state);
}

function changedDisk(desk: ProjectDesk, { publisher }: ServerState): void {
  desk.diskChanged();
  publisher.soon(desk);
}

/** A file outside of every spec folder starts nothing. */
function deskFor(state: ServerState, path: string): ProjectDesk | undefined {
  const root = projectRoot(path);
  if (root === undefined) return undefined;
  const existing = state.desks.get(root);
  if (existing) return existing.has(path) || existing.root === dirname(path) ? existing : undefined;
  const desk = openDesk(root, state.steps, state.overlay);
  if (!desk.has(path)) return undefined;
  const watched = state.steps.watch(desk.opened, () => state.enqueue(async () => changedDisk(desk, state)));
  state.desks.set(root, { ...desk, close: watched.close });
  return desk;
}

/** The nearest folder upwards with settings, else the nearest with a release. */
function projectRoot(path: string): string | undefined {
  const folder = dirname(path);
  const root = rootOf(folder);
  return existsSync(join(root, CONFIG_FILE)) ? root : folderWith(CONTRACT, folder);
}
