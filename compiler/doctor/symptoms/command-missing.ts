/** The host does not find the program of the entry. */
import { NO_TOOL, inLaunches } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const commandMissing: Symptom = {
  id: 'command-missing',
  symptom: NO_TOOL,
  cause:
    'the program, mostly `node`, is not on the PATH of the host, or no longer at the path of the entry, or may not be executed',
  fix: '`haft install`, which writes the full path of Node',
  blocks: true,
  look: inLaunches(({ command, program, path, unexpanded, isClosed }, { key, form }, { again }) => {
    if (program !== undefined || unexpanded.length > 0) return undefined;
    const inner = form.kind === 'program' ? form.keys.command : 'command';
    if (isClosed)
      return { key: `${key}.${inner}`, cause: `"${command}" is a file that may not be executed.`, fix: again() };
    const isPath = /[/\\]/.test(command);
    const where = isPath ? 'There is no such program' : `The PATH of the host is "${path}", which has no such program`;
    return { key: `${key}.${inner}`, cause: `"${command}": ${where}.`, fix: again() };
  }),
};
