/** Finds where handlers reach programs, files and the network without `call`. */
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import type { OutsideReach } from '../../check/handlers.ts';
import { BUNDLING } from '../bundle/bundling.ts';
import { slashed } from '../project/root.ts';

type Instead = OutsideReach['instead'];

/** Modules of Node that reach nothing outside of the process, or only start code of the project. Any other does. */
const INWARD =
  /^(?:assert|async_hooks|buffer|console|constants|crypto|diagnostics_channel|events|os|path|perf_hooks|process|punycode|querystring|readline|stream|string_decoder|sys|test|timers|tty|url|util|v8|vm|wasi|worker_threads|zlib)(?:\/|$)/;

/** What reaches files or starts programs; all others open connections. */
const FILES = /^(?:fs|sqlite|module)(?:\/|$)/;
const PROGRAMS = /^(?:child_process|cluster)$/;

/** Globals that reach out. esbuild replaces only those that no declaration of the code hides. */
const GLOBALS: Readonly<Record<string, Instead>> = {
  fetch: 'request',
  WebSocket: 'request',
  EventSource: 'request',
  'process.getBuiltinModule': 'file',
  'process.binding': 'file',
};

const MARK = 'haft_reached_';
const DEFINES = Object.fromEntries(
  Object.keys(GLOBALS).flatMap((name, at) =>
    ['', 'globalThis.', 'global.'].map((owner) => [`${owner}${name}`, `${MARK}${at}`] as const),
  ),
);

/** In order, each name once for each file; empty if the code cannot be read. Packages are not analyzed. */
export async function outsideReaches(root: string, path: string): Promise<readonly OutsideReach[]> {
  if (!existsSync(join(root, path))) return [];
  const reaches = new Map<string, OutsideReach>();
  const add = (file: string, name: string, instead: Instead): void => {
    reaches.set(`${file}\n${name}`, { name, instead, span: placeOf(root, file, name) });
  };
  const { build } = await import('esbuild');
  const result = await build({
    ...BUNDLING,
    entryPoints: [join(root, path)],
    absWorkingDir: root,
    outdir: root,
    metafile: true,
    define: DEFINES,
    plugins: [watchImports((importer, name) => add(slashed(root, importer), `node:${name}`, insteadOf(name)))],
  }).catch(() => undefined);
  const text = result?.outputFiles[0]?.text ?? '';
  for (const [at, name] of Object.keys(GLOBALS).entries()) {
    if (!new RegExp(`\\b${MARK}${at}\\b`).test(text)) continue;
    const files = Object.keys(result?.metafile.inputs ?? {});
    add(files.find((file) => textIn(root, file).includes(name)) ?? path, name, GLOBALS[name] ?? 'request');
  }
  return [...reaches.values()].sort((a, b) => (a.span.file < b.span.file ? -1 : a.span.start - b.span.start));
}

/** Reports modules of Node that reach out, and follows only files of the project. */
function watchImports(report: (importer: string, name: string) => void): Plugin {
  return {
    name: 'haft',
    setup(building) {
      building.onResolve({ filter: /./ }, ({ path, importer, kind }) => {
        if (kind === 'entry-point' || /^\.\.?(?:\/|$)/.test(path)) return undefined;
        const name = path.replace(/^node:/, '');
        if (isBuiltin(path) && !INWARD.test(name)) report(importer, name);
        return { path, external: true };
      });
    },
  };
}

function insteadOf(name: string): Instead {
  if (PROGRAMS.test(name)) return 'run';
  return FILES.test(name) ? 'file' : 'request';
}

function textIn(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Where a file names it for the first time; its beginning where it is spelled in another way. */
function placeOf(root: string, file: string, name: string): OutsideReach['span'] {
  const text = textIn(root, file);
  const start = text.indexOf(name) >= 0 ? text.indexOf(name) : text.indexOf(`'${name.replace(/^node:/, '')}'`) + 1;
  return { file, start, end: start + (start > 0 ? name.length : 0) };
}
