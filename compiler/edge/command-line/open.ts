/** The project that a command is about: what most commands start with. */
import type { FormatName } from '../../report/format-names.ts';
import { type OpenedProject, type Project, openProject } from '../project/project.ts';
import { type Invocation, textFlag } from './command.ts';
import { reportFindings } from './report.ts';

interface Opening {
  /** The output folder, where another one is asked for. */
  readonly out?: string | undefined;
  /** The findings are what the command was asked for. */
  readonly isOutput?: boolean;
}

/** Undefined if haft.yaml has errors, which are reported. */
export function openOrReport(
  invocation: Invocation,
  format: FormatName = 'text',
  { out, ...printing }: Opening = {},
): (OpenedProject & { readonly value: Project }) | undefined {
  const { cwd } = invocation;
  const opened = openProject({ cwd, specs: textFlag(invocation, 'specs'), out });
  if (opened.value) return { ...opened, value: opened.value };
  reportFindings({ ...opened, cwd }, format, printing);
  return undefined;
}
