/** The passes over what evals say of the specs: names in `choices:` that lead nowhere, and cases that the current texts take from their tool. */
import type { Pass } from '../../../edge/passes/pass.ts';
import type { OpenedProject } from '../../../edge/project/project.ts';
import { checkChoices } from '../../../versions/receipts/planned-choices.ts';
import { lostByChange } from '../offline/regressions.ts';

/** `choices:` of haft.yaml. Where a name in it leads nowhere, nothing is compiled or planned. */
export function choicesPass({ document, sources }: Pick<OpenedProject, 'document' | 'sources'>): Pass {
  return {
    name: 'choices',
    run(state) {
      const wrong = state.planned ? checkChoices(state.planned.plan, document) : [];
      if (wrong.length === 0) return state;
      return { ...state, refused: true, fixed: [...state.fixed, ...wrong], texts: [...state.texts, ...sources] };
    },
  };
}

/** Cases that the texts since the release take from their tool: notes, which fail nothing. */
export function evalsPass({ document }: Pick<OpenedProject, 'document'>): Pass {
  return {
    name: 'evals',
    run(state) {
      const { planned, released, refused, options } = state;
      if (!planned || !released || refused) return state;
      const notes = lostByChange(released, { ...planned, config: document, today: options.today });
      return { ...state, fixed: [...state.fixed, ...notes] };
    },
  };
}
