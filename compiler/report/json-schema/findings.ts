/** JSON Schema of what `haft check --format json` prints. */
import { ABOUT, DIALECT, LINE, REPORT, TEXT, TEXT_OR_NULL, counts, list, object } from './parts.ts';
import type { JsonSchemaPart } from './parts.ts';

const FIX = object({
  title: { ...TEXT, description: 'What it does.' },
  grade: {
    enum: ['safe', 'suggestion', null],
    description:
      '`haft check --fix` applies safe ones; `--fix-suggested` also the others. Null from commands that do not prove it.',
  },
  because: { ...TEXT_OR_NULL, description: 'Of a suggestion: what it would change, or why that is not known.' },
});

const FINDING = object({
  code: { ...TEXT, description: 'Id of the rule: `haft explain <code>`.' },
  severity: { enum: ['error', 'warning', 'note'] },
  message: { ...TEXT, description: 'For people; its wording may change.' },
  file: { ...TEXT, description: 'Relative to the project.' },
  line: LINE,
  column: LINE,
  endLine: LINE,
  endColumn: LINE,
  hint: TEXT_OR_NULL,
  ...ABOUT,
  fixable: { type: 'boolean', description: 'Whether there is a fix.' },
  fix: { anyOf: [FIX, { type: 'null' }] },
});

/** The findings of a report, which the results of other commands have as well. */
export const FINDINGS = { ...REPORT, diagnostics: list(FINDING), summary: counts('errors', 'warnings', 'notes') };

/** Schema of `haft check --format json`; `haft compile` and `haft release` add more members. */
export const FINDINGS_SCHEMA: JsonSchemaPart = {
  ...DIALECT,
  title: 'Findings of haft check',
  ...object(FINDINGS, true),
};
