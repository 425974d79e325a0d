/** Shells and interpreters, with the options by which code reaches them. Data; from their manuals. */
import type { Everything, Interpreter, PowerShell, ProgramSpec, Shell } from './program-spec.ts';
import { sameFor } from '../../terms.ts';

const SHELL: Shell = { runs: 'shell' };
const POWERSHELL: PowerShell = { runs: 'powershell' };

const code = (options: string, more: Omit<Interpreter, 'runs' | 'code'> = {}): Interpreter => ({
  runs: 'code',
  code: options,
  ...more,
});
const everything = (more: Omit<Everything, 'runs'> = {}): Everything => ({ runs: 'everything', ...more });

const PYTHON = code('-c -m', {
  values: '-W -X -Q --check-hash-based-pycs',
  codeEnds: true,
  runners: 'pdb timeit runpy trace cProfile profile',
  interactive: '-i',
});
const NODE = code('-e --eval -p --print -pe', {
  values:
    '-r --require --import --loader --experimental-loader -C --conditions --env-file --env-file-if-exists --title --input-type --icu-data-dir --openssl-config --redirect-warnings --dns-result-order --disable-warning --test-name-pattern --test-reporter --test-reporter-destination --watch-path --run --snapshot-blob --build-snapshot-config --experimental-config-file',
  interactive: '-i --interactive',
});
const DENO: Interpreter = code('', {
  values: '-c --config --import-map --lock --cert --location --seed -r-- --ext --preload --env-file --inspect',
});
const BUN = code('-e --eval -p --print', {
  values: '-r --preload --require --import --config -c --cwd --env-file -F --filter --tsconfig-override --define -d',
});
const PERL = code('-e -E', { values: '-I -M -m -x -i -0 -F -C -D -V -l' });
const RUBY = code('-e', { values: '-I -r -E -C -x -i -0 -F -K -T -W' });
const PHP = code('-r --run -B --process-begin -R --process-code -E --process-end', {
  values: '-c -d -f --file -F --process-file -t -S -z --php-ini --define',
  interactive: '-a',
});
const LUA = code('-e', { values: '-l -j -O -b', scriptToo: true, interactive: '-i' });
const TCL = code('-c', { values: '-encoding -f -b' });
const AWK = code('-f --file -e --source -E --exec', {
  values: '-v --assign -F --field-separator -i --include -l --load -W',
  plain: '-v --assign -F --field-separator',
  noStdin: true,
});
const SED = code('-e --expression -f --file', {
  values: '-l --line-length',
  noStdin: true,
});
const JAVA = code('-jar -m --module', {
  values:
    '-cp -classpath --class-path -p --module-path --add-modules --source --patch-module --add-opens --add-exports',
});
const SQL = everything({ values: '-cmd -separator -newline -nullvalue -init -vfs', operands: 1, safe: '-safe' });
const EVALUATED = code('-e --eval -eval -E -p -P --print', { values: '-r -L -l -I -i --load -load' });

export const INTERPRETERS: Readonly<Record<string, ProgramSpec>> = {
  ...sameFor(
    'sh bash zsh dash ksh mksh pdksh ksh93 fish ash csh tcsh rbash yash posh rc es osh ysh hush git-shell',
    SHELL,
  ),
  ...sameFor('powershell pwsh powershell_ise', POWERSHELL),
  ...sameFor('cmd', everything({ ownInput: /^\/[ckr]/i })),
  ...sameFor('python pypy pythonw py ipython micropython', PYTHON),
  ...sameFor('node nodejs iojs electron', NODE),
  ...sameFor('tsx ts-node babel-node coffee', { ...NODE, values: `${NODE.values ?? ''} -P --project --tsconfig -T` }),
  deno: {
    runs: 'subcommand',
    values: DENO.values ?? '',
    of: {
      eval: DENO,
      run: DENO,
      serve: DENO,
      test: DENO,
      bench: DENO,
      repl: code('--eval --eval-file'),
      install: DENO,
      task: DENO,
    },
    otherwise: DENO,
  },
  ...sameFor('perl raku', PERL),
  ...sameFor('ruby jruby truffleruby irb', RUBY),
  php: PHP,
  osascript: code('-e', { values: '-l -s' }),
  ...sameFor('lua luajit texlua', LUA),
  ...sameFor('r rscript littler', code('-e -f', { values: '--args -g --gui' })),
  julia: code('-e --eval -E --print -L --load', { values: '-J -C -t --threads -H -m --project -p' }),
  ...sameFor('groovy elixir', code('-e --eval -r -pr -pa', { values: '-cp -I -S' })),
  ...sameFor('scala kotlin clojure clj erl ghc runghc runhaskell ocaml swift jshell', EVALUATED),
  ...sameFor('sbcl clisp guile racket scheme chez gosh csi emacs octave matlab maxima sage', everything()),
  ...sameFor('tclsh wish expect', TCL),
  ...sameFor('nu xonsh elvish ion', code('-c --commands', { values: '--config --env-config --rc' })),
  ...sameFor('awk gawk mawk nawk', AWK),
  sed: SED,
  java: JAVA,
  ...sameFor('javaw mono dotnet-script csharp cscript wscript mshta', code('-e')),
  ...sameFor('sqlite3 duckdb', SQL),
  ...sameFor('gnuplot gs gdb lldb dc ed ex vi vim nvim view', everything()),
  ...sameFor('mongosh mongo', code('--eval -f --file', { values: '--host --port -u -p --username --password' })),
  ...sameFor('at batch crontab su', everything()),
  '.': everything({ noStdin: true }),
  // Builtins of shells, in code that they are given.
  ...sameFor('eval source trap alias', everything({ noStdin: true })),
  ...sameFor('make gmake bmake nmake just rake mvn ant invoke', everything({ values: '-j', noStdin: true })),
  ...sameFor('tmux screen dtach', everything({ noStdin: true })),
};

export { BUN };
