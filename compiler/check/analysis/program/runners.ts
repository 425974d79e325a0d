/** Programs that run what they are given: code, a file of code, or another program. Data, from their manuals. */
import { regex, sameFor, wordList, wordSet } from '../../../base/word-lists.ts';

/**
 * `program`: starts the program that follows. `line`: joins what follows into one line for a shell. `script`: the first
 * operand is a file of code or code; what follows is data. `shell`: the same, and the code is read. `code`: all of it is
 * code. `sub`: the first operand is a subcommand.
 */
const RUNNER_KINDS = ['program', 'line', 'script', 'shell', 'code', 'sub'] as const;

type RunnerKind = (typeof RUNNER_KINDS)[number];

/** What an option is: a value of the author, a value of the model as well, code, the script, a flag, one that reads code from standard input, one that turns all code off. */
export type OptionKind = 'value' | 'data' | 'code' | 'script' | 'flag' | 'input' | 'off';

export interface RunningProgram {
  readonly kind: RunnerKind;
  readonly options: ReadonlyMap<string, OptionKind>;
  /** Before what is run: "@" may be from the model, "!" may not. */
  readonly operands: string;
  /** `assigns`: NAME=value before the program; `ends`: code ends the options; `both`: a script next to code; `quiet`: no code from standard input; `valued`: all other options take a value. */
  readonly traits: ReadonlySet<string>;
}

/** After the name of an option: what it is. */
const MARKS: Readonly<Record<string, OptionKind>> = {
  '=': 'data',
  '!': 'code',
  '>': 'script',
  '.': 'flag',
  '<': 'input',
  '?': 'off',
};

const CONTAINER =
  'valued -i. --interactive. -t. --tty. -d. --detach. --rm. --init. --privileged. -P. --publish-all. --read-only. -q. --quiet. --no-healthcheck. --oom-kill-disable. --latest. -l. -T. --no-TTY. --no-deps. --service-ports. --use-aliases. --build. --no-tty. --sig-proxy. --disable-content-trust. --replace. --tls-verify.';
const NODE =
  '-e! --eval! -p! --print! -pe! -r --require --import --loader --experimental-loader -C --conditions --env-file --env-file-if-exists --title --input-type --icu-data-dir --openssl-config --redirect-warnings --dns-result-order --disable-warning --test-name-pattern --test-reporter --test-reporter-destination --watch-path --run --snapshot-blob --build-snapshot-config --experimental-config-file -i< --interactive<';
const DENO = '-c --config --import-map --lock --cert --location --seed --ext --preload --env-file --inspect';
const BUN =
  '-e! --eval! -p! --print! -r --preload --require --import --config -c --cwd --env-file -F --filter --tsconfig-override --define -d';
const PACKAGE = '-p --package -w --workspace --with --from --python --spec -n --name -C --prefix --dir -c! --call!';
const SCRIPTS = 'quiet -w --workspace -C --prefix --dir --cwd -F --filter';
const FOLDERS = '-C --prefix --dir --cwd -w --workspace -F --filter --directory --project -n --name -m --manifest-path';
const CONTAINERS = 'docker podman nerdctl finch lxc incus';
const COMPOSED = `${CONTAINERS} docker/container docker/compose podman/container podman/compose docker-compose`;
const NPM = 'npm pnpm yarn composer';
const UV = 'uv poetry pipenv pipx rye hatch pdm bundle bundler conda mamba micromamba';
const KUBE = 'kubectl oc k3s microk8s';

/** Programs, with subcommands after ":"; the kind; operands, options and traits. */
const ROWS = `
  sh bash zsh dash ksh mksh pdksh ksh93 fish ash csh tcsh rbash yash posh rc es osh ysh hush git-shell | shell | -c! --command! -o +o --rcfile --init-file --init-command -s< -i<
  powershell pwsh powershell_ise | code | -file> -f> /file> /f> -command! -c! -encodedcommand! -enc! -e!
  cmd | code | /c! /k! /r!
  python pypy pythonw py ipython micropython | script | ends -c! -m! -W -X -Q --check-hash-based-pycs -i<
  node nodejs iojs electron | script | ${NODE}
  tsx ts-node babel-node coffee | script | ${NODE} -P --project --tsconfig -T
  deno | script | ${DENO}
  deno : eval run serve test bench install task | script | ${DENO}
  deno : repl | script | --eval! --eval-file!
  bun | script | ${BUN}
  bun : run test | script | ${BUN}
  bun : x | program | ${PACKAGE}
  bun : exec | code | quiet
  perl raku | script | -e! -E! -I -M -m -x -F -C -D -V
  ruby jruby truffleruby irb | script | -e! -I -r -E -C -x -F -K -T -W
  php | script | -r! --run! -B! --process-begin! -R! --process-code! -E! --process-end! -c -d -f --file -F --process-file -t -S -z --php-ini --define -a<
  osascript | script | -e! -l -s
  lua luajit texlua | script | both -e! -l -j -O -b -i<
  r rscript littler | script | -e! -f! --args -g --gui
  julia | script | -e! --eval! -E! --print! -L! --load! -J -C -t --threads -H -m --project -p
  groovy elixir | script | -e! --eval! -r! -pr! -pa! -cp -I -S
  scala kotlin clojure clj erl ghc runghc runhaskell ocaml swift jshell | script | -e! --eval! -eval! -E! -p! -P! --print! -r -L -l -I -i --load -load
  tclsh wish expect | script | -c! -encoding -f -b
  nu xonsh elvish ion | script | -c! --commands! --config --env-config --rc
  awk gawk mawk nawk | script | quiet -f! --file! -e! --source! -E! --exec! -v= --assign= -F= --field-separator= -i --include -l --load -W
  sed | script | quiet -e! --expression! -f! --file! -l --line-length
  java | script | -jar! -m! --module! -cp -classpath --class-path -p --module-path --add-modules --source --patch-module --add-opens --add-exports
  javaw mono dotnet-script csharp cscript wscript mshta | script | -e!
  mongosh mongo | script | --eval! -f! --file! --host --port -u -p --username --password
  sqlite3 duckdb | code | @ -safe? -cmd -separator -newline -nullvalue -init -vfs
  sbcl clisp guile racket scheme chez gosh csi emacs octave matlab maxima sage gnuplot gs gdb lldb dc ed ex vi vim nvim view at batch crontab su | code |
  make gmake bmake nmake just rake mvn ant invoke | code | quiet -j
  . eval source trap alias tmux screen dtach bwrap firejail sg newgrp capsh run-parts concurrently salt pdsh socat msbuild rundll32 regsvr32 forfiles wmic schtasks | code | quiet
  parallel | code |
  env | program | assigns -u= --unset= -C --chdir -a --argv0 -S! --split-string!
  sudo | program | assigns -u= --user= -g= --group= -h --host -p --prompt -C -T -r -t -U -D --chdir -R --chroot
  cross-env dotenv dotenvx | program | assigns -e -f
  nohup setsid command builtin caffeinate unbuffer catchsegv winpty dumb-init exec proxychains proxychains4 torsocks busybox toybox valgrind entr dbus-run-session rlwrap fakeroot proot daemonize ssh-agent trickle catatonit tini | program |
  nice | program | -n --adjustment
  ionice | program | -c --class -n --classdata -p
  stdbuf | program | -i --input -o --output -e --error
  time | program | -f --format -o --output
  timeout | program | @ -s= --signal= -k= --kill-after=
  doas | program | -u= -C
  pkexec runuser | program | --user= -u= -g -G -c! --command!
  gosu su-exec chpst setuidgid taskset s6-setuidgid | program | @
  setpriv | program | valued --clear-groups. --init-groups. --keep-groups. --nnp. --no-new-privs. --reset-env.
  chroot | program | ! --userspec --groups
  chrt | program | @ -T -P -D
  numactl | program | -C -N -m -p -i
  unshare nsenter prlimit | program | -t --target -S --setuid -G --setgid -R --root -w --wd
  strace ltrace dtruss | program | -o -e -p -s -u -E -a -P -I -O -S -X -b
  systemd-run | program | -p --property -u --unit -M -H --uid --gid --slice -E --setenv --working-directory
  flock | program | @ -w --timeout -E -c! --command!
  script | program | ! -c! --command!
  xvfb-run | program | -n --server-num -e --error-file -f --auth-file -p --xauth-protocol -s --server-args -w --wait
  watchexec nodemon | program | -w --watch -e --exts --ext -i --ignore -d --delay -x! --exec!
  watch | line | -n --interval -x? --exec?
  hyperfine | line | -w --warmup -r --runs -m -M -L -n --export-json
  wsl | line | -d --distribution -u --user --cd
  ssh rsh dbclient plink | line | @ -b -c -D -E -e -F -I -i= -J -L -l= -m -O -o -p= -P= -pw -Q -R -S -W -w
  xargs | program | -I -i -d --delimiter -E -L --max-lines -n --max-args -P --max-procs -s --max-chars -a --arg-file --replace -R -S -J
  ${COMPOSED} | sub | -H --host -c --context --config -l --log-level --connection --url --root -f --file -p --project-name --profile
  ${COMPOSED} : exec | program | @ ${CONTAINER} -u= --user= -w= --workdir= -n= --namespace= -c= --container= --index=
  ${COMPOSED} : run create | program | ! ${CONTAINER} --name= -u= --user= --label= -m= --memory= -w= --workdir=
  ${KUBE} | sub | -n --namespace --context --cluster --kubeconfig -s --server --token --user --as
  ${KUBE} : exec | program | @ -n= --namespace= -c= --container= --context= --cluster= --kubeconfig -f --filename --pod-running-timeout
  ${KUBE} : run debug | program | ! valued -i. --stdin. -t. --tty. --rm. --attach. --command. --quiet. -q. --expose. --share-processes.
  npx bunx pnpx uvx | program | ${PACKAGE}
  ${NPM} ${UV} uv/tool | sub | ${FOLDERS}
  ${NPM} ${UV} : exec x dlx | program | ${PACKAGE}
  ${UV} uv/tool : run | program | ${PACKAGE}
  ${NPM} : run run-script script | script | ${SCRIPTS}
  go | sub | -C
  go : run | program | -exec -tags -C
  go : generate | code | quiet
  cargo | sub |
  dotnet | program |
  dotnet : exec | program |
  dotnet : run | program | @
  git | sub | -C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix --attr-source
  git : filter-branch | code | quiet
  git : config | code | quiet --get?
  git/submodule | sub |
  git/submodule : foreach | code | quiet
  git/bisect | sub |
  git/bisect : run | program |
  perf direnv aws-vault chamber machinectl op doppler infisical flatpak snap nix guix adb ip ip/netns | sub |
  perf : stat record | program | -e -o -r -F -g
  direnv aws-vault chamber ip/netns : exec | program | @
  machinectl : shell | program | @
  op doppler infisical : run | program | --env-file -p --project -c --config --command!
  flatpak snap nix guix : run | program | --arch --branch
  nix guix : shell environment | program |
  adb : shell | code | quiet
`;

/** By program, with subcommands after "/". */
export const RUNNERS: ReadonlyMap<string, RunningProgram> = new Map(ROWS.trim().split('\n').flatMap(entriesOf));

function entriesOf(row: string): [string, RunningProgram][] {
  const [programs = '', kind = '', tokens = ''] = row.split(' | ').map((cell) => cell.trim().replace(/ \|$/, ''));
  const [names = '', commands] = programs.split(' : ');
  const keys = wordList(names).flatMap((name) => {
    return commands === undefined ? [name] : wordList(commands).map((command) => `${name}/${command}`);
  });
  const runner = runnerOf(RUNNER_KINDS.find((one) => one === kind) ?? 'program', tokens === '' ? [] : wordList(tokens));
  return keys.map((key) => [key, runner]);
}

function runnerOf(kind: RunnerKind, tokens: readonly string[]): RunningProgram {
  const options = tokens.filter((token) => /^[-+/]./.test(token));
  return {
    kind,
    options: new Map(
      options.map((token) => {
        const mark = MARKS[token.slice(-1)];
        return [mark ? token.slice(0, -1) : token, mark ?? 'value'];
      }),
    ),
    operands: tokens.filter((token) => token === '@' || token === '!').join(''),
    traits: new Set(tokens.filter((token) => /^[a-z]/.test(token))),
  };
}

/** By program, or program and subcommand: options whose value is a command, code, or a file of either. */
export const RUNNING_OPTIONS: Readonly<Record<string, string>> = {
  git: '-c --config --config-env --exec-path --upload-pack --receive-pack --extcmd -x --open-files-in-pager -O --tree-filter --index-filter --msg-filter --env-filter --template --git-dir',
  'git clone': '-u',
  'go test': '-exec',
  'docker compose': '--file',
  'docker build': '-f --file',
  kubectl: '--kubeconfig',
  runuser: '-c',
  emacsclient: '-e',
  open: '-a -b',
  vagrant: '-c',
  'nix-shell': '--run -p --packages',
  nix: '-c',
  'start-stop-daemon': '--startas -x -a',
  hg: '--config --ssh --debugger',
  svn: '--config-option --config-dir --diff-cmd --diff3-cmd --editor-cmd',
  tar: '--checkpoint-action -I --use-compress-program --info-script --new-volume-script -F',
  bsdtar: '--use-compress-program',
  rsync: '-e --rsync-path',
  scp: '-o -S -F -D -J',
  sftp: '-o -S -F -D -b',
  mosh: '--ssh --server --client',
  rg: '--pre --hostname-bin',
  bat: '--diff-context-exec',
  man: '-P -H --html -C --config-file',
  zip: '-TT',
  sort: '--compress-program',
  split: '--filter',
  curl: '-K --config',
  wget: '-e --config --use-askpass',
  psql: '-c -f --file',
  mysql: '-e',
  mariadb: '-e',
  pandoc: '--filter -F --lua-filter -L --pdf-engine --defaults -d',
  jq: '-L',
  nmap: '--script',
  tcpdump: '-z',
  ncat: '-e -c --sh-exec --lua-exec',
  nc: '-e -c',
  openssl: '-engine -provider',
  less: '-k --lesskey-file',
  gcc: '-fplugin -B -wrapper -specs',
  'ansible-playbook': '-i --inventory -e --extra-vars',
  ansible: '-a --args -m --module-name -i --inventory -e --extra-vars',
  openvpn: '--up --down --config',
  exiftool: '-if -config',
  tshark: '-X',
  gpg: '--photo-viewer --agent-program --options',
};

/** Options with these names run their value, whatever the program is. */
export const RUNNING_NAME = /^--(?!no-)(?:[a-z]+-)*(?:exec|execute|eval|command|pager|rsh)$/;

/** By program: what follows one of these, up to ";" or "+", is a program with its arguments. */
export const RUNNING_REST: Readonly<Record<string, string>> = {
  find: '-exec -execdir -ok -okdir',
  fd: '-x --exec -X --exec-batch',
  fdfind: '-x --exec -X --exec-batch',
  'gnome-terminal': '-- -x -e',
  xterm: '-e',
  konsole: '-e',
  alacritty: '-e',
};

/** By program, or program and subcommand: letters of short options that take the rest of their word as a value. */
export const VALUED_LETTERS: Readonly<Record<string, string>> = {
  ...sameFor('grep egrep fgrep', 'efmABCdD'),
  'git grep': 'efmABC',
  'git log': 'nSGL',
  'git diff': 'USGO',
  'git commit': 'mFcCt',
  'git tag': 'mF',
  rg: 'efgmABCtTjMErd',
  ...sameFor('head tail', 'nc'),
  sort: 'koStT',
  cut: 'bcdf',
  uniq: 'fs',
  ...sameFor('fold fmt', 'w'),
  paste: 'd',
  split: 'abln',
  seq: 'sf',
  diff: 'UCIFxXLW',
  patch: 'pdio',
  date: 'dr',
  touch: 'dtr',
  mkdir: 'm',
  du: 'd',
  ping: 'cis',
  lpr: 'P',
  curl: 'AbcCdDeEFHmoPQrtTuUwxXyYz',
  wget: 'iOoPtTUQw',
  ...sameFor('tar bsdtar', 'fCTXb'),
  psql: 'dhpUvFRToLP',
  ...sameFor('mysql mariadb', 'uhPDSp'),
  pandoc: 'ftoVMHBATc',
  kubectl: 'nocfls',
  gh: 'RL',
};

/** By program: standard input holds commands or code. */
export const RUNNING_INPUT: ReadonlySet<string> = new Set(['psql', 'mysql', 'mariadb', 'sftp', 'ftp', 'telnet']);

/** `git -c name=value`: names of settings that run nothing. */
export const HARMLESS_GIT_SETTING = /^(?:user\.(?:name|email)|color\.\w+|log\.\w+|core\.quotepath)=/i;

/** Programs that read what to run from their working directory. */
export const READS_FOLDER = wordSet(`
  make gmake bmake nmake just rake npm npx pnpm yarn bun deno cargo go mvn gradle ant invoke task ninja cmake bazel
  pytest tox nox bundle composer vagrant terraform docker-compose meson scons
`);

/** Environment variables that change which program or code runs, for `env NAME=value`. */
export const RUNNING_VARIABLE = regex('i')`
  PATH|_OPTIONS?$|OPTS?$|FLAGS$|^LD_|^DYLD_|^GIT_|PAGER|EDITOR|VISUAL|BROWSER|SHELL|^(?:BASH_)?ENV$|^BASH|^IFS$|
  ^PS\d$|COMMAND|_CMD$|_PROGRAM$|^PYTHON|^PERL|^RUBY|^NODE|^LUA|^PHP|JAVA|^JDK|^HOME$|_HOME$|^XDG_|^ZDOTDIR$|
  ^LESS|CONFIG|_RC$|RC$|^GCONV|^MALLOC|^TMP|^COMSPEC$|WRAPPER|^SSH_|ASKPASS|^CC$|^CXX$|^AR$|LAUNCHER
`;
