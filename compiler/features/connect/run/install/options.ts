/** The command line of `haft install` → what is wanted, checked. */
import { resolve } from 'node:path';
import type { Host } from '../../../../spec/hosts/host.ts';
import { HOSTS, MODEL_HOSTS } from '../../../../spec/hosts/index.ts';
import type { EntryScope } from '../../../../emit/host-files/desired-entry.ts';
import { type Invocation, textFlag } from '../../../../edge/command-line/command.ts';
import { Failure, unknownName } from '../../../../edge/command-line/failure.ts';
import type { Installable } from './output.ts';

export type Options = ReturnType<typeof readOptions>;

/** What installations of servers and of models have in common. @throws Failure for what does not fit together. */
export function sharedOptions(invocation: Invocation) {
  const { cwd, flags, positionals, lists } = invocation;
  const is = (name: string): boolean => flags[name] === true;
  if (is('user') && is('project')) throw new Failure('Use --user or --project, not both.', 'Remove one of them.');
  const config = textFlag(invocation, 'config-path');
  // Behind the command and with `--host`, each once.
  const names = [...new Set([...positionals, ...(lists['host'] ?? [])])];
  if (names.length === 0)
    throw new Failure(
      '`haft install` needs a host.',
      `Name one or more, such as \`haft install claude-code\`; \`haft hosts\` lists the hosts of this machine.`,
    );
  if (config !== undefined && names.length !== 1)
    throw new Failure('The flag --config-path needs exactly one host.', 'Name the host that reads the file.');
  return {
    is,
    names,
    shared: {
      /** Absolute. */
      configPath: config === undefined ? undefined : resolve(cwd, config),
      remove: is('remove'),
      dryRun: is('dry-run'),
      force: is('force'),
    },
  };
}

/** @throws Failure for what does not fit together. */
export function readOptions(invocation: Invocation) {
  const { flags, lists } = invocation;
  const { is, names, shared } = sharedOptions(invocation);
  if (flags['base-url'] !== undefined)
    throw new Failure('The flag --base-url requires --local-model.', 'For servers that listen, use --url.');
  if (is('portable') && is('copy')) throw new Failure('Use --portable or --copy, not both.', 'Remove one of them.');
  const scope: EntryScope | undefined = is('user') ? 'user' : is('project') || is('portable') ? 'project' : undefined;
  return {
    ...shared,
    hosts: names.map(hostOf),
    /** Absent: decided for each host. */
    scope,
    only: lists['only'] ?? [],
    values: Object.fromEntries((lists['env'] ?? []).map(readPair)),
    fromShell: new Set(lists['env-from-shell'] ?? []),
    node: textFlag(invocation, 'node'),
    url: textFlag(invocation, 'url'),
    copy: is('copy'),
    link: is('link'),
    skills: !is('no-skills'),
    allowMissing: is('allow-missing'),
    portable: is('portable'),
  };
}

/** @throws Failure for a name that no host has. */
export function hostOf(id: string): Host {
  const host = HOSTS.find((one) => one.id === id);
  if (host) return host;
  const ids = HOSTS.map((one) => one.id);
  const modelHost = MODEL_HOSTS.find((one) => one.id === id);
  if (modelHost)
    throw new Failure(
      `${modelHost.title} starts no tool servers.`,
      `It takes a model: \`haft install ${id} --local-model <tag>\`.`,
    );
  throw unknownName([`Unknown host "${id}".`, id], ids, `Known hosts: ${ids.join(', ')}.`);
}

function readPair(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Failure(`The flag --env must be NAME=value, got "${text}".`, 'Write --env NAME=value.');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** @throws Failure for a variable that no server reads. */
export function checkVariables({ values, fromShell }: Options, { servers }: Installable): void {
  const names = [...new Set(servers.flatMap(({ env }) => Object.keys(env)))];
  for (const name of [...Object.keys(values), ...fromShell]) {
    if (names.includes(name)) continue;
    const message = `No server reads a variable "${name}".`;
    throw unknownName([message, name], names, `Known variables: ${names.join(', ') || 'none'}.`, (guess) => guess);
  }
}
