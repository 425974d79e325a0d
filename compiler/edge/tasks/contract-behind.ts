/** What a ref released and the contract of this branch does not have: no command acts on it here, so the step is to get it. */
import { isEqual } from '../../base/json.ts';
import { shellWord } from '../../base/text/escape.ts';
import { readContract, releasedParts } from '../../plan/contract.ts';
import type { Plan } from '../../plan/model.ts';
import type { Change } from '../../versions/change.ts';
import { compareVersions } from '../../versions/semver.ts';
import { CONTRACT } from '../project/contract.ts';
import type { readAtRef } from '../project/git.ts';
import { SHORT_COMMIT, textAt } from '../project/git.ts';

/** The step at violations about tools of such releases, where the specs have no edit since that a command could act on. */
export function contractStep(root: string, at: Pick<ReturnType<typeof readAtRef>, 'commit' | 'branch' | 'isMerged'>) {
  const text = textAt(root, at.commit, CONTRACT);
  const there = text === undefined ? undefined : readContract(text);
  if (!there || !('plan' in there)) return undefined;
  const [parts, step] = [partsOf(there.plan), stepOf(at)];
  return (own: Plan | undefined, now: Plan) => {
    const [ownParts, nowParts] = [own ? partsOf(own) : new Map<string, never>(), partsOf(now)];
    const isMissing = ({ axis, target: { server, tool } }: Change): boolean => {
      const key = `server ${server} tool ${tool}`;
      const [released, here, current] = [parts.get(key), ownParts.get(key), nowParts.get(key)];
      if (axis !== 'policy' || !released || isEqual(released.content, here?.content)) return false;
      const version = ownParts.get(released.owner)?.version;
      const isLater = version !== undefined && compareVersions(version, released.version) > 0;
      return !isLater && (!here || isEqual(here.content, current?.content));
    };
    return (change: Change): Change => {
      if (!isMissing(change)) return change;
      const { command: _refused, ...others } = change;
      return { ...others, next: step };
    };
  };
}

function partsOf(plan: Plan) {
  return new Map(releasedParts(plan).map((part) => [part.key, part]));
}

function stepOf({ commit, branch, isMerged }: Parameters<typeof contractStep>[1]): string {
  const gets = isMerged
    ? `restore it with \`git checkout ${commit.slice(0, SHORT_COMMIT)} -- ${CONTRACT}\`, and run \`haft diff\``
    : `run \`git merge ${shellWord(branch)}\` first`;
  return `The contract of this branch does not have what "${branch}" released of it: ${gets}.`;
}
