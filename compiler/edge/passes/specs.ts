/** The passes from the files of a project to its Plan, and over `outputs:` of haft.yaml: read, load, check, plan, outputs. */
import { inFileOrder, stopsPlan } from '../../base/diagnostic.ts';
import { check as checkSpec } from '../../check/check.ts';
import { plan as planSpec } from '../../plan/plan.ts';
import { load as loadSpec } from '../../spec/yaml/load.ts';
import { knownFindings } from '../cache/findings.ts';
import { readSources } from '../project/read-sources.ts';
import { surroundingsOf } from '../tasks/surroundings.ts';
import { givenBy } from './pass.ts';
import type { Pass } from './pass.ts';

/** The texts of the specs, and the files of skills. */
export const read: Pass = {
  name: 'read',
  run(state) {
    const { project, options, onStep } = state;
    const sources = options.sources ?? readSources(project, { onStep });
    return { ...state, sources, found: sources.diagnostics };
  },
};

/** Documents, each with the places of its keys. */
export const load: Pass = {
  name: 'load',
  run: (state) => ({ ...state, loaded: loadSpec(givenBy(state.sources, 'read').specs, state.onStep) }),
};

/** Typed parts, where no file has an error; every finding in any case. */
export const check: Pass = {
  name: 'check',
  run(state) {
    const { project, options, onStep, onlyNew } = state;
    const [sources, loaded] = [givenBy(state.sources, 'read'), givenBy(state.loaded, 'load')];
    const settings = options.releasing ? { ...project.settings, releasing: true } : project.settings;
    const surroundings = surroundingsOf({ ...project, settings }, sources, options.today);
    const known = options.remembers ? knownFindings({ ...project, settings }, sources) : undefined;
    const unread = surroundings.unread === true || loaded.diagnostics.length > 0;
    const { value, unjudged, diagnostics } = checkSpec(loaded.value, {
      ...surroundings,
      unread,
      onlyNew,
      onStep,
      ...(known && { known }),
    });
    const found = [...state.found, ...inFileOrder([...loaded.diagnostics, ...diagnostics])];
    const keep = known && { keepFindings: known.save };
    if (value && !stopsPlan(found)) return { ...state, ...keep, found, checked: value };
    const isRead = sources.diagnostics.length + loaded.diagnostics.length === 0;
    return isRead && unjudged
      ? { ...state, found, unjudged: { spec: unjudged, plan: planSpec(unjudged) } }
      : { ...state, found };
  },
};

/** The Plan, where no file has an error. */
export const plan: Pass = {
  name: 'plan',
  run(state) {
    const { checked: spec, onStep } = state;
    return spec ? { ...state, planned: { spec, plan: planSpec(spec, onStep) } } : state;
  },
};

/** Each entry names an emitter, and turns off none that is required. Emitters are loaded only where haft.yaml names one: they are the largest part of the compiler. */
export const outputs: Pass = {
  name: 'outputs',
  async run(state) {
    const { config, settings } = state.project;
    if (!config || settings.outputs.length === 0) return state;
    const { checkOutputs } = await import('../../emit/outputs.ts');
    const wrong = checkOutputs(settings.outputs, config.document, state.planned?.plan);
    return { ...state, fixed: [...state.fixed, ...wrong], texts: [...state.texts, ...config.sources] };
  },
};
