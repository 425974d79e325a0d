/** The command line of `haft install --local-model` → what is wanted, checked. */
import { resolve } from 'node:path';
import { HOSTS, MODEL_HOSTS } from '../../../../../spec/hosts/index.ts';
import { type ModelHost, type Runner, RUNNER_ADDRESS } from '../../../../../spec/hosts/local-model.ts';
import type { EntryScope } from '../../../../../emit/host-files/desired-entry.ts';
import { type Invocation, textFlag } from '../../../../../edge/command-line/command.ts';
import { Failure } from '../../../../../edge/command-line/failure.ts';
import { unknownName } from '../../../../../edge/command-line/unknown-name.ts';
import { namedHosts } from '../options.ts';

export interface ModelOptions {
  readonly hosts: readonly ModelHost[];
  readonly scope: EntryScope;
  readonly runner: Runner;
  /** Absolute. */
  readonly configPath: string | undefined;
  readonly remove: boolean;
  readonly dryRun: boolean;
  readonly force: boolean;
}

/** Flags of the command that are about models too. */
const FITTING = [
  'local-model',
  'base-url',
  'host',
  'user',
  'project',
  'dry-run',
  'remove',
  'force',
  'config-path',
] as const;

/** @throws Failure for what does not fit together. */
export function readModelOptions(invocation: Invocation): ModelOptions {
  const { cwd, flags, lists } = invocation;
  const flagNames = [...Object.keys(flags), ...Object.keys(lists)];
  const other = flagNames.find((name) => !FITTING.some((one) => one === name));
  if (other !== undefined)
    throw new Failure(`The flag --${other} is about servers, not about a model.`, 'Install the model on its own.');
  const is = (name: string): boolean => flags[name] === true;
  if (is('user') && is('project')) throw new Failure('Use --user or --project, not both.', 'Remove one of them.');
  const runner = { model: tagOf(invocation), address: addressOf(textFlag(invocation, 'base-url') ?? RUNNER_ADDRESS) };
  const names = namedHosts(invocation);
  const config = textFlag(invocation, 'config-path');
  if (config !== undefined && names.length !== 1)
    throw new Failure('The flag --config-path needs exactly one host.', 'Name the host that reads the file.');
  return {
    hosts: names.map((name) => modelHostOf(name, runner)),
    // The runner is one of this machine, not of a project.
    scope: is('project') ? 'project' : 'user',
    runner,
    configPath: config === undefined ? undefined : resolve(cwd, config),
    remove: is('remove'),
    dryRun: is('dry-run'),
    force: is('force'),
  };
}

/** @throws Failure for a host whose model cannot be set, with the reason (EXT §5). */
function modelHostOf(id: string, runner: Runner): ModelHost {
  const host = MODEL_HOSTS.find((one) => one.id === id);
  if (host) return host;
  const ids = MODEL_HOSTS.map((one) => one.id);
  const other = HOSTS.find((one) => one.id === id);
  if (other?.ownModel)
    throw new Failure(
      `${other.title} takes a local model by its environment, which Haft does not write.`,
      `For this model, ${other.ownModel(runner)}.`,
    );
  if (other?.hosted)
    throw new Failure(
      `${other.title} is a hosted agent: it needs a login with its vendor or an API key, and Haft knows no setting of it for a local model.`,
      `Hosts that take a local model: ${ids.join(', ')}.`,
    );
  if (other)
    throw new Failure(
      `Haft cannot set a local model for ${other.title}.`,
      `Choose the model in its own settings. Hosts that take one from Haft: ${ids.join(', ')}.`,
    );
  throw unknownName([`Unknown host "${id}".`, id], ids, `Hosts that take a local model: ${ids.join(', ')}.`);
}

function tagOf(invocation: Invocation): string {
  const tag = textFlag(invocation, 'local-model') ?? '';
  if (/^[\w.@+][\w.:/@+-]{0,199}$/.test(tag)) return tag;
  throw new Failure(
    `The flag --local-model must be the tag of a model, got "${tag}".`,
    'Write it as the runner lists it, such as --local-model qwen3:8b.',
  );
}

/** Without a slash or `/v1` at its end: hosts add what they need. */
function addressOf(written: string): string {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Failure(
      `The flag --base-url must be the address of a runner, got "${written}".`,
      `Write --base-url ${RUNNER_ADDRESS}.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new Failure(
      'The address of --base-url has a name or a password, which would be written into files of hosts.',
      'Leave it out.',
    );
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}`;
}
