/** Prints docs/rules/ from the rules themselves. Run by `npm run fix`; a test fails on drift. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RULES } from '../compiler/check/rules/index.ts';
import { explanation } from '../compiler/cli/explain/page.ts';

export const FOLDER: string = fileURLToPath(new URL('../docs/rules', import.meta.url));

const INTRO = `# Rules

What \`haft check\` and \`haft compile\` hold every spec to. \`haft explain <rule>\` shows the same pages, with examples and a way out;
they are printed from \`compiler/check/rules/\`.

- An **error** stops the compile, a **warning** does not. What says *always* cannot be changed, because later steps rely on it; every
  other severity can be set in \`haft.yaml\`, or left out for one line with \`# haft-ignore <rule>: <reason>\` above it.
- Rules marked ᵐ hold for imported tools and skills as well (profile \`mcp\`); the others only for what is written for Haft (profile \`ext\`).
- Source: EXT is the extension specification that Haft makes executable ([what of it is held where](../ext-coverage.md)); the others are
  the public specifications of MCP, Agent Skills and JSON Schema.
`;

/** By path below docs/rules. */
export function rulePages(): Record<string, string> {
  const pages = RULES.map((rule) => [`${rule.id}.md`, explanation(rule)]);
  return { ...Object.fromEntries(pages), 'README.md': index() };
}

function index(): string {
  const subjects = [...new Set(RULES.map(({ id }) => id.split('/')[0] ?? ''))].sort();
  const sections = subjects.map((subject) => {
    const rows = RULES.filter(({ id }) => id.startsWith(`${subject}/`))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, severity, says, source, locked, profiles }) => {
        const always = locked ? ', always' : '';
        const where = profiles ? '' : ' ᵐ';
        return `| [${id}](${id}.md) | ${severity}${always} | ${says}${where} | ${source} |`;
      });
    return `## ${subject}\n\n| rule | severity | what holds | source |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${INTRO}\n${sections.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(FOLDER, { recursive: true, force: true });
  for (const [path, text] of Object.entries(rulePages())) {
    mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
    writeFileSync(join(FOLDER, path), text);
  }
}
