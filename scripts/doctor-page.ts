/** Prints docs/doctor.md from the symptoms themselves. Run by `npm run fix`; a test fails on drift. */
import { SYMPTOMS } from '../compiler/features/connect/doctor/symptoms/index.ts';
import type { Printer } from './printer.ts';

const INTRO = `# What \`haft doctor\` finds

Printed from \`compiler/features/connect/doctor/symptoms/\`; the ids are those of \`haft doctor --json\`. [Troubleshooting](symptoms.md) says how to run it.

| symptom | cause | fix | id |
|---|---|---|---|
`;

export const print: Printer = () => {
  const rows = SYMPTOMS.map(({ id, symptom, cause, fix }) => `| ${symptom} | ${cause} | ${fix} | \`${id}\` |`);
  return { 'docs/doctor.md': `${INTRO}${rows.join('\n')}\n` };
};
