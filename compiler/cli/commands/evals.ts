/** `haft evals record <file>`: records results of evals, so that the descriptions that were tested are no longer stale. */
import { pluralize } from '../../report/text/pluralize.ts';
import { resolve } from 'node:path';
import { choiceKey, choicesOf } from '../../evals/choice.ts';
import { readResults } from '../../evals/read-results.ts';
import { withRecord } from '../../evals/record.ts';
import { problemOf } from '../../evals/stale.ts';
import { escapeUnsafe } from '../../report/text/escape.ts';
import { planProject } from '../tasks/plan-project.ts';
import type { Command, Invocation } from '../command-line/command.ts';
import { SPECS, textFlag } from '../command-line/command.ts';
import { RECORDS, loadRecords, parseJson, readText, saveRecords } from '../project/contract.ts';
import { Failure } from '../command-line/failure.ts';
import { openProject } from '../project/project.ts';
import type { Project } from '../project/project.ts';
import { reportFindings } from '../command-line/report.ts';
import { TODAY, todayOf } from '../project/today.ts';

export const evalsCommand: Command = {
  name: 'evals',
  summary: 'Record eval results: haft evals record <file>.',
  positional: 'record <file>',
  flags: { specs: SPECS, today: TODAY },
  examples: [
    [
      'haft evals record results.json',
      `{"results": [{"server": "s", "model": "m", "date": "2026-11-20", "cases": [{"query": "q", "passed": true}]}]} → ${RECORDS}`,
    ],
  ],
  run(invocation) {
    const { cwd, positionals } = invocation;
    const [verb, file] = positionals;
    if (verb !== 'record' || file === undefined)
      throw new Failure('`haft evals` needs a subcommand.', 'Run `haft evals record <file>`.');
    const opened = openProject({ cwd, specs: textFlag(invocation, 'specs') });
    if (!opened.value) {
      reportFindings({ ...opened, root: cwd, cwd }, 'text');
      return 1;
    }
    return record(opened.value, resolve(cwd, file), invocation);
  },
};

function record(project: Project, file: string, invocation: Invocation): 0 | 1 {
  const today = todayOf(invocation);
  const { diagnostics, texts, planned } = planProject(project, today);
  if (!planned) {
    reportFindings({ diagnostics, sources: texts, root: project.root, cwd: invocation.cwd }, 'text');
    return 1;
  }
  const { plan } = planned;
  const read = readResults(parseJson(readText(file), file), plan, today);
  if ('problem' in read)
    throw new Failure(
      `"${file}" cannot be recorded: ${read.problem}.`,
      'Fix it; `haft evals --help` shows the format.',
    );
  const records = read.records.reduce(withRecord, loadRecords(project.root));
  saveRecords(project.root, records);
  const choices = choicesOf(plan);
  const evidence = { records, gate: project.settings.evals };
  const lines = read.records.map((one) => {
    const choice = choices.find((candidate) => choiceKey(candidate) === one.choice);
    const problem = choice && problemOf(choice, evidence, today);
    return `${one.choice} with ${one.model}: ${one.passed} of ${one.n} passed.${problem === undefined ? '' : ` ${problem}`}\n`;
  });
  const count = pluralize(read.records.length, 'result');
  process.stdout.write(escapeUnsafe(`${lines.join('')}${count} recorded in ${RECORDS}; commit the file.\n`));
  return 0;
}
