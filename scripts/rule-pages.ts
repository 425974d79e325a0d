/** Prints docs/rules/ from the rules themselves. Run by `npm run fix`; a test fails on drift. */
import { RULES } from '../compiler/check/rules/index.ts';
import { explanation } from '../compiler/cli/commands/explain.ts';
import type { Printer } from './printer.ts';

const INTRO = `# Rules

The rules of \`haft check\` and \`haft compile\`. \`haft explain <rule>\` shows the same pages, with examples and exceptions;
they are printed from \`compiler/check/rules/\`.

- An **error** stops the compile; a **warning** and a **note** do not. *Error at release*: \`haft release\` reports it as an error, the first
  release too. *Locked* rules cannot be changed, because the compiler or callers rely on them; every other severity can be set in \`haft.yaml\`,
  or suppressed for one line with \`# haft-ignore <rule>, <rule>: <reason>\` above it.
- Rules marked ᵐ apply to imported tools and skills as well (profile \`mcp\`); the others only to specs written for Haft (profile \`ext\`).
- Source: EXT is the extension specification that Haft implements ([coverage](../ext-coverage.md)); the others are
  the public specifications of MCP, Agent Skills and JSON Schema.
`;

export const print: Printer = () => ({
  ...Object.fromEntries(RULES.map((rule) => [`docs/rules/${rule.id}.md`, explanation(rule)])),
  'docs/rules/README.md': index(),
});

function index(): string {
  const subjects = [...new Set(RULES.map(({ id }) => id.split('/')[0] ?? ''))].sort();
  const sections = subjects.map((subject) => {
    const rows = RULES.filter(({ id }) => id.startsWith(`${subject}/`))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, severity, release, says, source, locked, profiles }) => {
        const lock = `${release ? `, ${release} at release` : ''}${locked ? ', locked' : ''}`;
        const where = profiles ? '' : ' ᵐ';
        return `| [${id}](${id}.md) | ${severity}${lock} | ${says}${where} | ${source} |`;
      });
    return `## ${subject}\n\n| rule | severity | requirement | source |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${INTRO}\n${sections.join('\n')}`;
}
