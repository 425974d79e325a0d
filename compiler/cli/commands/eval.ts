/** `haft eval`: which tool or skill the requests of the evals lead to, by a reader of the fields or by a model. */
import { compareRuns } from '../../choose/compare.ts';
import { sidesOf } from '../../choose/sides.ts';
import type { Sides } from '../../choose/sides.ts';
import { allOutcomes, runOffline } from '../../choose/suite.ts';
import { allChoices, checkTogether } from '../../choose/together.ts';
import type { Plan } from '../../plan/model.ts';
import { pluralize } from '../../report/text/pluralize.ts';
import type { Command, ExitCode, Invocation } from '../command-line/command.ts';
import { FORMAT, SPECS, formatFlag, textFlag } from '../command-line/command.ts';
import { reportFindings } from '../command-line/report.ts';
import { finish } from '../eval/finish.ts';
import type { Scene } from '../eval/scene.ts';
import { modelEntry } from '../eval/model-entry.ts';
import type { ModelEntry } from '../eval/model-entry.ts';
import { limitsOf, planQuestions, runModel } from '../eval/model-run.ts';
import { openProgress } from '../command-line/progress.ts';
import { ONLY, chosenCases, onlyRecorded } from '../eval/select.ts';
import { loadRecords } from '../project/contract.ts';
import { openProject } from '../project/project.ts';
import type { Project } from '../project/project.ts';
import { TODAY, todayOf } from '../project/today.ts';
import { checkProject } from '../tasks/build.ts';
import { baseOf } from '../tasks/compare.ts';

const TIERS = ['offline', 'model'] as const;

export const evalCommand: Command = {
  name: 'eval',
  summary: 'Run the evals: which tool or skill does each request lead to?',
  positional: '[name]',
  flags: {
    specs: SPECS,
    tier: {
      type: 'string',
      value: TIERS.join('|'),
      choices: TIERS,
      help: 'offline reads the fields, without a model or a network (default); model asks a model.',
    },
    model: {
      type: 'string',
      value: 'name',
      help: 'Model of haft.yaml to ask (default: the first), or with --endpoint any.',
    },
    endpoint: { type: 'string', value: 'url', help: 'Ask the model there, without a key.' },
    trials: { type: 'string', value: 'number', help: 'Ask each case so many times, each with a seed of its own.' },
    seeds: { type: 'string', value: '1,2,3', help: 'The seeds themselves.' },
    against: {
      type: 'string',
      value: 'ref or file',
      help: 'Compare with the texts of a git ref, a contract file, or `contract`: better, worse, or no difference seen.',
    },
    only: {
      type: 'string',
      value: ONLY.join('|'),
      choices: ONLY,
      help: 'Only cases that haft.evals.json has as failed or flaky, or choices whose results are stale.',
    },
    'dry-run': {
      type: 'boolean',
      help: 'With a model: show what would be sent, and send nothing. With --fix: write nothing.',
    },
    'no-cache': { type: 'boolean', help: 'With a model: ask again what was answered before.' },
    record: { type: 'boolean', help: 'Record the results in haft.evals.json, for `haft release`.' },
    suggest: {
      type: 'boolean',
      help: 'Try small edits of descriptions for the cases that went wrong, and measure each on the other cases.',
    },
    fix: {
      type: 'string',
      value: 'id',
      many: true,
      help: 'Write this suggestion into the specs; may be given again. `all` writes those with a measured gain.',
    },
    format: FORMAT,
    today: TODAY,
  },
  examples: [
    ['haft eval', 'Read the fields of all tools and skills; takes milliseconds.'],
    ['haft eval search_references', 'Only the cases of one tool, skill or server.'],
    ['haft eval --against main', 'Did the change of a description make the choice better or worse?'],
    ['haft eval --suggest', 'Which small edits make lost cases right, and break none?'],
    ['haft eval --format html > evals.html', 'A single page: expected by chosen, and the cases behind each number.'],
    ['haft eval --tier model --record', 'Ask the model of haft.yaml and record the results.'],
  ],
  async run(invocation) {
    const { cwd } = invocation;
    const opened = openProject({ cwd, specs: textFlag(invocation, 'specs') });
    if (!opened.value) {
      reportFindings({ ...opened, root: cwd, cwd }, formatFlag(invocation));
      return 1;
    }
    const project = opened.value;
    const base = baseNamed(project, invocation);
    const checked = await checkProject(project, { today: todayOf(invocation) });
    const { planned } = checked;
    if (!planned) {
      const { diagnostics, texts } = checked;
      reportFindings({ diagnostics, sources: texts, root: project.root, cwd }, formatFlag(invocation));
      return 1;
    }
    const wrong = checkTogether(planned.plan, opened.document);
    if (wrong.length > 0) {
      reportFindings({ diagnostics: wrong, sources: opened.sources, root: project.root, cwd }, formatFlag(invocation));
      return 1;
    }
    const { choices } = project.settings;
    const named = chosenCases(allChoices(planned.plan, choices), invocation.positionals[0]);
    const evidence = { records: loadRecords(project.root), gate: project.settings.evals };
    const chosen = onlyRecorded(named, textFlag(invocation, 'only'), evidence, todayOf(invocation));
    const sides = sidesOf(chosen, base ? allChoices(base.plan, choices) : []);
    const scene = { project, checked, planned, invocation, config: opened };
    return isModelTier(invocation) ? askModel(sides, base, scene) : readOffline(sides, base, scene);
  },
};

interface Named {
  readonly plan: Plan;
  readonly label: string;
}

function baseNamed(project: Project, invocation: Invocation): Named | undefined {
  const against = textFlag(invocation, 'against');
  if (against === undefined) return undefined;
  const where = against === 'contract' ? undefined : against;
  return baseOf(project, { cwd: invocation.cwd, against: where, baseSpecs: undefined });
}

/** Who names a model wants it asked. */
function isModelTier(invocation: Invocation): boolean {
  const named = ['model', 'endpoint'].some((flag) => textFlag(invocation, flag) !== undefined);
  return (textFlag(invocation, 'tier') ?? (named ? 'model' : 'offline')) === 'model';
}

function readOffline(sides: readonly Sides[], base: Named | undefined, scene: Scene): Promise<ExitCode> {
  const runs = runOffline(
    sides.map(({ after }) => after),
    scene.planned.plan.skills,
  );
  const before = runOffline(
    sides.flatMap((one) => one.before ?? []),
    base?.plan.skills ?? [],
  );
  const both = { before: allOutcomes(before), after: allOutcomes(runs) };
  const compared = base && { label: base.label, before, comparison: compareRuns(both, 0) };
  return finish({ heading: 'Offline tier', runs, compared, entry: undefined }, scene);
}

async function askModel(sides: readonly Sides[], base: Named | undefined, scene: Scene): Promise<ExitCode> {
  const { project, invocation } = scene;
  const { evalRuns } = project.settings;
  const entry = modelEntry(evalRuns, invocation);
  if (invocation.flags['dry-run'] === true) {
    process.stdout.write(forecast(sides, entry));
    return 0;
  }
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort();
  process.once('SIGINT', stop);
  const progress = openProgress();
  try {
    const { before, after, comparison } = await runModel(sides, entry, {
      root: project.root,
      limits: limitsOf(evalRuns, entry.prices),
      useCache: invocation.flags['no-cache'] !== true,
      signal: interrupt.signal,
      onProgress: ({ done, total }) => progress.count('asking', done, total, 'questions'),
    });
    const heading = `Model ${entry.model}, ${pluralize(entry.seeds.length, 'trial')} of each case`;
    const compared = base && comparison && { label: base.label, before, comparison };
    return await finish({ heading, runs: after, compared, entry }, scene);
  } finally {
    progress.clear();
    process.off('SIGINT', stop);
  }
}

/** Characters by token, as engines of many languages come out; a forecast needs no more. */
const CHARACTERS_PER_TOKEN = 4;

function forecast(sides: readonly Sides[], entry: ModelEntry): string {
  const questions = planQuestions(sides, entry);
  const characters = questions.reduce((sum, { body }) => sum + JSON.stringify(body).length, 0);
  const input = Math.ceil(characters / CHARACTERS_PER_TOKEN);
  const cost = entry.prices
    ? `, at most ${((input * entry.prices.input + questions.length * entry.maxTokens * entry.prices.output) / 1_000_000).toFixed(2)} in the currency of \`price\``
    : '';
  return `${pluralize(questions.length, 'request')} to ${entry.endpoint} (${entry.model}), about ${input.toLocaleString('en')} tokens of input${cost}. Nothing was sent.\n`;
}
