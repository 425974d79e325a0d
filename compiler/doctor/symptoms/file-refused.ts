/** The host does not read its own file. */
import { NO_TOOL, inFiles } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const fileRefused: Symptom = {
  id: 'file-refused',
  symptom: NO_TOOL,
  cause: 'the host cannot read the file because of a comment, a trailing comma, a byte order mark or an error in it',
  fix: 'remove it from the line that the finding shows',
  byHand: 'the rest of the file belongs to the user',
  look: inFiles(({ problem, scope }, { host }) => {
    if (!problem) return undefined;
    const { format } = host.config[scope] ?? {};
    // The host may read what Haft does not.
    const isCertain = format?.syntax !== 'json' || format.json5 !== true;
    const start = isCertain ? `${host.title} does not read the file. ` : '';
    return { line: problem.line, cause: `${start}${problem.message}`, fix: { say: problem.hint } };
  }),
};
