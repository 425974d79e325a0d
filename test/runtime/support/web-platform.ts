/** A platform that has what web standards name, and neither `process`, `Buffer` nor `node:` modules. */
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Bundles a module as web platforms take it; an import of `node:` stays in it as it is. */
export async function bundleForWeb(source: string, format: 'iife' | 'esm'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    write: false,
    format,
    globalName: 'worker',
    platform: 'neutral',
    target: 'es2022',
    external: ['node:*'],
    conditions: ['@haft/source'],
  });
  return outputFiles[0]?.text ?? '';
}

// From here they are those of Node, which are the standard's.
const STANDARD = {
  AbortController,
  AbortSignal,
  DOMException,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearInterval,
  clearTimeout,
  crypto,
  fetch,
  performance,
  queueMicrotask,
  setInterval,
  setTimeout,
  structuredClone,
};

/** The exports of a module that ran there; what it imports beyond its own text cannot be had. */
export async function runOnWeb(source: string): Promise<ReturnType<typeof runInContext>> {
  const text = await bundleForWeb(source, 'iife');
  return runInContext(`${text}; worker`, createContext({ ...STANDARD }));
}
