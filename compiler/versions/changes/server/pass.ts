/** Capabilities of upstreams that a server passes on, such as prompts. */
import type { UpstreamDescriptor } from '@haft/runtime';
import { sameJson } from '@haft/runtime/language';
import type { ServerPlan } from '../../../plan/model.ts';
import type { ServerPair } from '../../change.ts';
import { changeKinds } from '../../kind.ts';

export const SERVER_PASS = changeKinds('server', [
  {
    id: 'server/pass-added',
    axis: 'model',
    level: 'risky',
    says: 'A capability of an upstream is now passed on.',
    why: 'Texts of the other server reach users and models as they are: they have no pins.',
    next: 'Read what the upstream offers there before you release.',
    example: { before: passing('prompts'), after: passing('prompts, resources') },
    mirror: 'server/pass-removed',
    detect(pair, found) {
      for (const { capability, before, after } of passedIn(pair))
        if (!before && after) found({ path: pathOf(after), after: capability });
    },
  },
  {
    id: 'server/pass-removed',
    axis: 'wire',
    level: 'breaking',
    says: 'A capability of an upstream is no longer passed on.',
    why: 'Hosts no longer find its prompts, resources, completions or log messages, and requests for them fail.',
    next: 'Keep passing it on, or tell users where else they find it.',
    mirror: 'server/pass-added',
    detect(pair, found) {
      for (const { capability, before, after } of passedIn(pair))
        if (before && !after) found({ path: pathOf(before), before: capability });
    },
  },
  {
    id: 'server/pass-replaced',
    axis: 'wire',
    level: 'risky',
    says: 'A capability is passed on from another upstream.',
    why: 'What hosts find there comes from another program or address: names and texts can differ.',
    next: 'Compare what both offer before you release.',
    example: {
      before: 'upstreams: { tracker: { command: [tracker-mcp], pass: [prompts] }, wiki: { command: [wiki-mcp] } }',
      after: 'upstreams: { tracker: { command: [tracker-mcp] }, wiki: { command: [wiki-mcp], pass: [prompts] } }',
    },
    detect(pair, found) {
      for (const { before, after } of passedIn(pair)) {
        if (!before || !after || before.name === after.name || sameJson(before.reached, after.reached)) continue;
        found({ path: pathOf(after), before: before.name, after: after.name });
      }
    },
  },
]);

interface Source {
  readonly name: string;
  /** The same program or address under another name is no change. */
  readonly reached: Pick<UpstreamDescriptor, 'command' | 'url'>;
}

interface PassedPair {
  readonly capability: string;
  readonly before: Source | undefined;
  readonly after: Source | undefined;
}

function passedIn({ before, after }: ServerPair): PassedPair[] {
  if (!before || !after) return [];
  const [old, now] = [sourcesOf(before), sourcesOf(after)];
  const capabilities = [...new Set([...old.keys(), ...now.keys()])];
  return capabilities.map((one) => ({ capability: one, before: old.get(one), after: now.get(one) }));
}

/** By capability; each has one upstream. */
function sourcesOf({ upstreams = {} }: ServerPlan): ReadonlyMap<string, Source> {
  const sources = Object.entries(upstreams).flatMap(([name, { pass = [], command, url }]) => {
    const reached = { ...(command && { command }), ...(url !== undefined && { url }) };
    return pass.map((one): [string, Source] => [one, { name, reached }]);
  });
  return new Map(sources);
}

function pathOf({ name }: Source): string[] {
  return ['upstreams', name, 'pass'];
}

function passing(capabilities: string): string {
  return `upstreams: { tracker: { command: [tracker-mcp], pass: [${capabilities}] } }`;
}
