/** `haft check --run` and `--url`: judges what any MCP server lists, without importing it. */
import { settingsOf } from '../../check/settings.ts';
import { planSpecs } from '../../plan/plan-specs.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { type Invocation, formatFlag, textFlag, textFlags } from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { reportFindings } from '../../edge/command-line/report.ts';
import { specsOfList } from '../../features/import/mcp/list-plan.ts';
import { liveSide } from '../../features/import/run/live-side.ts';
import { headersIn } from '../../features/import/run/mcp.ts';

/** Places are in the specs that an import would write. @throws Failure where the server does not answer. */
export async function checkLive(invocation: Invocation): Promise<0 | 1> {
  const { cwd, flags, positionals } = invocation;
  const [line, url] = [textFlag(invocation, 'run'), textFlag(invocation, 'url')];
  if (positionals.length > 0 || (line !== undefined && url !== undefined))
    throw new Failure(
      '`haft check --run` judges one server, and no specs.',
      'Write one of --run "<command line>" and --url <url>.',
    );
  const { list } = await liveSide(line === undefined ? (url ?? '') : `run:${line}`, {
    cwd,
    mayRun: flags['yes'] === true,
    passed: textFlags(invocation, 'env'),
    headers: headersIn(invocation),
    purpose: 'The check',
    planAt: () => Promise.reject(new Error('no ref is checked')),
  });
  const { sources, left } = specsOfList(list);
  const { diagnostics } = planSpecs(sources, { settings: settingsOf({ profiles: { specs: 'mcp' } }) });
  const format = formatFlag(invocation);
  const options = { all: flags['all'] === true, isOutput: true };
  const { errors } = reportFindings({ diagnostics, sources, root: cwd, cwd }, format, options);
  if (format === 'text') {
    for (const text of left) process.stdout.write(`Not checked: ${text}\n`);
    process.stdout.write(`Checked ${pluralize(list.tools.length - left.length, 'tool')} that the server lists.\n`);
  }
  return errors > 0 ? 1 : 0;
}
