/** Code without types, comments and layout. Loaded only where the text of a handler changed (esbuild). */
import { transform } from 'esbuild';
import type { Loader } from 'esbuild';

const LOADERS: readonly (readonly [end: RegExp, loader: Loader])[] = [
  [/\.[cm]?ts$/, 'ts'],
  [/\.[cm]?js$/, 'js'],
  [/\.json$/, 'json'],
];

/** What cannot be read as code is compared as text. */
export async function bareCode(path: string, text: string): Promise<string> {
  const loader = LOADERS.find(([end]) => end.test(path))?.[1];
  if (loader === undefined) return text;
  const made = await transform(text, {
    loader,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'silent',
    // An import that is used as a type alone is none.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: false } },
  }).catch(() => undefined);
  return made?.code ?? text;
}
