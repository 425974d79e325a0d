// Bundles the runtime into the texts that every `server.mjs` carries. Run by `npm run fix`; a test fails on drift.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const TARGET = fileURLToPath(new URL('../compiler/emit/server/standalone.generated.ts', import.meta.url));

/** The runtime as one text: with all transports, or for servers that are only ever started over stdio. */
export async function standaloneText(entry) {
  const result = await build({
    entryPoints: [fileURLToPath(new URL(`../runtime/${entry}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    // Where Node itself shows a line of it, it shows a short one.
    lineLimit: 500,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
  });
  return result.outputFiles[0].text;
}

/** The TypeScript module that holds the texts. */
export async function standaloneModule() {
  const [all, stdio, skills] = await Promise.all(
    ['standalone', 'standalone-stdio', 'standalone-skills'].map(standaloneText),
  );
  return `/** The runtime as one text, made by scripts/standalone.mjs from runtime/: all transports, stdio alone, all and skills. */
export const STANDALONE: string =
  ${literal(all)};

export const STANDALONE_STDIO: string =
  ${literal(stdio)};

export const STANDALONE_SKILLS: string =
  ${literal(skills)};
`;
}

function literal(text) {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, await standaloneModule());
