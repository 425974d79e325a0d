/** The passes over what evals say of the specs: names in `choices:` that lead nowhere, and cases that the current texts take from their tool. */
import type { Pass } from '../../../edge/passes/pass.ts';

/** `choices:` of haft.yaml. Where a name in it leads nowhere, nothing is compiled or planned. */
export const choices: Pass = {
  name: 'choices',
  async run(state) {
    const { planned, project } = state;
    if (!planned || !project.config || project.settings.choices.length === 0) return state;
    const { checkChoices } = await import('../../../versions/receipts/planned-choices.ts');
    const wrong = checkChoices(planned.plan, project.config.document);
    if (wrong.length === 0) return state;
    const texts = [...state.texts, ...project.config.sources];
    return { ...state, refused: true, fixed: [...state.fixed, ...wrong], texts };
  },
};

/** Cases that the texts since the release take from their tool: notes, which fail nothing. */
export const evals: Pass = {
  name: 'evals',
  async run(state) {
    const { planned, released, refused, options, project } = state;
    if (!planned || !released || refused) return state;
    const { lostByChange } = await import('../offline/regressions.ts');
    const notes = lostByChange(released, { ...planned, config: project.config?.document, today: options.today });
    return { ...state, fixed: [...state.fixed, ...notes] };
  },
};
