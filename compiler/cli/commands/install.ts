/** `haft install <host…>`: compiled servers and skills into the files and folders of hosts, and out of them again. */
import type { Command, ExitCode, Invocation } from '../../edge/command-line/command.ts';
import { OUT, text, textFlag, texts, toggle } from '../../edge/command-line/command.ts';
import { changedInput } from '../../edge/cache/state.ts';
import { currentSystem } from '../../features/connect/run/install/current-system.ts';
import { type Options, checkVariables, readOptions } from '../../features/connect/run/install/options.ts';
import { outFolder, readInstallable } from '../../features/connect/run/install/output.ts';
import {
  diffLines,
  hostLines,
  isLeft,
  refusalLines,
  secretValues,
  unusedUrl,
} from '../../features/connect/run/install/print.ts';
import { install } from '../../features/connect/run/install/run.ts';
import type { Context, InstallRefusal } from '../../features/connect/run/install/draft.ts';
import type { HostPlan } from '../../features/connect/run/install/plan.ts';
import { RUNNER_ADDRESS } from '../../spec/hosts/local-model.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { remarkOnContext, readModelOptions } from '../../features/connect/run/install/model/options.ts';
import { currentKeys, installModel, isUnfinished, modelLines } from '../../features/connect/run/install/model/run.ts';
import { reportFindings } from '../../edge/command-line/report.ts';
import { realPlace } from '../../edge/project-files/read.ts';
import { damagedOutput } from '../../edge/tasks/damaged-output.ts';
import { rootOf, slashed } from '../../edge/project/root.ts';
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { posix, resolve, win32 } from 'node:path';
import type { HostSystem } from '../../spec/hosts/config-file.ts';
import { Failure, attempt } from '../../edge/command-line/failure.ts';

export const installCommand: Command = {
  name: 'install',
  summary: 'Connect the compiled servers and skills to hosts, or disconnect them.',
  positional: '<host…>',
  flags: {
    user: toggle('For all projects of this user.'),
    project: toggle('For this project (default in a repository, where the host has a file for it).'),
    host: texts('host', 'A host, like the argument (repeatable).'),
    only: texts('name', 'Only this server or skill (repeatable).'),
    env: texts('NAME=value', 'Write this value into the entries.'),
    'env-from-shell': texts('NAME', 'Write a reference to this variable, which the host has.'),
    'dry-run': toggle('Write nothing; show what would change.'),
    remove: toggle('Remove the entries and skills.'),
    force: toggle('Also replace or remove what was changed by hand or is not from Haft.'),
    copy: toggle('Copy the servers, so that they do not depend on the output folder.'),
    link: toggle('Link the skills instead of copying them.'),
    'no-skills': toggle('Only servers.'),
    'allow-missing': toggle('Install even if a required variable has no value.'),
    portable: toggle('Write entries that work in every clone: `node` from PATH, paths below the project.'),
    node: text('path', 'The Node that runs the servers (default: the one that runs Haft).'),
    url: text('url', 'Address of servers that do not offer stdio.'),
    'local-model': text('tag', 'Connect the host to this model of a local model runner.'),
    'base-url': text('url', `Address of the model runner (default: ${RUNNER_ADDRESS}).`),
    'config-path': text('file', 'The configuration file of the host, if it is not in the usual place.'),
    out: OUT,
  },
  meant: { uninstall: 'haft install <host> --remove', remove: 'haft install <host> --remove' },
  examples: [
    ['haft install claude-code', 'All servers and skills of this project.'],
    ['haft install codex gemini --user --only library', 'One server, for two hosts, in all projects.'],
    ['haft install claude-code --dry-run', 'Show the changes of each file.'],
    ['haft install claude-code --remove', 'Undo it.'],
    ['haft install --local-model qwen3:8b --host opencode', 'The model of a local runner, for opencode.'],
  ],
  run(invocation): ExitCode | Promise<ExitCode> {
    if (textFlag(invocation, 'local-model') !== undefined) return runModel(invocation);
    const options = readOptions(invocation);
    const system = currentSystem();
    const { root, out } = outFolder(invocation.cwd, textFlag(invocation, 'out'));
    if (!options.remove && isDamaged({ root, out: realPlace(out) }, invocation.cwd)) return 1;
    const installable = options.remove ? readIfThere(out, options) : readInstallable(out, options.only);
    if (!options.remove) checkVariables(options, installable);
    const node = nodePath(options.node, system, invocation.cwd);
    const context: Context = { options, installable, system, root, out, node: node.path };
    if (!options.remove) warnOfChanges(root, out);
    if (!options.remove) process.stderr.write(escapeUnsafe(unusedUrl(options.url, installable.servers)));
    const { plans, draft } = install(context);
    const secrets = secretValues(plans, draft, installable, options.values);
    if (plans.some(({ refusals }) => refusals.length > 0)) return refuse(plans, secrets);
    if (options.dryRun) process.stdout.write(diffLines(draft, system, secrets));
    process.stdout.write(`${plans.map((plan) => hostLines(plan, system, options.remove)).join('\n')}\n`);
    if (options.dryRun) process.stdout.write('Nothing was written.\n');
    else if (!options.remove) warn(plans, options, node.versioned);
    return plans.some(({ entries, skills }) => [...Object.values(entries), ...Object.values(skills)].some(isLeft))
      ? 1
      : 0;
  },
};

async function runModel(invocation: Invocation): Promise<ExitCode> {
  const options = readModelOptions(invocation);
  const system = currentSystem();
  const { plans, draft } = installModel(options, { system, root: rootOf(invocation.cwd) });
  const secrets = plans.flatMap((plan) => currentKeys(plan, draft));
  if (plans.some(({ refusals }) => refusals.length > 0))
    return refuse(
      plans.map(({ refusals, host, config }) => ({ refusals, target: { host, config } })),
      secrets,
    );
  if (options.dryRun) process.stdout.write(diffLines(draft, system, secrets));
  process.stdout.write(`${plans.map((plan) => modelLines(plan, options, system)).join('\n')}\n`);
  if (options.dryRun) process.stdout.write('Nothing was written.\n');
  const remark = options.remove ? undefined : await remarkOnContext(options.runner);
  if (remark !== undefined) process.stderr.write(`${escapeUnsafe(remark)}\n`);
  return plans.some((plan) => isUnfinished(plan, options)) ? 1 : 0;
}

/** As a release does, for a host would start what git mixed or a full disk cut. */
function isDamaged(folders: Parameters<typeof damagedOutput>[0], cwd: string): boolean {
  const diagnostics = damagedOutput(folders, ', and install again');
  if (diagnostics.length === 0) return false;
  reportFindings({ diagnostics, sources: [], root: folders.root, cwd }, 'text');
  process.stderr.write('Nothing was written.\n');
  return true;
}

/** What was compiled may be gone; what was installed is known. */
function readIfThere(out: string, { only }: Options): Context['installable'] {
  return attempt(() => readInstallable(out, only)) ?? { servers: [], skills: [] };
}

interface Refused {
  readonly refusals: readonly InstallRefusal[];
  readonly target: Parameters<typeof refusalLines>[1];
}

function refuse(plans: readonly Refused[], secrets: readonly string[]): 1 {
  // A requirement of every host is printed once.
  const texts = plans.map(({ target, refusals }) => refusalLines(refusals, target, secrets));
  for (const text of new Set(texts)) process.stderr.write(text);
  process.stderr.write('Nothing was written.\n');
  return 1;
}

/** The compiled state is installed, even if the specs have changed since. */
function warnOfChanges(root: string, out: string): void {
  const changed = changedInput(root, out);
  if (changed === undefined) return;
  const path = escapeUnsafe(slashed(root, changed) || '.');
  process.stderr.write(
    `warning: "${path}" has changed since the last \`haft compile\`. The compiled state is installed; run \`haft compile\` first.\n`,
  );
}

function warn(plans: readonly HostPlan[], { portable, copy }: Options, versioned: boolean): void {
  if (versioned)
    process.stderr.write(
      'warning: The entries name one version of Node. After an update of Node, run this again, or use --node.\n',
    );
  const shared = plans.some(
    ({ target, entries }) => target.scope === 'project' && Object.values(entries).includes('added'),
  );
  if (shared && !portable && !copy)
    process.stderr.write('warning: The entries have paths of this machine. If the files are shared, use --portable.\n');
}

/** What is asked of the programs on this machine. */
export interface NodeProbe {
  /** The Node that runs Haft. */
  readonly running: string;
  /** Its version, such as `v22.12.0`. */
  readonly version: string;
  readonly exists: (path: string) => boolean;
  /** The version it prints outside of any project; undefined if it does not start. */
  readonly versionOf: (path: string) => string | undefined;
}

/** Folders of version managers and package managers: an update makes another one. */
const VERSIONED =
  /[/\\](?:\.nvm[/\\]versions|nvm[/\\]v\d|\.volta[/\\]tools[/\\]image|mise[/\\]installs|\.?asdf[/\\]installs|fnm_multishells|fnm[/\\]node-versions|Cellar|nix[/\\]store|snap[/\\]node[/\\]\d|scoop[/\\]apps[/\\][\w-]+[/\\]\d)/;

/** `option`: what the command line says. `versioned`: whether it is inside a folder of one version. */
export function nodePath(
  option: string | undefined,
  system: HostSystem,
  cwd: string,
  probe: NodeProbe = thisNode(system),
): { readonly path: string; readonly versioned: boolean } {
  if (option !== undefined) {
    const path = resolve(cwd, option);
    if (!probe.exists(path))
      throw new Failure(`There is no program "${option}".`, 'Give the path of Node: --node /usr/bin/node.');
    return { path, versioned: false };
  }
  const { running } = probe;
  if (!VERSIONED.test(running)) return { path: running, versioned: false };
  const major = (version: string | undefined): string | undefined => version?.split('.')[0];
  const stable = stablePaths(system, running).find(
    (one) => probe.exists(one) && major(probe.versionOf(one)) === major(probe.version),
  );
  return stable === undefined ? { path: running, versioned: true } : { path: stable, versioned: false };
}

function thisNode({ home }: HostSystem): NodeProbe {
  return {
    running: process.execPath,
    version: process.version,
    exists: existsSync,
    versionOf: (path) => {
      if (realpathSync(path) === realpathSync(process.execPath)) return process.version;
      // A shim has the version of the folder in which it is started; a host is started anywhere.
      const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000, cwd: home });
      return stdout?.trim() || undefined;
    },
  };
}

/** Paths that stay, the ones of all users first. */
function stablePaths({ platform, home, env }: HostSystem, running: string): readonly string[] {
  if (platform === 'windows') {
    const { join } = win32;
    const link = env['NVM_SYMLINK'];
    return [
      join(env['ProgramFiles'] ?? 'C:\\Program Files', 'nodejs', 'node.exe'),
      ...(link ? [join(link, 'node.exe')] : []),
      running.replace(/(scoop\\apps\\[\w-]+\\)\d[^\\]*/, '$1current'),
    ].filter((path) => path !== running);
  }
  const { join } = posix;
  const data = env['XDG_DATA_HOME'] || join(home, '.local/share');
  return [
    '/opt/homebrew/bin/node',
    '/usr/local/bin/node',
    '/usr/bin/node',
    '/home/linuxbrew/.linuxbrew/bin/node',
    // Of a formula that is not linked, such as node@22.
    running.replace(/Cellar\/([^/]+)\/[^/]+/, 'opt/$1'),
    '/run/current-system/sw/bin/node',
    '/snap/bin/node',
    join(home, '.nix-profile/bin/node'),
    join(env['VOLTA_HOME'] || join(home, '.volta'), 'bin/node'),
    join(env['ASDF_DATA_DIR'] || join(home, '.asdf'), 'shims/node'),
    join(env['MISE_DATA_DIR'] || join(data, 'mise'), 'shims/node'),
    join(env['FNM_DIR'] || join(data, 'fnm'), 'aliases/default/bin/node'),
  ].filter((path) => path !== running);
}
