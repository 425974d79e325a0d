/** What an installation does to the folders that it copies: skills, and the scripts of `--copy`. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EntryStatus } from '../../install/plan-file.ts';
import type { InstallState } from '../../install/state.ts';
import { Failure } from '../../../../edge/command-line/failure.ts';
import { planCopy } from './copies.ts';
import type { CopyPlan } from './copies.ts';
import { isFormer, isOutput } from './draft.ts';
import type { InstallPlace } from './draft.ts';
import { ownFolders } from './current-system.ts';
import type { Options } from './options.ts';
import type { Target } from './target.ts';
import { readTree } from './tree.ts';

export function planSkills(target: Target, folder: string, place: InstallPlace): Record<string, EntryStatus> {
  const { installable, options, out } = place.context;
  const wanted = installable.skills.map(({ name, folder: source, files }) => ({
    to: join(folder, name),
    name,
    source,
    files,
  }));
  const copies = place.draft.states.get(place.state)?.after.copies ?? {};
  const gone = Object.entries(copies).filter(([to, { from, hosts }]) => {
    const chosen = hosts.includes(target.host.id) && isFormer(to.slice(folder.length + 1), options);
    return chosen && from === out && dirname(to) === folder && !wanted.some((one) => one.to === to);
  });
  const done = wanted.map(({ name, ...one }) => [name, planOne(one, target, place, options)] as const);
  const dropped = gone.map(([to]) => {
    const copy = { to, source: '', files: new Map<string, never>() };
    return [to.slice(folder.length + 1), planOne(copy, target, place, { ...options, remove: true })] as const;
  });
  return Object.fromEntries([...done, ...dropped]);
}

type Copied = Pick<Parameters<typeof planCopy>[0], 'to' | 'files' | 'source'>;

type CopyOptions = Pick<Options, 'remove' | 'force' | 'link'>;

function planOne(
  copy: Copied,
  { host }: Target,
  { state, draft, context }: InstallPlace,
  options: CopyOptions,
): EntryStatus {
  const states = draft.states.get(state);
  const record = states?.after.copies[copy.to];
  const { remove, force, link } = options;
  const earlier = draft.copies.get(copy.to);
  if (earlier && record && !remove) {
    const hosts = [...new Set([...record.hosts, host.id])].sort();
    if (states) states.after = withCopy(states.after, copy.to, { ...record, hosts });
    return earlier.happened;
  }
  const plan = planCopy(
    { ...copy, host: host.id, record },
    { remove, force, link, from: context.out, lives: isOutput },
  );
  draft.copies.set(copy.to, plan);
  if (states) states.after = withCopy(states.after, copy.to, plan.record);
  return plan.happened;
}

function withCopy(state: InstallState, to: string, record: CopyPlan['record']): InstallState {
  const { [to]: _old, ...copies } = state.copies;
  return { ...state, copies: record ? { ...copies, [to]: record } : copies };
}

/** The scripts of `--copy`, each in a folder of its own. */
export function planServers(target: Target, place: InstallPlace): void {
  for (const { name, script } of place.context.installable.servers) {
    const file = readTree(dirname(script)).get('server.mjs');
    const to = join(ownFolders(place.context.system).data, 'servers', name);
    const copy = file && { to, files: new Map([['server.mjs', file]]), source: '' };
    const happened = copy && planOne(copy, target, place, { ...place.context.options, link: false });
    if (happened === 'foreign' || happened === 'edited' || happened === 'other project')
      throw new Failure(`"${to}" is not a copy of this server.`, 'Move it away, or use --force.');
  }
}

/** All copies that a removal asks for; with an installation, those of servers that are no longer compiled. */
export function dropServers(target: Target, place: InstallPlace): void {
  const { options, installable, out, system } = place.context;
  const folder = join(ownFolders(system).data, 'servers');
  const copies = place.draft.states.get(place.state)?.after.copies ?? {};
  for (const [to, { hosts, from }] of Object.entries(copies)) {
    const name = to.slice(folder.length + 1);
    const isStillCompiled =
      !options.remove && (from !== out || installable.servers.some((server) => server.name === name));
    if (
      !isStillCompiled &&
      isFormer(name, options) &&
      dirname(to) === folder &&
      hosts.includes(target.host.id) &&
      existsSync(to)
    )
      planOne({ to, files: new Map(), source: '' }, target, place, { ...options, remove: true, link: false });
  }
}
