/** The passes from the files of a project to its Plan, and over `outputs:` of haft.yaml: read, load, check, plan, outputs. */
import { isObject } from '@haft/runtime/language';
import { type Diagnostic, inFileOrder, stopsPlan } from '../../base/diagnostic.ts';
import { check as checkSpec } from '../../check/check.ts';
import type { KnownFindings } from '../../check/judge.ts';
import { keyOfAll, recall, remember, sumOf } from '../cache/remembered.ts';
import { readIfThere } from '../cache/state.ts';
import { type Pass, givenBy } from './pass.ts';
import type { Project } from '../project/project.ts';
import { type Sources, readSources } from '../project/read-sources.ts';
import { RECORDED } from '../project/recorded.ts';
import { CONFIG_FILE } from '../project/root.ts';
import { surroundingsOf } from '../tasks/surroundings.ts';
import { plan as planSpec } from '../../plan/plan.ts';
import { load as loadSpec } from '../../spec/yaml/load.ts';
import { join } from 'node:path';

/** The texts of the specs, and the files of skills. */
export const read: Pass = {
  name: 'read',
  run(state) {
    const { project, options, onStep } = state;
    const sources = options.sources ?? readSources(project, { onStep });
    return { ...state, sources, findings: sources.diagnostics };
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
    const memo = options.remembers ? knownFindings({ ...project, settings }, sources) : undefined;
    const unread = surroundings.unread === true || loaded.diagnostics.length > 0;
    const { value, unjudged, diagnostics } = checkSpec(loaded.value, {
      ...surroundings,
      unread,
      onlyNew,
      onStep,
      ...(memo && { memo }),
    });
    const findings = [...state.findings, ...inFileOrder([...loaded.diagnostics, ...diagnostics])];
    const keep = memo && { keepFindings: memo.save };
    if (value && !stopsPlan(findings)) return { ...state, ...keep, findings, checked: value };
    const isRead = sources.diagnostics.length + loaded.diagnostics.length === 0;
    return isRead && unjudged
      ? { ...state, findings, unjudged: { spec: unjudged, plan: planSpec(unjudged) } }
      : { ...state, findings };
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

const NAME = 'findings.json';

/** `save` records those of this run, and forgets all others. */
function knownFindings({ root, settings }: Project, { specs }: Sources): KnownFindings & { save: () => void } {
  const { severities, releasing = false } = settings;
  const files = [CONFIG_FILE, ...RECORDED].map((name) => readIfThere(join(root, name)));
  const key = keyOfAll([root, JSON.stringify([severities, releasing]), ...files]);
  const recalled = recall(root, NAME, key);
  const before = isObject(recalled) ? (recalled as Record<string, readonly Diagnostic[]>) : {};
  const texts = new Map(specs.map(({ path, text }) => [path, text]));
  const now: Record<string, readonly Diagnostic[]> = {};
  let isNew = false;
  return {
    of(paths, judge) {
      const sum = sumOf(paths.flatMap((path) => [path, texts.get(path) ?? '']));
      const entry = before[sum];
      isNew ||= entry === undefined;
      return (now[sum] = entry ?? judge());
    },
    save() {
      if (isNew) remember(root, NAME, key, now);
    },
  };
}
