/** What the tabs of `haft try` show of a server, a tool or a skill, and of the whole project: the pure cores do it, here they get their data. */
import { Failure } from '../../edge/command-line/failure.ts';
import { namedTool } from '../../edge/command-line/named-tool.ts';
import { loadRecords } from '../../edge/project/recorded.ts';
import { type ModelText, serverText, skillText, toolText } from '../../features/desk/model-text.ts';
import { withCalibrations } from '../../features/evals/records/calibration.ts';
import { choiceCards } from '../../features/evals/report/choice-cards.ts';
import { runOffline } from '../../features/evals/figures/suite.ts';
import { loadCalibrations } from '../../features/evals/run/calibrations.ts';
import { changeCards } from '../../report/changes/cards.ts';
import type { ChangeReport } from '../../report/changes/report.ts';
import { scoreText } from '../../report/changes/sentence.ts';
import { type Choice, allChoices } from '../../versions/receipts/choice.ts';
import { recordedScores } from '../../versions/receipts/latest.ts';
import { plannedChoices } from '../../versions/receipts/planned-choices.ts';
import { lifeOf } from '../../versions/life.ts';
import { comparisonWith } from '../comparison.ts';
import type { ShownEvals, Subject, TryResponses } from './messages.ts';
import type { TryAnswers } from './serve.ts';
import type { UsableSpecs } from './specs.ts';
import { execFile } from 'node:child_process';
import type { Finding } from '../../features/connect/doctor/symptoms/index.ts';
import { commandsOf, problemRows } from '../../features/connect/doctor/host-rows.ts';
import { examineProject, lookAtHosts } from '../../features/connect/run/doctor/examine-hosts.ts';

export function tabAnswers(
  usable: () => Promise<UsableSpecs>,
): Pick<TryAnswers, '/api/model' | '/api/changes' | '/api/evals' | '/api/life'> {
  const changes = changesTab();
  return {
    '/api/model': async (subject) => modelTab(await usable(), subject),
    '/api/changes': async (subject) => changes(await usable(), subject),
    '/api/evals': async (subject) => evalsTab(await usable(), subject),
    '/api/life': async (subject) => {
      const { today, checked } = await usable();
      return lifeOf(checked.planned.plan, checked.released, checked.changes ?? [], { subject, today });
    },
  };
}

function modelTab({ project, checked }: UsableSpecs, { server = '', tool, skill }: Subject): ModelText {
  const { plan } = checked.planned;
  const { hosts } = project.settings;
  if (tool !== undefined) return toolText(namedTool(plan, `${server}.${tool}`), hosts);
  if (skill !== undefined) return skillText(partNamed(plan.skills, 'skill', skill), hosts);
  return serverText(partNamed(plan.servers, 'server', server), hosts);
}

function partNamed<T extends { readonly name: string }>(parts: readonly T[], kind: string, name: string): T {
  const match = parts.find((part) => part.name === name);
  if (match) return match;
  throw new Failure(`There is no ${kind} "${name}" any more.`, 'Choose another one.');
}

/** Compared once for each state of the specs. */
function changesTab(): (specs: UsableSpecs, subject: Subject) => Promise<TryResponses['/api/changes']> {
  let last: { readonly of: UsableSpecs; readonly report: Promise<ChangeReport> } | undefined;
  return async (specs, subject) => {
    const { released } = specs.checked;
    if (!released) return { none: 'Nothing was released yet: `haft release` records what callers rely on.' };
    const base = { plan: released, label: 'the contract' };
    const { planned, texts } = specs.checked;
    if (last?.of !== specs) last = { of: specs, report: comparisonWith(base, { ...specs, planned, texts }) };
    return changeCards(await last.report, subject);
  };
}

const OFFLINE = "Read by words, which is not a model's accuracy. `haft eval --tier model` asks a model.";

function evalsTab({ project, checked }: UsableSpecs, subject: Subject): ShownEvals {
  const { plan } = checked.planned;
  const together = plannedChoices(project.settings.choices);
  const choices = allChoices(plan, together).filter((choice) => choice.cases.length > 0 && isIn(choice, subject));
  const calibrations = loadCalibrations(project.root);
  const runs = runOffline(choices, plan.skills).map((run) => withCalibrations(run, calibrations));
  const isWhole = subject.server === undefined && subject.skill === undefined;
  const scores = isWhole ? [] : recordedScores({ ...subject, path: [] }, plan, loadRecords(project.root), together);
  return {
    heading: OFFLINE,
    choices: runs.map((run) => choiceCards(run, subject)),
    scores: scores.map(scoreText),
  };
}

function isIn({ servers, skills }: Choice, { server, skill }: Subject): boolean {
  if (server !== undefined) return servers.some(({ name }) => name === server);
  return skill === undefined || skills.some(({ name }) => name === skill);
}

/** Milliseconds that a server may take to list its tools, and that a command of a fix may take. */
const [PATIENCE, MAX_FIX] = [15_000, 120_000];

/** The page names a finding by its number, and a number of an earlier examination is that of no finding. */
export function hostAnswers(root: () => string): Pick<TryAnswers, '/api/hosts' | '/api/examine' | '/api/fix'> {
  let count = 0;
  let findings = new Map<number, Finding>();
  let isBusy = false;
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isBusy) throw new Failure('An examination or a fix is still running.', 'Wait until it has ended.');
    isBusy = true;
    try {
      return await work();
    } finally {
      isBusy = false;
    }
  };
  return {
    '/api/hosts': () => ({ hosts: lookAtHosts(root()) }),
    '/api/examine': () =>
      alone(async () => {
        const { hosts, findings: list } = await examineProject(root(), PATIENCE);
        const first = count;
        count += list.length;
        findings = new Map(list.map((one, index) => [first + index, one]));
        return { hosts, problems: problemRows(findings) };
      }),
    '/api/fix': ({ finding: id }) =>
      alone(async () => {
        const finding = findings.get(id);
        const commands = finding ? commandsOf(finding) : [];
        if (commands.length === 0)
          throw new Failure('This finding has no fix that can be run.', 'Examine the hosts again.');
        // What it changes may be what other findings are about.
        findings.delete(id);
        return runAll(commands, root());
      }),
  };
}

/** In their order, until one fails. */
async function runAll(commands: readonly (readonly string[])[], root: string): Promise<TryResponses['/api/fix']> {
  const printed: string[] = [];
  for (const [, ...words] of commands) {
    const { code, text } = await runHaft(words, root);
    printed.push(`$ haft ${words.join(' ')}\n${text}`);
    if (code !== 0) return { success: false, printed: printed.join('\n') };
  }
  return { success: true, printed: printed.join('\n') };
}

/** This command line in a process of its own, without input. */
function runHaft(words: readonly string[], cwd: string): Promise<{ readonly code: number; readonly text: string }> {
  return new Promise((resolve) => {
    const args = [process.argv[1] ?? '', ...words];
    const child = execFile(process.execPath, args, { cwd, timeout: MAX_FIX }, (error, stdout, stderr) => {
      const code = error ? 1 : 0;
      resolve({ code, text: `${stdout}${stderr}` });
    });
    child.stdin?.end();
  });
}
