/** Prints docs/outputs.md from the emitters themselves. Run by `npm run fix`; a test fails on drift. */
import type { Emitter } from '../compiler/emit/emitter.ts';
import { EMITTERS } from '../compiler/emit/emitters/index.ts';
import type { Printer } from './printer.ts';

const INTRO = `# Outputs

What \`haft compile\` writes below the output folder; printed from \`compiler/emit/emitters/\`. Standard outputs are written
unless \`haft.yaml\` turns them off, others only where it names them:

\`\`\`yaml
outputs:
  - { use: hosts, off: true }
\`\`\`

\`haft.manifest.json\` lists every file with its hash and the spec that it was printed from; it is always written.

| output | standard | files for |
|---|---|---|
`;

const PER: Readonly<Record<Emitter['of'], string>> = {
  skill: 'each skill',
  server: 'each server',
  project: 'the project',
};

export const print: Printer = () => ({ 'docs/outputs.md': outputPage() });

function outputPage(): string {
  const rows = EMITTERS.map(({ id, title, standard, of }) => {
    return `| [${title}](#${title.toLowerCase().replaceAll(' ', '-')}) (\`${id}\`) | ${standard ? 'yes' : 'no'} | ${PER[of]} |\n`;
  });
  return `${INTRO}${rows.join('')}\n${EMITTERS.map(section).join('\n')}`;
}

function section({ title, id, paths, required }: Emitter): string {
  const off = required === undefined ? '' : `\n\`${id}\` cannot be turned off. ${required}\n`;
  return `## ${title}\n${off}\n${paths.map(([path, what]) => `- \`${path}\`: ${what}\n`).join('')}`;
}
