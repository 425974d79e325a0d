/** The `choices:` of haft.yaml against the current specs: their names must lead to something. */
import { checkChoices } from '../../versions/receipts/planned-choices.ts';
import { inFileOrder } from '../../base/diagnostic.ts';
import type { OpenedProject } from '../project/project.ts';
import type { Checked } from './check-project.ts';

/** With what is wrong with the choices; nothing is compiled or planned then. */
export function withChoices(checked: Checked, { document, sources }: OpenedProject): Checked {
  const { planned, compiled: _compiled, ...rest } = checked;
  const wrong = planned ? checkChoices(planned.plan, document) : [];
  if (wrong.length === 0) return checked;
  return {
    ...rest,
    diagnostics: inFileOrder([...checked.diagnostics, ...wrong]),
    texts: [...checked.texts, ...sources],
  };
}
