/** Prints docs/rules/ from the rules themselves. Run by `npm run fix`; a test fails on drift. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RULES } from '../compiler/check/rules/index.ts';
import { explanation } from '../compiler/cli/commands/explain.ts';

export const FOLDER: string = fileURLToPath(new URL('../docs/rules', import.meta.url));

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
      .map(({ id, severity, says, source }) => `| [${id}](${id}.md) | ${severity} | ${says} | ${source} |`);
    return `## ${subject}\n\n| rule | severity | | source |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Rules\n\nPrinted from \`compiler/check/rules/\`; \`haft explain <rule>\` shows the same pages.\n\n${sections.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(FOLDER, { recursive: true, force: true });
  for (const [path, text] of Object.entries(rulePages())) {
    mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
    writeFileSync(join(FOLDER, path), text);
  }
}
