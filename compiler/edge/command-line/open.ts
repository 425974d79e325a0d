/** The project that a command is about: what most commands start with. */
import type { FormatName } from '../../report/format-names.ts';
import { type OpenedProject, type Project, openProject } from '../project/project.ts';
import { type Invocation, textFlag } from './command.ts';
import { reportFindings } from './report.ts';

/** Nothing where haft.yaml has errors, which are reported. */
export function openOrReport(
  invocation: Invocation,
  format: FormatName = 'text',
  out?: string,
): (OpenedProject & { readonly value: Project }) | undefined {
  const { cwd } = invocation;
  const opened = openProject({ cwd, specs: textFlag(invocation, 'specs'), out });
  if (opened.value) return { ...opened, value: opened.value };
  reportFindings({ ...opened, cwd }, format);
  return undefined;
}
