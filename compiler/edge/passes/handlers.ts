/** The pass over the author's handler files: each handler that a tool names exists, and each that exists has a tool. */
import { HANDLER_RULES, checkHandlers, handlerUses } from '../../check/handlers.ts';
import { suppress } from '../../check/suppress.ts';
import { functionName } from '../../plan/names.ts';
import type { Pass } from './pass.ts';

export const handlers: Pass = {
  name: 'handlers',
  async run(state) {
    const { project, planned, released } = state;
    const { addStubs = false, seen = new Set() } = state.options;
    const uses = planned ? handlerUses(planned.spec, functionName) : [];
    if (uses.length === 0) return state;
    const { readHandlers } = await import('../handlers/read-handlers.ts');
    const { outsideReaches } = await import('../handlers/reach.ts');
    const { scaffold } = await import('../handlers/scaffold.ts');
    const { lostHandlers, rememberHandlers: remember } = await import('../handlers/lost.ts');
    const isLost = lostHandlers(project, released, seen);

    const before = await readHandlers(project, uses);
    const added = addStubs ? scaffold(project, uses, before, isLost) : [];
    const after = added.length > 0 ? await readHandlers(project, uses) : before;
    const files = await Promise.all(
      after.map(async ({ file, exists }) =>
        file.refusal || file.problem || !exists
          ? file
          : { ...file, reaches: await outsideReaches(project.root, file.path) },
      ),
    );
    const reported = checkHandlers(uses, files, { isLost, severities: project.settings.severities });
    const { today } = state.options;
    const rules = { rules: HANDLER_RULES, locked: new Set<string>(), onlyThese: true };
    const found = planned ? suppress(reported, { ...planned.spec.spec, ...rules, today }) : reported;
    remember(seen, uses, files);
    const texts = after.map(({ source }) => source);
    return {
      ...state,
      handlers: { paths: files.map(({ path }) => path), texts, added },
      later: [...state.later, ...found],
    };
  },
};
