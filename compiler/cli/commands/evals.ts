/** `haft evals record <file>`: records results of evals, so that the descriptions that were tested are no longer stale. */
import { pluralize } from '../../report/text/pluralize.ts';
import { resolve } from 'node:path';
import { choiceHash } from '../../diff/evals.ts';
import type { EvalRecord } from '../../diff/evals.ts';
import type { Plan } from '../../plan/model.ts';
import { checkProject } from '../tasks/build.ts';
import type { Command, Invocation } from '../command-line/command.ts';
import { SPECS, textFlag } from '../command-line/command.ts';
import { RECORDS, asRecord, loadRecords, parseJson, readText, saveRecords } from '../project/contract.ts';
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
      `{"results": [{"server": "s", "tool": "t", "passed": 9, "total": 10, "model": "m", "date": "2026-11-20"}]} → ${RECORDS}`,
    ],
  ],
  async run(invocation) {
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

async function record(project: Project, file: string, invocation: Invocation): Promise<0 | 1> {
  const { diagnostics, texts, planned } = await checkProject(project, { today: todayOf(invocation) });
  if (!planned) {
    reportFindings({ diagnostics, sources: texts, root: project.root, cwd: invocation.cwd }, 'text');
    return 1;
  }
  const results = readResults(file).map((result) => toRecord(result, planned.plan, file));
  saveRecords(project.root, { ...loadRecords(project.root), ...Object.fromEntries(results) });
  process.stdout.write(
    `${pluralize(results.length, 'result')} recorded in ${RECORDS} for the current descriptions; commit the file.\n`,
  );
  return 0;
}

function readResults(file: string): readonly unknown[] {
  const value = parseJson(readText(file), file);
  const results = typeof value === 'object' && value !== null && 'results' in value ? value.results : undefined;
  if (Array.isArray(results) && results.length > 0) return results;
  throw new Failure(`"${file}" has no \`results\` list.`, '`haft evals --help` shows the format.');
}

/** Results without a hash are for the current descriptions; a given hash must be the current one. */
function toRecord(result: unknown, plan: Plan, file: string): [string, EvalRecord] {
  const get = (key: string): unknown =>
    typeof result === 'object' && result !== null ? Reflect.get(result, key) : undefined;
  const [server, tool] = [String(get('server')), String(get('tool'))];
  const found = plan.servers.find(({ name }) => name === server);
  if (!found?.tools.some(({ name }) => name === tool)) {
    throw new Failure(
      `"${file}" has a result for tool "${tool}" of server "${server}", which does not exist in the specs.`,
      'Run the evals of the current specs.',
    );
  }
  const hash = choiceHash(found);
  const given = get('hash') ?? hash;
  if (given !== hash)
    throw new Failure(
      `The result for "${tool}" is outdated: it was recorded for hash ${String(given)}, and the current hash is ${hash}.`,
      'Run the evals again.',
    );
  return [`${server}/${tool}`, asRecord({ ...Object(result), hash }, `of "${tool}" in "${file}"`)];
}
