/** The files next to the specs with which a project records what was released, accepted, decided, imported, learned and measured: a check depends on most of them. */
import { join } from 'node:path';
import { FILE_FORMATS } from '../../base/file-formats.ts';
import { NO_IMPORTS, importsText, readImports } from '../../check/analysis/imported/import-record.ts';
import { type LearnedDatabases, learnedText, readLearned } from '../../check/analysis/tables/learned.ts';
import { type Approval, approvalsText, readApprovals } from '../../versions/approvals.ts';
import { type Decision, decisionsText, readDecisions } from '../../versions/meaning/decisions.ts';
import { NO_RECORDS, readRecords, recordsText } from '../../versions/receipts/record.ts';
import { BASELINE } from './baseline.ts';
import { CONTRACT } from './contract.ts';
import { recordFile } from './record-file.ts';
import { stampOf } from './stamp.ts';

export const RECORDS = FILE_FORMATS.evals.file;

/** Results of evals. What was merged has texts that neither side was run with. */
export const { load: loadRecords, save: saveRecords } = recordFile({
  file: RECORDS,
  none: NO_RECORDS,
  read: readRecords,
  member: 'records',
  print: recordsText,
  what: 'does not contain valid records',
  hint: 'Restore it from version control, or delete it and record the results again: `haft eval --record`, with `--tier model` where a model answers.',
  onConflict: `Keep the lines of one side, and delete the others and the lines \`<<<<<<<\`, \`=======\` and \`>>>>>>>\`. Then record what is stale: \`haft eval --only stale --record\`, with the model.`,
});

export const APPROVALS = FILE_FORMATS.approvals.file;

/** Changes that people have accepted. */
export const {
  load: loadApprovals,
  parse: parseApprovals,
  save: saveApprovals,
} = recordFile<'approvals', readonly Approval[]>({
  file: APPROVALS,
  none: [],
  read: readApprovals,
  member: 'approvals',
  print: approvalsText,
  what: 'does not contain valid approvals',
  onConflict: 'Run `haft merge` on the branch that has it: it merges the approvals of both sides.',
});

export const DECISIONS = FILE_FORMATS.decisions.file;

/** What people decided on the meaning of texts. */
export const {
  load: loadDecisions,
  parse: parseDecisions,
  save: saveDecisions,
} = recordFile<'decisions', readonly Decision[]>({
  file: DECISIONS,
  none: [],
  read: readDecisions,
  member: 'decisions',
  print: decisionsText,
  what: 'does not contain valid decisions',
  onConflict: 'Run `haft merge` on the branch that has it: it keeps the decisions of both sides.',
});

export const LEARNED = FILE_FORMATS.databases.file;

/** What was learned of the tables that statements name. */
export const { load: loadLearned, save: saveLearned } = recordFile<'learned', LearnedDatabases | undefined>({
  file: LEARNED,
  none: undefined,
  read: readLearned,
  member: 'learned',
  print: (learned) => learnedText(learned ?? {}),
  what: 'cannot be read',
  hint: 'Restore it from version control, or delete it and run `haft databases --learn`.',
});

export const IMPORTS = FILE_FORMATS.imports.file;

export const { load: loadImports } = recordFile({
  file: IMPORTS,
  none: NO_IMPORTS,
  read: readImports,
  member: 'imports',
  print: importsText,
  what: 'does not contain valid imports',
});

export const RECORDED: readonly string[] = [
  CONTRACT,
  BASELINE,
  DECISIONS,
  IMPORTS,
  LEARNED,
  FILE_FORMATS.calibrations.file,
];

/** One for each of them; undefined where there is none. */
export function recordedStamps(root: string): (string | undefined)[] {
  return RECORDED.map((name) => stampOf(join(root, name))?.text);
}
