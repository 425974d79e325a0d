// Bundles the runtime into the one text that every `server.mjs` carries. Run by `npm run fix`; a test fails on drift.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const TARGET = fileURLToPath(new URL('../compiler/emit/server/standalone.generated.ts', import.meta.url));

/** The TypeScript module that holds the text. */
export async function standaloneModule() {
  const result = await build({
    entryPoints: [fileURLToPath(new URL('../runtime/standalone.ts', import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
  });
  const text = result.outputFiles[0].text;
  const literal = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return `/** The runtime as one text; made by scripts/standalone.mjs from runtime/. */\nexport const STANDALONE: string =\n  ${literal};\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, await standaloneModule());
