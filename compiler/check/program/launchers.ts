/** Programs that start another program, with the arguments before it. Data; from their manuals. */
import { BUN } from './interpreters.ts';
import type { Everything, Interpreter, Launcher, ProgramSpec } from './program-spec.ts';
import { sameFor } from '../../terms.ts';

const launcher = (more: Omit<Launcher, 'runs'> = {}): Launcher => ({ runs: 'program', ...more });
const CODE: Everything = { runs: 'everything', noStdin: true };

const IN_CONTAINER =
  '-i --interactive -t --tty -d --detach --rm --init --privileged -P --publish-all --read-only -q --quiet --no-healthcheck --oom-kill-disable --latest -l -T --no-TTY --no-deps --service-ports --use-aliases --build --no-tty --sig-proxy --disable-content-trust --replace --tls-verify';
const EXEC = launcher({
  flags: IN_CONTAINER,
  plain: '-u --user -w --workdir -n --namespace -c --container --index',
  operands: 1,
  anywhere: true,
});
const RUN = launcher({
  flags: IN_CONTAINER,
  plain: '--name -u --user -l --label -m --memory -w --workdir',
  operands: 1,
});
const CONTAINERS: ProgramSpec = {
  runs: 'subcommand',
  values:
    '-H --host -c --context --config -l --log-level --connection --url --root -f --file -p --project-name --profile',
  of: { exec: EXEC, run: RUN, create: RUN },
};
const DOCKER: ProgramSpec = { ...CONTAINERS, of: { ...CONTAINERS.of, container: CONTAINERS, compose: CONTAINERS } };
const KUBECTL: ProgramSpec = {
  runs: 'subcommand',
  values: '-n --namespace --context --cluster --kubeconfig -s --server --token --user --as',
  of: {
    exec: launcher({
      values: '-n --namespace -c --container --context --cluster --kubeconfig -f --filename --pod-running-timeout',
      plain: '-n --namespace -c --container --context --cluster',
      operands: 1,
      anywhere: true,
    }),
    run: launcher({ flags: '-i --stdin -t --tty --rm --attach --command --quiet -q --expose', operands: 1 }),
    debug: launcher({ flags: '-i --stdin -t --tty --attach --quiet -q --share-processes', operands: 1 }),
  },
};
const PACKAGE = launcher({
  values: '-p --package -w --workspace --with --from --python --spec -n --name -C --prefix --dir',
  code: '-c --call',
});
const PACKAGES: ProgramSpec = {
  runs: 'subcommand',
  values: '-C --prefix --dir --cwd -w --workspace -F --filter --directory --project -n --name -m --manifest-path',
  of: {
    exec: PACKAGE,
    x: PACKAGE,
    dlx: PACKAGE,
    run: PACKAGE,
    tool: { runs: 'subcommand', of: { run: PACKAGE } },
  },
};
const SCRIPT: Interpreter = {
  runs: 'code',
  values: '-w --workspace -C --prefix --dir --cwd -F --filter',
  noStdin: true,
};
const SCRIPTS: ProgramSpec = { ...PACKAGES, of: { ...PACKAGES.of, run: SCRIPT, 'run-script': SCRIPT, script: SCRIPT } };
/** Its arguments are those of the author’s own program. */
const PASSES: Everything = { runs: 'everything', operands: Number.MAX_SAFE_INTEGER, noStdin: true };
const SOURCE: ProgramSpec = {
  runs: 'subcommand',
  values: '-C',
  of: { run: launcher({ values: '-exec -tags -C' }), generate: CODE },
};

export const LAUNCHERS: Readonly<Record<string, ProgramSpec>> = {
  env: launcher({
    values: '-u --unset -C --chdir -a --argv0',
    plain: '-u --unset',
    code: '-S --split-string',
    splits: '-S --split-string',
    assignments: true,
  }),
  ...sameFor(
    'nohup setsid command builtin caffeinate unbuffer catchsegv winpty dumb-init exec proxychains proxychains4 torsocks',
    launcher(),
  ),
  ...sameFor('busybox toybox', launcher()),
  nice: launcher({ values: '-n --adjustment' }),
  ionice: launcher({ values: '-c --class -n --classdata -p' }),
  ...sameFor('stdbuf', launcher({ values: '-i --input -o --output -e --error' })),
  time: launcher({ values: '-f --format -o --output' }),
  timeout: launcher({
    values: '-s --signal -k --kill-after',
    plain: '-s --signal -k --kill-after',
    operands: 1,
    anywhere: true,
  }),
  sudo: launcher({
    values: '-u --user -g --group -h --host -p --prompt -C -T -r -t -U -D --chdir -R --chroot',
    plain: '-u --user -g --group',
    assignments: true,
  }),
  doas: launcher({ values: '-u -C', plain: '-u' }),
  ...sameFor('pkexec runuser', launcher({ values: '--user -u -g -G', plain: '--user -u', code: '-c --command' })),
  ...sameFor('gosu su-exec chpst setuidgid', launcher({ operands: 1, anywhere: true })),
  ...sameFor(
    'setpriv',
    launcher({ flags: '--clear-groups --init-groups --keep-groups --nnp --no-new-privs --reset-env' }),
  ),
  chroot: launcher({ values: '--userspec --groups', operands: 1 }),
  chrt: launcher({ values: '-T -P -D', operands: 1, anywhere: true }),
  taskset: launcher({ operands: 1, anywhere: true }),
  numactl: launcher({ values: '-C -N -m -p -i' }),
  ...sameFor('unshare nsenter prlimit', launcher({ values: '-t --target -S --setuid -G --setgid -R --root -w --wd' })),
  ...sameFor('strace ltrace dtruss', launcher({ values: '-o -e -p -s -u -E -a -P -I -O -S -X -b' })),
  valgrind: launcher({ values: '' }),
  ...sameFor('bwrap firejail', CODE),
  'systemd-run': launcher({
    values: '-p --property -u --unit -M -H --uid --gid --slice -E --setenv --working-directory',
  }),
  flock: launcher({ values: '-w --timeout -E', code: '-c --command', operands: 1, anywhere: true }),
  watch: launcher({ values: '-n --interval', joined: true, unjoined: '-x --exec' }),
  script: launcher({ code: '-c --command', operands: 1 }),
  ...sameFor('entr dbus-run-session rlwrap fakeroot proot daemonize ssh-agent trickle catatonit tini', launcher()),
  's6-setuidgid': launcher({ operands: 1, anywhere: true }),
  'xvfb-run': launcher({
    values: '-n --server-num -e --error-file -f --auth-file -p --xauth-protocol -s --server-args -w --wait',
  }),
  ...sameFor(
    'watchexec nodemon',
    launcher({ values: '-w --watch -e --exts --ext -i --ignore -d --delay', code: '-x --exec' }),
  ),
  ...sameFor('cross-env dotenv dotenvx', launcher({ values: '-e -f', assignments: true })),
  hyperfine: launcher({ values: '-w --warmup -r --runs -m -M -L -n --export-json', joined: true }),
  perf: {
    runs: 'subcommand',
    of: { stat: launcher({ values: '-e -o -r' }), record: launcher({ values: '-e -o -F -g' }) },
  },
  ...sameFor('direnv aws-vault chamber', {
    runs: 'subcommand',
    of: { exec: launcher({ operands: 1, anywhere: true }) },
  }),
  ...sameFor('op doppler infisical', {
    runs: 'subcommand',
    of: { run: launcher({ values: '--env-file -p --project -c --config', code: '--command' }) },
  }),
  machinectl: { runs: 'subcommand', of: { shell: launcher({ operands: 1, anywhere: true }) } },
  ...sameFor('adb', { runs: 'subcommand', of: { shell: CODE } }),
  ...sameFor('nix guix', { runs: 'subcommand', of: { run: launcher(), shell: launcher(), environment: launcher() } }),
  ...sameFor('sg newgrp capsh run-parts concurrently salt pdsh socat msbuild', CODE),
  ...sameFor(
    'ssh rsh dbclient plink',
    launcher({
      values: '-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -P -pw -Q -R -S -W -w',
      plain: '-l -p -P -i',
      operands: 1,
      anywhere: true,
      joined: true,
      input: 'code',
    }),
  ),
  xargs: launcher({
    values:
      '-I -i -d --delimiter -E -L --max-lines -n --max-args -P --max-procs -s --max-chars -a --arg-file --replace -R -S -J',
    replaces: '-I -i --replace -J',
    input: 'arguments',
  }),
  parallel: launcher({
    values:
      '-j --jobs -I -a --arg-file --colsep -C -S --sshlogin --joblog --results --timeout --delay --retries -n -N -L -d --tmpdir',
    joined: true,
    appends: ':::',
    input: 'code',
  }),
  docker: DOCKER,
  ...sameFor('podman nerdctl finch lxc incus', DOCKER),
  'docker-compose': CONTAINERS,
  ...sameFor('kubectl oc k3s microk8s', KUBECTL),
  flatpak: { runs: 'subcommand', of: { run: launcher({ values: '--arch --branch' }) } },
  snap: { runs: 'subcommand', of: { run: launcher() } },
  ip: {
    runs: 'subcommand',
    of: { netns: { runs: 'subcommand', of: { exec: launcher({ operands: 1, anywhere: true }) } } },
  },
  ...sameFor('npx bunx pnpx uvx', PACKAGE),
  ...sameFor('npm pnpm yarn composer', SCRIPTS),
  ...sameFor('uv poetry pipenv pipx rye hatch pdm bundle bundler conda mamba micromamba', PACKAGES),
  bun: {
    runs: 'subcommand',
    values: '--cwd -c --config',
    of: { run: BUN, x: PACKAGE, exec: CODE, test: BUN },
    otherwise: BUN,
  },
  go: SOURCE,
  cargo: { runs: 'subcommand', of: {} },
  dotnet: { runs: 'subcommand', of: { exec: launcher(), run: PASSES }, otherwise: launcher() },
  git: {
    runs: 'subcommand',
    values: '-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix --attr-source',
    of: {
      submodule: { runs: 'subcommand', of: { foreach: CODE } },
      bisect: { runs: 'subcommand', of: { run: launcher() } },
      'filter-branch': CODE,
      config: { runs: 'everything', noStdin: true, safe: '--get' },
    },
  },
  ...sameFor('wsl', launcher({ values: '-d --distribution -u --user --cd', joined: true })),
  ...sameFor('rundll32 regsvr32 forfiles wmic schtasks', CODE),
};
