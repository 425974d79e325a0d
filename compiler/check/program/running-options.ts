/** Options by which a program that is no interpreter runs code or another program. Data; from their manuals. */
import { regex, wordSet } from '../../terms.ts';

/** By program, or program and subcommand: options whose value is a command, code, or a file of either. */
export const RUNNING_OPTIONS: Readonly<Record<string, string>> = {
  git: '-c --config --config-env --exec-path --upload-pack --receive-pack --exec --extcmd -x --open-files-in-pager -O --tree-filter --index-filter --msg-filter --env-filter --template --git-dir',
  'git clone': '-u',
  'go test': '-exec',
  'docker compose': '--file',
  'docker build': '-f --file',
  kubectl: '--kubeconfig',
  runuser: '-c --command --session-command',
  emacsclient: '-e --eval',
  open: '-a -b',
  vagrant: '-c --command',
  gcloud: '--command',
  'nix-shell': '--run --command -p --packages',
  nix: '-c --command',
  'start-stop-daemon': '--exec --startas -x -a',
  flatpak: '--command',
  hg: '--config --ssh --debugger',
  svn: '--config-option --config-dir --diff-cmd --diff3-cmd --editor-cmd',
  tar: '--to-command --checkpoint-action -I --use-compress-program --rsh-command --info-script --new-volume-script -F --rmt-command',
  bsdtar: '--use-compress-program',
  cpio: '--rsh-command --to-command',
  rsync: '-e --rsh --rsync-path',
  scp: '-o -S -F -D -J',
  sftp: '-o -S -F -D -b',
  mosh: '--ssh --server --client',
  rg: '--pre --hostname-bin',
  ag: '--pager',
  ack: '--pager',
  bat: '--pager --diff-context-exec',
  man: '-P --pager -H --html -C --config-file',
  zip: '-TT --unzip-command',
  sort: '--compress-program',
  split: '--filter',
  curl: '-K --config',
  wget: '-e --execute --config --use-askpass',
  psql: '-c --command -f --file',
  mysql: '-e --execute --pager --init-command',
  mariadb: '-e --execute --pager --init-command',
  pandoc: '--filter -F --lua-filter -L --pdf-engine --defaults -d',
  jq: '-L',
  nmap: '--script',
  tcpdump: '-z --postrotate-command',
  ncat: '-e --exec -c --sh-exec --lua-exec',
  nc: '-e -c',
  openssl: '-engine -provider',
  less: '-k --lesskey-file',
  gcc: '-fplugin -B -wrapper -specs',
  'ansible-playbook': '-i --inventory -e --extra-vars',
  ansible: '-a --args -m --module-name -i --inventory -e --extra-vars',
  openvpn: '--up --down --config',
  'redis-cli': '--eval',
  exiftool: '-if -config',
  tshark: '-X',
  gpg: '--photo-viewer --agent-program --options',
};

/** By program: what follows one of these, up to ";" or "+", is a program with its arguments. */
export const RUNNING_REST: Readonly<Record<string, string>> = {
  find: '-exec -execdir -ok -okdir',
  fd: '-x --exec -X --exec-batch',
  'gnome-terminal': '-- -x -e',
  xterm: '-e',
  konsole: '-e',
  alacritty: '-e',
  fdfind: '-x --exec -X --exec-batch',
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

/** Programs for which "--" does not end the options. */
export const NO_END_OF_OPTIONS: ReadonlySet<string> = new Set(['find']);

/** Environment variables that change which program or code runs, for `env NAME=value`. */
export const RUNNING_VARIABLE = regex('i')`
  PATH|_OPTIONS?$|OPTS?$|FLAGS$|^LD_|^DYLD_|^GIT_|PAGER|EDITOR|VISUAL|BROWSER|SHELL|^(?:BASH_)?ENV$|^BASH|^IFS$|
  ^PS\d$|COMMAND|_CMD$|_PROGRAM$|^PYTHON|^PERL|^RUBY|^NODE|^LUA|^PHP|JAVA|^JDK|^HOME$|_HOME$|^XDG_|^ZDOTDIR$|
  ^LESS|CONFIG|_RC$|RC$|^GCONV|^MALLOC|^TMP|^COMSPEC$|WRAPPER|^SSH_|ASKPASS|^CC$|^CXX$|^AR$|LAUNCHER
`;
