/** A breaking change to a released tool needs a successor. */
import type { ToolReference } from '../../check/tool-names.ts';
import { commandName } from '../../plan/named-tools.ts';
import { releasedToolIn } from './released-tool.ts';
import { parameterDefault } from './parameter-default.ts';
import type { PolicyRule, Violation } from './policy.ts';

function nextOf(tool: string, successor: ToolReference | undefined): Pick<Violation, 'next' | 'command'> {
  const command = successor === undefined ? `haft bump ${tool}` : `haft bump --restore ${tool}`;
  return successor === undefined
    ? { command, next: `Run \`${command}\`: it restores the released version and publishes this one as its successor.` }
    : {
        command,
        next: `It is deprecated, so change "${successor}" instead. \`${command}\` puts the released version back.`,
      };
}

export const breakingInPlace: PolicyRule = {
  id: 'version/breaking-in-place',
  says: 'A breaking change to a released tool must be published as a new tool.',
  why: 'Callers and saved prompts rely on the released version; a breaking change under the same name fails without notice.',
  next: 'Run `haft bump <tool>`: it restores the released version and publishes this one as its successor.',
  source: 'EXT §9 rule 2',
  locked: true,
  yieldsTo: parameterDefault.id,
  judge({ before, pairs, changes }) {
    const releasedOf = releasedToolIn(pairs);
    return changes.flatMap(({ axis, level, target, kind, subject, fingerprint }) => {
      const released = releasedOf(target);
      if (axis !== 'wire' || level !== 'breaking' || !released) return [];
      return [
        {
          target,
          judges: fingerprint,
          says: `Breaking change to ${subject} (${kind}).`,
          ...nextOf(
            commandName({ server: target.server ?? '', tool: released.name }, before),
            released.deprecated?.use,
          ),
        },
      ];
    });
  },
};
