/** `haft eval`: which tool or skill the requests of the evals lead to, by a reader of the fields or by a model. */
import { findingsOf } from '../../choose/findings.ts';
import { runOffline } from '../../choose/suite.ts';
import type { ChoiceRun } from '../../choose/suite.ts';
import type { Compiled } from '../../compile.ts';
import { choicesOf } from '../../evals/choice.ts';
import type { Choice } from '../../evals/choice.ts';
import { evalSummary } from '../../report/evals/summary.ts';
import { pluralize } from '../../report/text/pluralize.ts';
import { unknownName } from '../../check/unknown-name.ts';
import type { Command, Invocation } from '../command-line/command.ts';
import { FORMAT, SPECS, formatFlag, textFlag } from '../command-line/command.ts';
import { Failure } from '../command-line/failure.ts';
import { reportFindings } from '../command-line/report.ts';
import { limitsOf, modelEntry, planQuestions, runModel } from '../eval/model-run.ts';
import type { ModelEntry } from '../eval/model-run.ts';
import { showProgress } from '../eval/progress.ts';
import { recordRuns } from '../eval/record-runs.ts';
import { openProject } from '../project/project.ts';
import type { Project } from '../project/project.ts';
import { TODAY, todayOf } from '../project/today.ts';
import { checkProject } from '../tasks/build.ts';
import type { Checked } from '../tasks/build.ts';

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
      help: 'offline reads the fields, without a model or a network (default); model asks a model of haft.yaml.',
    },
    model: { type: 'string', value: 'name', help: 'Model of haft.yaml to ask (default: the first).' },
    'dry-run': { type: 'boolean', help: 'With --tier model: show what would be sent, and send nothing.' },
    'no-cache': { type: 'boolean', help: 'With --tier model: ask again what was answered before.' },
    record: { type: 'boolean', help: 'Record the results in haft.evals.json, for `haft release`.' },
    format: FORMAT,
    today: TODAY,
  },
  examples: [
    ['haft eval', 'Read the fields of all tools and skills; takes milliseconds.'],
    ['haft eval search_references', 'Only the cases of one tool, skill or server.'],
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
    const checked = await checkProject(project, { today: todayOf(invocation) });
    const { planned } = checked;
    if (!planned) {
      const { diagnostics, texts } = checked;
      reportFindings({ diagnostics, sources: texts, root: project.root, cwd }, formatFlag(invocation));
      return 1;
    }
    const choices = chosen(planned, invocation.positionals[0]);
    if (textFlag(invocation, 'tier') !== 'model')
      return report({ heading: 'Offline tier', runs: runOffline(choices) }, project, checked, planned, invocation);
    return askModel(choices, project, checked, planned, invocation);
  },
};

/** All choices with cases, or those of one server, skill or tool. */
function chosen({ plan }: Compiled, name: string | undefined): readonly Choice[] {
  const all = choicesOf(plan).filter(({ cases }) => cases.length > 0);
  if (name === undefined) return all;
  const own = all.flatMap((choice): readonly Choice[] => {
    if (choice.name === name) return [choice];
    const cases = choice.cases.filter(({ owner }) => owner === name);
    return cases.length === 0 ? [] : [{ ...choice, cases }];
  });
  if (own.length > 0) return own;
  const known = all.flatMap((choice) => [choice.name, ...choice.cases.map(({ owner }) => owner)]);
  throw new Failure(...unknownName('server, skill or tool with evals', name, new Set(known)));
}

async function askModel(
  choices: readonly Choice[],
  project: Project,
  checked: Checked,
  planned: Compiled,
  invocation: Invocation,
): Promise<0 | 1> {
  const { evalRuns } = project.settings;
  const entry = modelEntry(evalRuns, textFlag(invocation, 'model'));
  const limits = limitsOf(evalRuns, entry.prices);
  if (invocation.flags['dry-run'] === true) {
    process.stdout.write(forecast(choices, entry));
    return 0;
  }
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort();
  process.once('SIGINT', stop);
  const progress = showProgress(process.stderr);
  try {
    const runs = await runModel(choices, entry, {
      root: project.root,
      limits,
      useCache: invocation.flags['no-cache'] !== true,
      signal: interrupt.signal,
      onProgress: progress.show,
    });
    const heading = `Model ${entry.model}, ${pluralize(entry.seeds.length, 'trial')} of each case`;
    return report({ heading, runs, entry }, project, checked, planned, invocation);
  } finally {
    progress.clear();
    process.off('SIGINT', stop);
  }
}

interface Finished {
  readonly heading: string;
  readonly runs: readonly ChoiceRun[];
  /** Of the model tier. */
  readonly entry?: ModelEntry;
}

function report(
  { heading, runs, entry }: Finished,
  project: Project,
  { texts }: Checked,
  { spec }: Compiled,
  invocation: Invocation,
): 0 | 1 {
  const format = formatFlag(invocation);
  const found = { diagnostics: findingsOf(runs, spec), sources: texts, root: project.root, cwd: invocation.cwd };
  reportFindings(found, format, { evals: runs.map(asJson) });
  if (format === 'text') process.stdout.write(evalSummary(heading, runs));
  if (invocation.flags['record'] === true) recordRuns(project, runs, entry, todayOf(invocation));
  return runs.every(({ figures }) => isHeld(figures, project.settings.evals.tool)) ? 0 : 1;
}

function asJson({ choice, figures, cases }: ChoiceRun): object {
  const results = cases.map(({ one, trials }) => ({ id: one.id, owner: one.owner, request: one.request, trials }));
  return { choice: `${choice.kind}/${choice.name}`, figures, cases: results };
}

/** A run in which nothing could be judged, or nothing was ever called, shows nothing. */
function isHeld({ rightTool, failed, notJudged, anyCall }: ChoiceRun['figures'], mark: number): boolean {
  if (rightTool.total === 0) return failed.length === 0 || notJudged.length > 0;
  return anyCall && rightTool.passed / rightTool.total >= mark && failed.length === 0;
}

/** Characters by token, as engines of many languages come out; a forecast needs no more. */
const CHARACTERS_PER_TOKEN = 4;

function forecast(choices: readonly Choice[], entry: ModelEntry): string {
  const questions = planQuestions(choices, entry);
  const characters = questions.reduce((sum, { body }) => sum + JSON.stringify(body).length, 0);
  const input = Math.ceil(characters / CHARACTERS_PER_TOKEN);
  const cost = entry.prices
    ? `, at most ${((input * entry.prices.input + questions.length * entry.maxTokens * entry.prices.output) / 1_000_000).toFixed(2)} in the currency of \`price\``
    : '';
  return `${pluralize(questions.length, 'request')} to ${entry.endpoint} (${entry.model}), about ${input.toLocaleString('en')} tokens of input${cost}. Nothing was sent.\n`;
}
