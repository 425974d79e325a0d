/** A change that may break callers is acknowledged before it is released. */
import { commandName } from '../../plan/named-tools.ts';
import { addDays } from '../../base/calendar.ts';
import { releasedToolIn } from './released-tool.ts';
import type { PolicyRule } from './policy.ts';

/** Long enough for a review and a release. */
const DAYS = 30;

export const undecided: PolicyRule = {
  id: 'version/undecided',
  says: 'A change that may break callers must be acknowledged before it is released.',
  why: 'Haft found neither a proof that every call still works nor a call that fails, so its author must decide.',
  next: 'Compare both versions. If callers break, run `haft bump <tool>`; if none does, add above the line: `# haft-ignore version/undecided until <date>: <reason>`.',
  source: 'EXT §9 rule 2',
  locked: true,
  dated: true,
  when: 'review',
  judge({ before, pairs, changes, dates: { today } }) {
    const releasedOf = releasedToolIn(pairs);
    const ignore = `# haft-ignore version/undecided until ${addDays(today, DAYS)}: <reason>`;
    return changes.flatMap(({ axis, level, target, kind, subject, fingerprint }) => {
      const released = releasedOf(target);
      if (axis !== 'wire' || level !== 'unknown' || !released) return [];
      const bump = released.deprecated
        ? `change "${released.deprecated.use}" instead`
        : `run \`haft bump ${commandName({ server: target.server ?? '', tool: released.name }, before)}\``;
      return [
        {
          target,
          judges: fingerprint,
          says: `Possibly breaking change to ${subject} (${kind}) without an acknowledgement.`,
          next: `If a call or a consumer breaks, ${bump}. If none does, add above this line, with the reason: \`${ignore}\`.`,
        },
      ];
    });
  },
};
