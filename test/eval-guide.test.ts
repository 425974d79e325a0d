/** docs/evals.md is true up to its suggestions, which eval-suggest.test.ts replays: its files are written as shown, its commands print what stands below them, its workflow is run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startAgentApi } from './doubles/agent-api/start.ts';
import { pathWithAgent } from './doubles/agents/install.ts';
import { temporaryFolder, writeFiles } from './support/folder.ts';
import { runLine } from './support/haft.ts';
import { ON_WINDOWS } from './support/posix.ts';

const [PAGE = ''] = readFileSync(join(import.meta.dirname, '../docs/evals.md'), 'utf8').split('\n## Suggestions\n');
const SHOWN = 'http://127.0.0.1:11434';
const WORDS = {
  late: 'get_time',
  clock: 'get_time',
  Bern: 'get_time',
  rain: 'get_forecast',
  sun: 'get_forecast',
  weather: 'get_forecast',
};
const CALLS = Object.fromEntries(
  Object.entries(WORDS).map(([word, name]) => [word, [{ name, arguments: { city: 'Oslo' } }]]),
);

/** A record has the day of its run, and the page that of the day on which it was written. */
const anyDay = (text: string): string => text.replaceAll(/\b20\d\d-\d\d-\d\d\b/g, 'DAY');

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

test.skipIf(ON_WINDOWS)('docs/evals.md', { timeout: 240_000 }, async () => {
  const { url, stop } = await startAgentApi(WORDS);
  const blocks = [...PAGE.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
  const files = blocks.flatMap(({ language, text }) => {
    const path = /^# (\S+)\n/.exec(text)?.[1];
    return language === 'yaml' && path !== undefined ? [[path, text.replaceAll(SHOWN, url)] as const] : [];
  });
  const { '.github/workflows/evals.yml': workflow = '', ...specs } = Object.fromEntries(files);
  const cwd = temporaryFolder(specs);
  const env = {
    ...process.env,
    NO_COLOR: '1',
    ANTHROPIC_API_KEY: 'none',
    PATH: pathWithAgent('claude-code', { rules: CALLS }),
  };
  const run = (line: string): { readonly text: string; readonly status: number | null } => {
    const { stdout, code } = runLine(cwd, line.replaceAll(SHOWN, url), env);
    return { text: stdout.replaceAll(url, SHOWN), status: code };
  };
  for (const { text } of blocks.filter(({ language }) => language === 'console'))
    for (const command of text.split(/^\$ /m).slice(1)) {
      const [line = '', ...printed] = command.split('\n');
      expect(anyDay(run(line).text), line).toBe(anyDay(printed.join('\n')));
    }

  writeFiles(cwd, { 'haft.yaml': specs['haft.yaml'] ?? '' });
  const { jobs } = parse(workflow) as Workflow;
  const linesOf = (job: string): string[] =>
    (jobs[job]?.steps ?? []).flatMap((step) => step.run ?? []).filter((line) => line !== 'npm ci');
  for (const part of ['1', '2', '3'])
    for (const line of linesOf('part')) expect(run(line.replaceAll('${{ matrix.part }}', part)).status, line).toBe(0);
  const [merge = ''] = linesOf('whole');
  expect(run(merge)).toEqual(run('haft eval --tier model --against contract'));
  stop();
});
