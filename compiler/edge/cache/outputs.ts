/** The sums of files that an earlier process printed from the same Plan of a server: they are printed again only where the disk says something else (ADR 74). */
import type { Plan, ServerPlan } from '../../plan/model.ts';
import { isMapValue } from '../../spec/yaml/value.ts';
import type { Project } from '../project/project.ts';
import { slashed } from '../project/root.ts';
import type { FileContent } from '../write/content.ts';
import { hashOf, setHash } from '../write/decide.ts';
import { keyOfAll, recall, remember, sumOf } from './remembered.ts';

const NAME = 'outputs.json';

/** By path. */
type Sums = Readonly<Record<string, string>>;

/** Gives contents the sums that are known; `save` records those of this run. */
export function knownOutputs(
  { root, out, settings }: Project,
  { servers }: Plan,
  contents: readonly FileContent[],
): { save: () => void } {
  const { outputs, outputHosts } = settings;
  const key = keyOfAll([root, slashed(out, root), JSON.stringify([outputs, outputHosts.map(({ id }) => id)])]);
  const recalled = recall(root, NAME, key);
  const before = isMapValue(recalled) ? (recalled as Record<string, Sums>) : {};
  const printed = servers.filter(isPlanAlone).map((server) => ({
    sum: sumOf([JSON.stringify(server)]),
    files: contents.filter(
      ({ path, source }) => source === server.source && path.startsWith(`servers/${server.name}/`),
    ),
  }));
  for (const { sum, files } of printed)
    for (const file of files) {
      const known = before[sum]?.[file.path];
      if (known !== undefined) setHash(file, known);
    }
  const now = (): Record<string, Sums> =>
    Object.fromEntries(
      printed.map(({ sum, files }) => [sum, Object.fromEntries(files.map((file) => [file.path, hashOf(file)]))]),
    );
  return {
    save() {
      if (printed.some(({ sum }) => before[sum] === undefined)) remember(root, NAME, key, now());
    },
  };
}

/** Files of skills and the code of handlers are in no Plan. */
function isPlanAlone({ skills, tools }: ServerPlan): boolean {
  return skills === undefined && tools.every(({ handlerFile }) => handlerFile === undefined);
}
