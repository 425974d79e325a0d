/** The committed server of specs/pdf-reading, alone in an empty folder, over a folder of files for it to read. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { temporaryFolder } from './folder.ts';
import { connect } from './official-client.ts';
import type { Mode } from './official-client.ts';
import { lonelyServer } from './shipped-server.ts';
import type { Envelope } from './shipped-server.ts';

const WATCH = pathToFileURL(join(import.meta.dirname, 'watch-threads.mjs')).href;

/** What a server's process is given so that it tells of its threads. */
export const WATCHED = { NODE_OPTIONS: `--import=${WATCH}` } as const;

/** Gives the envelope, which is the same as text and as structured content. */
export type Call = (name: string, args: Readonly<Record<string, unknown>>, signal?: AbortSignal) => Promise<Envelope>;

interface PdfServer {
  readonly client: Client;
  readonly call: Call;
  /** Waits until so many threads have ended; there is no time limit but the test's own. */
  readonly ended: (threads: number) => Promise<void>;
  readonly began: (threads: number) => Promise<void>;
}

export interface PdfServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly mode?: Mode;
}

/** Starts it over a new folder with these files. */
export async function startPdfServer(
  files: Readonly<Record<string, Uint8Array>>,
  { env = {}, mode = { pin: '2026-07-28' } }: PdfServerOptions = {},
): Promise<PdfServer & { readonly folder: string }> {
  const folder = temporaryFolder(files);
  const log = watchLog();
  const client = await connect(
    mode,
    lonelyServer('pdf-reading'),
    { PDF_FOLDERS: folder, ...WATCHED, ...env },
    { log: log.write },
  );
  await client.listTools();
  return {
    folder,
    client,
    began: (threads) => log.has('[thread began]', threads),
    ended: (threads) => log.has('[thread ended]', threads),
    async call(name, args, signal) {
      const result = await client.callTool({ name, arguments: { ...args } }, signal ? { signal } : {});
      const [content] = result.content;
      const envelope: Envelope = JSON.parse(content?.type === 'text' ? content.text : '');
      expect(result.structuredContent).toEqual(envelope);
      expect(result.isError ?? false).toBe(!envelope.success);
      return envelope;
    },
  };
}

/** Collects a text, and wakes whoever waits for a number of words in it. */
function watchLog(): { write: (text: string) => void; has: (word: string, times: number) => Promise<void> } {
  let all = '';
  let wakes: (() => void)[] = [];
  return {
    write(text) {
      all += text;
      const woken = wakes;
      wakes = [];
      for (const wake of woken) wake();
    },
    async has(word, times) {
      while (all.split(word).length <= times) await new Promise<void>((resolve) => wakes.push(resolve));
    },
  };
}
