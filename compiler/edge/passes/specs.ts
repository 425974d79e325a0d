/** The passes over a project: from its files to its Plan (read, load, check, plan), `outputs:` of haft.yaml, the contract of the release, the code of handlers, policy. */
import { isObject } from '@haft/runtime/language';
import { type Diagnostic, stopsPlan, inFileOrder } from '../../base/diagnostic.ts';
import { check as checkSpec } from '../../check/check.ts';
import type { KnownFindings } from '../../check/judge.ts';
import { keyOfAll, recall, remember, sumOf, readIfThere } from '../cache/state.ts';
import { type Pass, givenBy, type PassState } from './pass.ts';
import type { Project } from '../project/project.ts';
import { type Sources, readSources } from '../project/read-sources.ts';
import { loadContract } from '../project/contract.ts';
import { policyOf, policyWithEvals } from '../project/policy.ts';
import { CONFIG_FILE } from '../project/root.ts';
import { surroundingsOf } from '../tasks/surroundings.ts';
import { plan as planSpec } from '../../plan/plan.ts';
import { specAt } from '../../spec/shape/place.ts';
import { load as loadSpec } from '../../spec/yaml/load.ts';
import { join } from 'node:path';
import type { Config } from '../../check/documents/config.ts';
import { HANDLER_RULES, checkHandlers, handlerUses } from '../../check/handlers.ts';
import { suppress } from '../../check/suppress.ts';
import { unlessFailed } from '../command-line/failure.ts';
import { withHandlerCode } from '../../plan/handler-code.ts';
import type { Plan } from '../../plan/model.ts';
import { functionName } from '../../plan/names.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import type { SpecDocument } from '../../spec/yaml/spec.ts';
import { isInFolder } from '../../check/settings.ts';
import { RECORDED } from '../project/recorded.ts';
import { allTools } from '../../plan/named-tools.ts';

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

/** Each profile is that of a folder of specs. With another spec folder than that of haft.yaml, nothing is known of the others. */
export const profiles: Pass = {
  name: 'profiles',
  run(state) {
    const { config, root, specs } = state.project;
    const set = config ? specAt<Config>(config.document) : {};
    if (!config || !set.profiles || specs !== join(root, set.specs ?? 'specs')) return state;
    const { specs: texts, files, refused, diagnostics } = givenBy(state.sources, 'read');
    const unread = diagnostics.map(({ span }) => ({ path: span.file }));
    const paths = [...texts, ...files, ...refused, ...unread].map(({ path }) => path);
    const wrong = checkProfiles(set, config.document, paths);
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

/** The released Plan. What is wrong with the file itself is reported when the specs are in order. */
export const contract: Pass = {
  name: 'contract',
  async run(state) {
    const { project, options, planned, unjudged } = state;
    const readContract = (): Plan | undefined => loadContract(project.root);
    if (!planned) return withReleased(state, unjudged && unlessFailed(readContract));
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

/** The changes since the release, and those that EXT §9 does not allow. The comparison is loaded only where there is a release, or shall be one. */
export const policy: Pass = {
  name: 'policy',
  async run(state) {
    const { planned, unjudged, released, options } = state;
    if (planned && (released || options.releasing)) return withViolations(state, planned);
    if (planned && allTools(planned.plan).some(({ tool }) => tool.behavior.kind === 'via'))
      return withAdapters(state, planned);
    return unjudged && released && !planned ? withGoneTools(state, unjudged, released) : state;
  },
};

/** Before the first release only adapters are held against something. */
async function withAdapters(state: PassState, planned: PlannedSpecs): Promise<PassState> {
  const { compareVersions } = await import('../../versions/against-release.ts');
  const { adapterProved } = await import('../../versions/policy/callers.ts');
  const dates = policyOf(state.project, state.options.today);
  const { diagnostics } = compareVersions(NOTHING_RELEASED, planned, dates, [adapterProved]);
  return { ...state, later: [...state.later, ...diagnostics] };
}

async function withViolations(state: PassState, planned: PlannedSpecs): Promise<PassState> {
  const { project, options, released, onStep } = state;
  const { compareVersions } = await import('../../versions/against-release.ts');
  const { ON_RELEASE, STANDING } = await import('../../versions/policy/index.ts');
  const { evalsStale } = await import('../../versions/policy/evals.ts');
  const { adapterProved } = await import('../../versions/policy/callers.ts');
  const { today, releasing } = options;
  const dates = releasing ? policyWithEvals(project, today) : policyOf(project, today);
  const versions = released && compareVersions(released, planned, dates, releasing ? ON_RELEASE : STANDING, onStep);
  const changed = versions ? { ...state, changes: versions.changes } : state;
  if (!releasing) return { ...changed, later: [...state.later, ...(versions?.diagnostics ?? [])] };
  // Before the first release, recorded results can be stale or failed as well.
  const first = versions ?? compareVersions(NOTHING_RELEASED, planned, dates, [evalsStale, adapterProved]);
  // A release checks everything: a breaking change needs a reason, which a baseline does not have.
  return { ...changed, fixed: [...state.fixed, ...first.diagnostics] };
}

/** Why names lead nowhere: released tools that were renamed or removed, in specs that are otherwise in order. */
async function withGoneTools(state: PassState, unjudged: PlannedSpecs, released: Plan): Promise<PassState> {
  const { project, options } = state;
  const { compareVersions } = await import('../../versions/against-release.ts');
  const { REMOVALS } = await import('../../versions/policy/index.ts');
  const dates = { today: options.today, periodDays: project.settings.deprecationDays };
  const { diagnostics } = compareVersions(released, unjudged, dates, REMOVALS);
  return { ...state, fixed: [...state.fixed, ...diagnostics] };
}

/** The pass over the author's handler files: each handler that a tool names exists, and each that exists has a tool. */
export const handlers: Pass = {
  name: 'handlers',
  async run(state) {
    const { project, planned, released } = state;
    const { addStubs = false, knownHandlers = new Set() } = state.options;
    const uses = planned ? handlerUses(planned.spec, functionName) : [];
    if (uses.length === 0) return state;
    const { readHandlers } = await import('../handlers/read-handlers.ts');
    const { outsideReaches } = await import('../handlers/reach.ts');
    const { scaffold } = await import('../handlers/scaffold.ts');
    const { lostHandlers, rememberHandlers: remember } = await import('../handlers/lost.ts');
    const isLost = lostHandlers(project, released, knownHandlers);

    const before = await readHandlers(project, uses);
    const added = addStubs ? scaffold(project, uses, before, isLost) : [];
    const after = added.length > 0 ? await readHandlers(project, uses) : before;
    const files = await Promise.all(
      after.map(async ({ file, exists, source }) =>
        file.refusal || file.problem || !exists
          ? file
          : { ...file, text: source.text, reaches: await outsideReaches(project.root, file.path) },
      ),
    );
    const reported = checkHandlers(uses, files, { isLost, severities: project.settings.severities });
    const { today } = state.options;
    const rules = { rules: HANDLER_RULES, locked: new Set<string>(), onlyThese: true };
    const findings = planned ? suppress(reported, { ...planned.spec.spec, ...rules, today }) : reported;
    remember(knownHandlers, uses, files);
    const texts = after.map(({ source }) => source);
    return {
      ...state,
      handlers: { paths: files.map(({ path }) => path), texts, added },
      later: [...state.later, ...findings],
    };
  },
};

/** Findings at the keys of `profiles:`; `document` is haft.yaml, in its shape. */
export function checkProfiles(
  { profiles = {} }: Config,
  document: SpecDocument,
  files: readonly string[],
): Diagnostic[] {
  return Object.keys(profiles).flatMap((folder): Diagnostic[] => {
    if (files.some((file) => isInFolder(file, folder))) return [];
    const path = ['profiles', folder];
    return [
      {
        code: 'spec/profile',
        severity: 'warning',
        message: `The profile of ${JSON.stringify(folder)} has no effect: no spec is in that folder.`,
        hint: 'Write the folder as a path from haft.yaml, such as specs/imported, or remove the line.',
        span: document.at(path, 'key'),
        about: { path },
      },
    ];
  });
}
