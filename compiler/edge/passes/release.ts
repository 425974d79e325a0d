/** The passes that hold the specs against what was released: contract, policy. */
import { withHandlerCode } from '../../plan/handler-code.ts';
import type { Plan } from '../../plan/model.ts';
import { compareVersions } from '../../versions/against-release.ts';
import { evalsStale } from '../../versions/policy/evals-stale.ts';
import { ON_RELEASE, REMOVALS, STANDING } from '../../versions/policy/index.ts';
import { unlessFailed } from '../command-line/failure.ts';
import { loadContract } from '../project/contract.ts';
import { policyOf, policyWithEvals } from '../project/policy.ts';
import type { Pass, PassState } from './pass.ts';

/** The released Plan. What is wrong with the file itself is reported when the specs are in order. */
export const contract: Pass = {
  name: 'contract',
  async run(state) {
    const { project, options, planned, unjudged } = state;
    const readContract = (): Plan | undefined => loadContract(project.root);
    if (!planned) return withReleased(state, unjudged && unlessFailed(readContract, () => undefined));
    const released = readContract();
    if (!options.releasing) return withReleased(state, released);
    // What is recorded as released is compared with the code that it was released with.
    const plan = await withHandlerCode(planned.plan, options.releasing, released);
    return withReleased({ ...state, planned: { ...planned, plan } }, released);
  },
};

function withReleased(state: PassState, released: Plan | undefined): PassState {
  return released ? { ...state, released } : state;
}

const NOTHING_RELEASED: Plan = { planVersion: 1, servers: [], skills: [] };

/** The changes since the release, and those that EXT §9 does not allow. */
export const policy: Pass = {
  name: 'policy',
  run(state) {
    const { project, options, planned, released, onStep } = state;
    if (!planned) return withGoneTools(state);
    const { today, releasing } = options;
    const dates = releasing ? policyWithEvals(project, today) : policyOf(project, today);
    const versions = released && compareVersions(released, planned, dates, releasing ? ON_RELEASE : STANDING, onStep);
    const changed = versions ? { ...state, changes: versions.changes } : state;
    if (!releasing) return { ...changed, later: [...state.later, ...(versions?.diagnostics ?? [])] };
    // Before the first release, recorded results can be stale or failed as well.
    const first = versions ?? compareVersions(NOTHING_RELEASED, planned, dates, [evalsStale]);
    // A release checks everything: a breaking change needs a reason, which a baseline does not have.
    return { ...changed, fixed: [...state.fixed, ...first.diagnostics] };
  },
};

/** Why names lead nowhere: released tools that were renamed or removed, in specs that are otherwise in order. */
function withGoneTools(state: PassState): PassState {
  const { project, options, unjudged, released } = state;
  if (!unjudged || !released) return state;
  const dates = { today: options.today, periodDays: project.settings.deprecationDays };
  const { diagnostics } = compareVersions(released, unjudged, dates, REMOVALS);
  return { ...state, fixed: [...state.fixed, ...diagnostics] };
}
