/** Finds programs on Windows as a shell does, and starts batch files so that no argument is read as code by `cmd.exe`. */
import type { PlatformPath } from 'node:path';

interface Search {
  /** Where relative paths begin: an absolute folder. */
  readonly cwd: string;
  readonly path: string;
  /** Of the system; what Windows has by default where it is empty. */
  readonly pathExt: string;
  readonly win32: PlatformPath;
}

/** What Windows can start without an application for it, in the order of its own `PATHEXT`. */
const ENDINGS = ['.com', '.exe', '.bat', '.cmd'];

/**
 * The paths at which a program may be, in order. A name is searched for in the absolute folders of PATH and nowhere
 * else: Windows itself would take a file of this name in the working folder first.
 */
export function placesOf(program: string, { cwd, path, pathExt, win32 }: Search): readonly string[] {
  const listed = pathExt.toLowerCase().split(';');
  const known = listed.filter((ending) => ENDINGS.includes(ending));
  const endings = known.length > 0 ? known : ENDINGS;
  const own = win32.extname(program).toLowerCase();
  const names = ENDINGS.includes(own)
    ? [program]
    : [...endings.map((ending) => program + ending), ...(own === '' ? [] : [program])];
  if (/[/\\:]/.test(program)) return names.map((name) => win32.resolve(cwd, name));
  const folders = path.split(';').map((folder) => folder.replaceAll('"', ''));
  return folders
    .filter((folder) => /^(?:[a-z]:[/\\]|[/\\]{2})/i.test(folder))
    .flatMap((folder) => names.map((name) => win32.join(folder, name)));
}

export function isBatchFile(file: string): boolean {
  // Windows opens "x.cmd. ." as "x.cmd".
  return /\.(?:bat|cmd)[. ]*$/i.test(file);
}

/** Characters with a meaning between quotes: no quoting takes it away in every batch file. */
const NEVER = /["%!\p{Cc}]/u;
/** Those that a batch file gives their meaning back when it takes the quotes off. */
const RISKY = /["%!&|<>^\p{Cc}]/u;

/**
 * The rest of the line that begins with `cmd.exe` and runs a batch file; nothing where an argument could be read as code.
 * `trusted`: the arguments are the author's and the operator's own.
 */
export function batchLine(file: string, args: readonly string[], trusted: boolean): string | undefined {
  if (NEVER.test(file) || args.some((arg) => (trusted ? NEVER : RISKY).test(arg))) return undefined;
  return `/d /e:on /v:off /s /c "${[file, ...args].map(quoted).join(' ')}"`;
}

/** The program behind the batch file reads `\"` as a quote. */
function quoted(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '\\') end -= 1;
  return `"${text}${text.slice(end)}"`;
}
