/** Lost cases as findings at the request in the author's file, so that every format of reports can print them. */
import { specAt } from '../../../spec/shape/place.ts';
import { LOST_CASE, UNJUDGED_CASE, WRONG_ARGUMENTS } from '../../../check/notes.ts';
import { suppress } from '../../../check/suppress.ts';
import type { CheckedSpec } from '../../../check/model.ts';
import type { Diagnostic, Severity } from '../../../base/diagnostic.ts';
import type { Config } from '../../../check/documents/config.ts';
import { partOfTool } from '../../../check/analysis/names/tool-references.ts';
import { shownTools } from '../../../plan/named-tools.ts';
import type { Choice, ChoiceCase } from '../../../versions/receipts/choice.ts';
import type { SpecDocument } from '../../../spec/yaml/spec.ts';
import type { Expectation } from '../../../plan/model.ts';
import { isRight, judgedOf } from '../figures/figures.ts';
import { type CaseOutcome, type JudgedCase, wantedNames } from './judge.ts';
import type { CaseRun, ChoiceRun } from '../figures/suite.ts';

interface Setting {
  /** haft.yaml. */
  readonly config: SpecDocument | undefined;
  /** By code, as the project sets them. */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>;
  /** Where the project sets none. */
  readonly usual?: Diagnostic['severity'];
  /** YYYY-MM-DD, for suppressions that expire. */
  readonly today?: string;
  /** How a case without an answer is asked again, in the imperative without a period. */
  readonly again?: string;
}

/**
 * A warning for each case that most trials have wrong; the gate decides whether the run failed, and a suppression hides a finding
 * without changing it. Where not all cases ran, a suppression that hides nothing can still be needed.
 */
export function evalFindings(runs: readonly ChoiceRun[], spec: CheckedSpec, setting: Setting): Diagnostic[] {
  const findings = runs.flatMap(({ choice, cases }) => cases.flatMap((one) => findingOf(one, choice, spec, setting)));
  const remaining = suppress(findings, {
    ...spec.spec,
    rules: RUN_NOTES,
    locked: new Set(),
    today: setting.today,
    onlyThese: true,
  });
  return remaining.filter(({ code }) => code !== 'suppression/unused');
}

const RUN_NOTES: ReadonlySet<string> = new Set([LOST_CASE.id, WRONG_ARGUMENTS.id, UNJUDGED_CASE.id]);

function findingOf(
  run: CaseRun,
  choice: Choice,
  spec: CheckedSpec,
  { config, severities, usual = 'warning', again = 'Run the same command again' }: Setting,
): Diagnostic[] {
  const problem = problemOf(run, choice, again);
  const severity = severities?.[problem?.code ?? ''] ?? usual;
  const place = placeOfCase(run.one, spec, config);
  if (!problem || severity === 'off' || !place) return [];
  const message = choice.kind === 'choice' ? `In choice "${choice.name}": ${problem.message}` : problem.message;
  return [{ ...problem, message, severity, ...place }];
}

/** The request in the author's file; undefined where the case has none. */
export function placeOfCase(
  { owner, tool, index, home }: ChoiceCase,
  spec: CheckedSpec,
  config: SpecDocument | undefined,
): Pick<Diagnostic, 'span' | 'about'> | undefined {
  if (home === 'choice') return config && configPlace(owner, index, config);
  const part = tool ? partOfTool(spec, tool) : spec.skills.find((one) => one.spec.name === owner);
  const path = ['evals', index, home === 'skill' ? 'input' : 'query'];
  return part && { span: part.at(path), about: part.about(path) };
}

function configPlace(name: string, index: number, config: SpecDocument): Pick<Diagnostic, 'span' | 'about'> {
  const { choices = [] } = specAt<Config>(config);
  const path = ['choices', choices.findIndex((one) => one.name === name), 'evals', index, 'query'];
  return { span: config.at(path), about: { path } };
}

type Problem = Pick<Diagnostic, 'code' | 'message'> & { readonly hint: string };

function problemOf(run: CaseRun, choice: Choice, again: string): Problem | undefined {
  const { one, trials } = run;
  const request = JSON.stringify(one.request);
  const right = isRight(run);
  if (right === undefined) return failedProblem(request, trials, again);
  const judged = judgedOf(run);
  const wrong = judged.find((trial) => !trial.right);
  if (!right && wrong) {
    const isDeprecated = shownTools(choice.servers).get(wrong.called ?? '')?.tool.deprecated !== undefined;
    return { code: LOST_CASE.id, ...lostTexts(request, one.test.expect, wrong, isDeprecated) };
  }
  if (judged.some((trial) => trial.arguments?.unreadable))
    return {
      code: WRONG_ARGUMENTS.id,
      message: `The request ${request} leads to the right tool with arguments that are not a JSON object.`,
      hint: 'Ask a model that is made for calls of tools.',
    };
  const names = judged.flatMap((trial) => trial.arguments?.wrong ?? []);
  if (names.length === 0) return undefined;
  const listed = [...new Set(names)].map((name) => `"${name}"`).join(', ');
  return {
    code: WRONG_ARGUMENTS.id,
    message: `The request ${request} leads to the right tool with other arguments than expected: ${listed}.`,
    hint: 'State in the description of the parameter which values it takes and in which format.',
  };
}

function failedProblem(request: string, trials: readonly CaseOutcome[], again: string): Problem | undefined {
  const error = trials.find(({ kind }) => kind === 'error');
  if (error?.kind !== 'error') return undefined;
  return {
    code: UNJUDGED_CASE.id,
    message: `The request ${request} was not judged: ${error.message}`,
    hint: `${error.step ?? again}; answers that were received are kept.`,
  };
}

function lostTexts(
  request: string,
  expect: Expectation,
  { called, declined, reading, fault }: JudgedCase,
  isDeprecated: boolean,
) {
  // By the offline reader, which predicts no model.
  const isRead = reading !== undefined;
  const wanted = wantedName(expect);
  if (declined)
    return {
      message: `The model declined the request ${request}, but ${wanted} was expected.`,
      hint: 'Rephrase the request, or ask another model.',
    };
  if (called === undefined && isRead)
    return {
      message: `No word of the request ${request} is in any tool, and ${wanted} was expected.`,
      hint: 'Ask a model whether it understands the request: `haft eval --tier model`.',
    };
  if (called === undefined)
    return {
      message: `The request ${request} leads to no call, but ${wanted} was expected.`,
      hint: 'Describe such requests in `when` and `examples` of the description.',
    };
  const leads = `${isRead ? 'By its words, the' : 'The'} request ${request} leads to "${called}"`;
  if (fault === 'outside') return outsideTexts(leads, called, expect);
  const not = `State in the description of "${called}" when not to use it.`;
  if (fault === 'ruled-out') return { message: `${leads}, which the case rules out with \`never\`.`, hint: not };
  const message = `${leads}, but ${wanted} was expected.`;
  if (isDeprecated)
    return {
      message,
      hint: `Add \`listed: false\` to \`deprecated\` of "${called}": callers still reach it, and models no longer see it.`,
    };
  const hint =
    expect === null || typeof expect === 'object'
      ? not
      : `Distinguish the two: add the case to \`instead\` of "${called}", or its words to \`when\` or \`examples\` of ${wanted}.`;
  return { message, hint };
}

function outsideTexts(leads: string, called: string, expect: Expectation): Pick<Problem, 'message' | 'hint'> {
  const names = wantedNames(expect);
  // A call of a tool by its name would reach it.
  const wanted = `${names.includes(called) ? 'the skill ' : ''}${wantedName(expect)}`;
  return {
    message: `${leads}, a call that reaches no tool or skill of this choice, but ${wanted} was expected.`,
    hint:
      names.length === 0
        ? 'Ask another model.'
        : 'Describe such requests in `when` and `examples` of what they mean, or ask another model.',
  };
}

function wantedName(expect: Expectation): string {
  if (expect === null) return 'no call';
  if (typeof expect === 'string') return `"${expect}"`;
  return 'any_of' in expect ? expect.any_of.map((name) => `"${name}"`).join(' or ') : 'a question';
}
