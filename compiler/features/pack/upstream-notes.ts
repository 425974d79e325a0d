/** What a package does not include although its servers start it: the programs of upstreams. */
import type { Package } from './format.ts';

/** Sentences for the person who makes it. */
export function upstreamNotes({ servers }: Pick<Package, 'servers'>): string[] {
  return servers.flatMap(({ plan }) =>
    Object.entries(plan.upstreams ?? {}).flatMap(([name, { command }]) => {
      if (command === undefined) return [];
      const own = command.find((part) => /^(?:\/|~|[A-Za-z]:[\\/])/.test(part));
      const here =
        own === undefined ? '' : ` "${own}" is a path of this machine: write a package or a variable instead.`;
      return [`${plan.name}: upstream "${name}" runs \`${command.join(' ')}\`, which must be installed there.${here}`];
    }),
  );
}
