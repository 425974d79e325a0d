/** An editor as a language server sees it: it opens, changes and asks, and keeps what it is sent. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { DeskSteps } from '../../compiler/features/desk/run/project-desk.ts';
import { frame, frameReader } from '../../compiler/features/desk/run/framing.ts';
import { startLanguageServer } from '../../compiler/features/desk/run/serve.ts';
import type { LspDiagnostic } from '../../compiler/features/desk/findings.ts';
import { stepsFor } from '../../compiler/cli/commands/lsp.ts';

export interface Editor {
  readonly ask: (method: string, params: unknown) => Promise<unknown>;
  readonly tell: (method: string, params: object) => void;
  readonly open: (path: string, text: string) => void;
  readonly change: (path: string, changes: readonly object[]) => void;
  /** The findings of every file that has some, once the newest texts are checked. */
  readonly settled: () => Promise<ReadonlyMap<string, readonly LspDiagnostic[]>>;
  /** Resolves when findings of a file are sent next. */
  readonly published: () => Promise<void>;
  readonly uri: (path: string) => string;
  readonly close: () => Promise<void>;
}

interface Received {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly uri?: string; readonly diagnostics?: readonly LspDiagnostic[] };
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

interface EditorOptions {
  readonly options?: object;
  readonly today?: string;
  /** Whether files on the disk are watched. */
  readonly watches?: boolean;
}

/** In this process, with the steps of the command line. */
export async function openEditor(
  root: string,
  { options = {}, today = '2026-11-20', watches = false }: EditorOptions = {},
): Promise<Editor> {
  const usual = stepsFor(() => today);
  const steps: DeskSteps = watches ? usual : { ...usual, watch: () => ({ close: async () => {} }) };
  const shown = new Map<string, readonly LspDiagnostic[]>();
  const published: (() => void)[] = [];
  const waiting = new Map<number, (message: Received) => void>();
  const read = frameReader({
    received(message) {
      const { id, method, params } = message as Received;
      if (method === 'textDocument/publishDiagnostics') {
        shown.set(params?.uri ?? '', params?.diagnostics ?? []);
        for (const one of published.splice(0)) one();
      }
      if (id !== undefined && method === undefined) waiting.get(id)?.(message as Received);
    },
    unreadable: () => {
      throw new Error('The server sent no JSON.');
    },
  });
  const server = startLanguageServer(steps, { write: (text: string) => (read(Buffer.from(text)), true) });
  const send = (message: object): void => server.receive(Buffer.from(frame({ jsonrpc: '2.0', ...message })));
  let asked = 0;
  let version = 0;
  const uri = (path: string): string => pathToFileURL(join(root, path)).href;
  const ask: Editor['ask'] = (method, params) =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)));
      send({ id: asked, method, params });
    });
  await ask('initialize', { processId: null, capabilities: {}, initializationOptions: options });
  return {
    ask,
    tell: (method, params) => send({ method, params }),
    published: () => new Promise((resolve) => published.push(resolve)),
    uri,
    open: (path, text) =>
      send({
        method: 'textDocument/didOpen',
        params: { textDocument: { uri: uri(path), languageId: 'yaml', version: (version += 1), text } },
      }),
    change: (path, contentChanges) =>
      send({
        method: 'textDocument/didChange',
        params: { textDocument: { uri: uri(path), version: (version += 1) }, contentChanges },
      }),
    async settled() {
      await server.settled();
      return new Map([...shown].filter(([, diagnostics]) => diagnostics.length > 0));
    },
    close: server.close,
  };
}
