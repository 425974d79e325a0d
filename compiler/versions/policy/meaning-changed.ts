/** The meaning of a released parameter does not change under its name. */
import { commandName } from '../../plan/named-tools.ts';
import { judgedTexts } from '../meaning/changed-texts.ts';
import { contradictionText } from './meaning.ts';
import type { PolicyRule } from './policy.ts';

export const meaningChanged: PolicyRule = {
  id: 'version/meaning-changed',
  says: 'The meaning of a parameter of a released tool must not change.',
  why: 'Callers keep sending what the old description asked for: nothing fails, but the answers are wrong.',
  next: 'If the meaning changed, run `haft bump <tool>`. If only the wording changed, run `haft release --same-meaning "<reason>"`.',
  source: 'EXT §9 rule 2',
  severity: 'warning',
  when: 'until-release',
  judge({ before, after, dates: { decisions = [] } }) {
    return judgedTexts(before, after, decisions).flatMap(
      ({ server, tool, path, before: old, after: now, decision }) => {
        const changed = contradictionText(old, now);
        if (decision || changed === undefined || path[0] !== 'parameters') return [];
        const name = path[1] ?? '';
        const named = commandName({ server, tool }, before, after);
        const next = `If the meaning changed, run \`haft bump ${named}\`. If only the wording changed, run \`haft release --same-meaning "<reason>" --tool ${named}\`.`;
        return [
          {
            target: { server, tool, path },
            next,
            says: `The meaning of parameter "${name}" may have changed (${changed}).`,
          },
        ];
      },
    );
  },
};
