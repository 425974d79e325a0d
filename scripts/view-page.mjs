// Prints the page of views as one text with two gaps, from runtime/views/page. Run by `npm run fix`; a test fails on drift.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const SOURCE = fileURLToPath(new URL('../runtime/views/page/', import.meta.url));

export const TARGET = fileURLToPath(new URL('../compiler/emit/server/view-page.generated.ts', import.meta.url));

/** The script and the style of a page, from the `main.ts` and the `page.css` of its folder. */
export async function pageParts(folder, target) {
  const { outputFiles } = await build({
    entryPoints: [`${folder}main.ts`],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target,
    charset: 'ascii',
    legalComments: 'none',
  });
  const { code } = await transform(readFileSync(`${folder}page.css`, 'utf8'), { loader: 'css', minify: true });
  return { script: outputFiles[0].text.trim().replaceAll('</', String.raw`<\/`), style: code.trim() };
}

/** The TypeScript module that holds the page. */
export async function viewPageModule() {
  const { script, style } = await pageParts(SOURCE, 'es2021');
  const parts = [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>',
    `</title><style>${style}</style><main><p class="note">Waiting for the result\u2026</p></main><script type="application/json" id="view">`,
    `</script><script>${script}</script></html>\n`,
  ];
  return `/** The page of views, made by scripts/view-page.mjs from runtime/views/page: before its title, before its view as JSON, and the rest. */
export const VIEW_PAGE: readonly [start: string, style: string, script: string] = [
${parts.map((part) => `  ${JSON.stringify(part)},\n`).join('')}];
`;
}
