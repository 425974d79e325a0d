/** The context of a run of evals for the steps after it: the results, and what was run; and the pass that reads its choices. */
import type { Shard } from '../online/questions.ts';
import type { RunUsage } from '../online/engine.ts';
import type { ChoiceRun, ComparedRun } from '../figures/suite.ts';
import type { PlannedSpecs } from '../../../plan/plan-specs.ts';
import type { Choice } from '../../../versions/receipts/choice.ts';
import type { Invocation } from '../../../edge/command-line/command.ts';
import type { OpenedProject, Project } from '../../../edge/project/project.ts';
import type { CheckedProject } from '../../../edge/passes/run-passes.ts';
import type { Interview } from './ask-sides.ts';
import type { RunSource } from './record-runs.ts';
import type { Pass } from '../../../edge/passes/pass.ts';
import { loadCalibrations } from './calibrations.ts';
import { duplicatesBy } from '../../../base/groups.ts';
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { shellWord } from '../../../base/text/escape.ts';
import type { Config } from '../../../check/documents/config.ts';
import { specAt } from '../../../spec/shape/place.ts';
import type { SpecDocument } from '../../../spec/yaml/spec.ts';

/** `choices:` and `evals.models` of haft.yaml. Where a name in it leads nowhere or to two models, nothing is compiled or planned. */
export const choices: Pass = {
  name: 'choices',
  async run(state) {
    const { planned, project } = state;
    const { choices: together, evals: gate } = project.settings;
    if (!planned || !project.config || together.length + gate.models.length === 0) return state;
    const { checkChoices } = await import('../../../versions/receipts/planned-choices.ts');
    const { document } = project.config;
    const wrong = [...checkChoices(planned.plan, document, project.settings.released), ...checkModels(document)];
    if (wrong.length === 0) return state;
    const texts = [...state.texts, ...project.config.sources];
    return { ...state, refused: true, fixed: [...state.fixed, ...wrong], texts };
  },
};

/** Cases that the texts since the release take from their tool: notes, which fail nothing. */
export const evals: Pass = {
  name: 'evals',
  canWait: true,
  async run(state) {
    const { planned, released, refused, options, project } = state;
    if (!planned || !released || refused) return state;
    const { lostByChange } = await import('../offline/regressions.ts');
    const calibrations = loadCalibrations(project.root);
    const notes = lostByChange(released, {
      ...planned,
      config: project.config?.document,
      today: options.today,
      calibrations,
    });
    return { ...state, fixed: [...state.fixed, ...notes] };
  },
};

export interface FinishedRun {
  readonly heading: string;
  readonly runs: readonly ChoiceRun[];
  /** With --against. */
  readonly compared: ComparedRun | undefined;
  /** Who gave the results. */
  readonly of: RunSource;
  /** Of the model tier and the agent tier: further questions stay within the limits of the run. */
  readonly asking?: Interview | undefined;
  /** Of the parts that were combined. */
  readonly usage?: RunUsage | undefined;
  /** Where only a part was run: its number, and the choices that all parts are of. */
  readonly shard?: Shard | undefined;
  readonly chosen?: readonly Choice[];
}

/** The input of a run of evals. */
export interface RunContext {
  readonly project: Project;
  readonly checked: CheckedProject;
  readonly planned: PlannedSpecs;
  readonly invocation: Invocation;
  /** haft.yaml. */
  readonly config: Pick<OpenedProject, 'document' | 'sources'>;
}

/** Findings at the later entry; `document` is haft.yaml, in its shape. */
function checkModels(document: SpecDocument): Diagnostic[] {
  const entries = Object.entries(specAt<Config>(document).evals?.models ?? {});
  return duplicatesBy(entries, ([, { model }]) => model).map(([[name, { model }], [first]]) => {
    const path = ['evals', 'models', name, 'model'];
    return {
      code: 'eval/model',
      severity: 'error',
      message: `The models "${first}" and "${name}" are both "${model}", so results of one would be recorded as those of the other.`,
      hint: `Delete one of the two. \`haft eval --model ${shellWord(first)} --endpoint <url>\` asks it at another address.`,
      span: document.at(path),
      about: { path },
    };
  });
}
