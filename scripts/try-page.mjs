// Prints the page of `haft try` as three texts, from compiler/cli/try/page. Run by `npm run fix`; a test fails on drift.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pageParts } from './view-page.mjs';

const SOURCE = fileURLToPath(new URL('../compiler/cli/try/page/', import.meta.url));

export const TARGET = fileURLToPath(new URL('../compiler/cli/try/page.generated.ts', import.meta.url));

/** The TypeScript module that holds the page. */
export async function tryPageModule() {
  const { script, style } = await pageParts(SOURCE, 'es2023');
  const parts = [readFileSync(`${SOURCE}page.html`, 'utf8'), style, script];
  return `/** The page of \`haft try\`, made by scripts/try-page.mjs from compiler/cli/try/page. */
export const TRY_PAGE: readonly [html: string, style: string, script: string] = [
${parts.map((part) => `  ${JSON.stringify(part)},\n`).join('')}];
`;
}
