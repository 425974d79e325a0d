/** The script of an entry exists, but cannot be read. */
import { NO_TOOL, inLaunches } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const scriptUnread: Symptom = {
  id: 'script-unread',
  symptom: NO_TOOL,
  cause: 'the script of the entry is a folder, or may not be read',
  fix: 'move it away, then `haft compile` and `haft install`',
  byHand: 'what is in its place is not from Haft',
  blocks: true,
  look: inLaunches(({ script }, { key, form }) => {
    if (script?.unread === undefined) return undefined;
    const inner = form.kind === 'program' ? form.keys.args : 'args';
    const say = 'Move it away, or make it readable; then run `haft compile` and `haft install`.';
    return { key: `${key}.${inner}`, cause: script.unread, fix: { say } };
  }),
};
