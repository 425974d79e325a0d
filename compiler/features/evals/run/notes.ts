/** The findings of a check with its notes: cases that the current texts take from their tool. */
import { lostByChange } from '../offline/regressions.ts';
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { inFileOrder } from '../../../base/diagnostic.ts';
import type { SpecDocument } from '../../../spec/yaml/spec.ts';
import type { Plan } from '../../../plan/model.ts';
import type { Checked } from '../../../edge/tasks/check-project.ts';

interface NoteOptions {
  /** The texts to compare with: those of the contract, or of the start of a watch; without them there are no notes. */
  readonly before: Plan | undefined;
  /** haft.yaml. */
  readonly config: SpecDocument | undefined;
  /** YYYY-MM-DD */
  readonly today: string;
}

export function withNotes(
  { planned, diagnostics }: Pick<Checked, 'planned' | 'diagnostics'>,
  { before, config, today }: NoteOptions,
): readonly Diagnostic[] {
  if (!planned || !before) return diagnostics;
  const notes = lostByChange(before, { ...planned, config, today });
  return notes.length === 0 ? diagnostics : inFileOrder([...diagnostics, ...notes]);
}
