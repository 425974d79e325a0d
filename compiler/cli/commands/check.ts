/** `haft check`: everything there is to say about the specs, and nothing written. */
import type { Command } from '../command.ts';
import { FORMAT, SPECS, textFlag } from '../command.ts';
import { checkProject } from '../build.ts';
import { openProject } from '../project.ts';
import { counted, reportFindings } from '../report.ts';

export const checkCommand: Command = {
  name: 'check',
  summary: 'Check the specs and write nothing.',
  flags: { specs: SPECS, format: FORMAT },
  examples: [
    ['haft check', 'Check the specs of this project.'],
    ['haft check --format json', 'The same for programs: {"diagnostics": […], "summary": {…}} on stdout.'],
  ],
  async run(invocation) {
    const { cwd } = invocation;
    const format = textFlag(invocation, 'format');
    const opened = openProject({ cwd, specs: textFlag(invocation, 'specs') });
    if (!opened.value) return fail(reportFindings({ ...opened, root: cwd, cwd }, format).errors);
    const { diagnostics, texts, compiled } = await checkProject(opened.value, false);
    const summary = reportFindings({ diagnostics, sources: texts, root: opened.value.root, cwd }, format);
    if (format !== 'json' && compiled)
      process.stdout.write(`${whatIsThere(compiled.plan)} checked, ${counted(summary.warnings, 'warning')}.\n`);
    return fail(summary.errors);
  },
};

function fail(errors: number): 0 | 1 {
  return errors > 0 ? 1 : 0;
}

/** "2 servers with 7 tools, 1 skill". */
export function whatIsThere({
  servers,
  skills,
}: {
  servers: readonly { tools: readonly unknown[] }[];
  skills: readonly unknown[];
}): string {
  const tools = servers.reduce((sum, server) => sum + server.tools.length, 0);
  return `${counted(servers.length, 'server')} with ${counted(tools, 'tool')}, ${counted(skills.length, 'skill')}`;
}
