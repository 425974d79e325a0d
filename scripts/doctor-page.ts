/** Prints docs/doctor.md from the symptoms themselves. Run by `npm run fix`; a test fails on drift. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SYMPTOMS } from '../compiler/features/connect/doctor/symptoms/index.ts';

export const FILE: string = fileURLToPath(new URL('../docs/doctor.md', import.meta.url));

const INTRO = `# What \`haft doctor\` finds

Printed from \`compiler/features/connect/doctor/symptoms/\`; the ids are those of \`haft doctor --json\`. [Troubleshooting](symptoms.md) says how to run it.

| symptom | cause | fix | id |
|---|---|---|---|
`;

export function doctorPage(): string {
  const rows = SYMPTOMS.map(({ id, symptom, cause, fix }) => `| ${symptom} | ${cause} | ${fix} | \`${id}\` |`);
  return `${INTRO}${rows.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, doctorPage());
