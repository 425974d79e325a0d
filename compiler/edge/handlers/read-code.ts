/** Reads code of the project: for its hash, without what no call runs, and for its exports. esbuild is loaded where that is asked. */
import { join } from 'node:path';
import type { Loader } from 'esbuild';
import type { HandlerCode, ReadCode } from '../../plan/handler-code.ts';
import { readRegular, bordersOf, isInside, realPlace, statsOf } from '../project-files/read.ts';
import type { Project } from '../project/project.ts';
import { slashed } from '../project/root.ts';

const LOADERS: readonly (readonly [end: RegExp, loader: Loader])[] = [
  [/\.[cm]?ts$/, 'ts'],
  [/\.[cm]?js$/, 'js'],
  [/\.json$/, 'json'],
];

/** The code of the project as it is now, or as `read` has it. */
export function codeOf(project: Project, read: ReadCode = codeReader(project)): HandlerCode {
  const out = slashed(project.root, project.out);
  return {
    read,
    isOutput: (path) => out !== '' && path.startsWith(`${out}/`),
    bare: bareCode,
  };
}

/** Texts of the project as they are now, below its borders. */
export function codeReader(project: Project): ReadCode {
  const borders = bordersOf(project);
  return (path) => {
    const absolute = join(project.root, path);
    if (!isInside(realPlace(absolute), borders) || statsOf(absolute)?.isFile() !== true) return undefined;
    return readRegular(absolute, { borders }).toString();
  };
}

function loaderOf(path: string): Loader | undefined {
  return LOADERS.find(([end]) => end.test(path))?.[1];
}

/** Without types, comments and layout; what cannot be read as code is compared as text. */
export async function bareCode(path: string, text: string): Promise<string> {
  const loader = loaderOf(path);
  if (loader === undefined) return text;
  const { transform } = await import('esbuild');
  const output = await transform(text, {
    loader,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'silent',
    // An import that is used as a type alone is none.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: false } },
  }).catch(() => undefined);
  return output?.code ?? text;
}

/** As esbuild has them; undefined if it cannot read the text, or if an exported name may not be a function. */
export async function exportedValues(path: string, text: string): Promise<ReadonlySet<string> | undefined> {
  const loader = loaderOf(path);
  if (loader === undefined || /\b(?:enum|namespace|module)\b|\bexport\s+import\b|\\u/.test(text)) return undefined;
  const { build } = await import('esbuild');
  try {
    const stdin = { contents: text, loader };
    const settings = { bundle: false, write: false, format: 'esm', logLevel: 'silent', tsconfigRaw: {} } as const;
    const { metafile } = await build({ ...settings, stdin, metafile: true });
    return new Set(Object.values(metafile.outputs).flatMap((output) => output.exports));
  } catch {
    return undefined;
  }
}
