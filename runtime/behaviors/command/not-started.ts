/** Failures of programs that could not be started: one code of the system has several causes. */
import type { ErrorCase } from '../../descriptor/descriptor.ts';
import type { ToolFailure } from '../../server/failure.ts';
import { authoredFailure, failure } from '../../server/failure.ts';
import { clip } from '../../language/describe.ts';
import { UNSAFE_ARGUMENT } from '../../programs/start.ts';
import type { ProgramCall } from './process.ts';

const REPAIR = 'Ask the user to fix the settings of this server. Do not retry.';
const LATER = 'Wait 5 s, then retry once. If it fails again, tell the user.';

const SHORTER = 'Shorten the arguments and call the tool again.';
const UNSAFE = 'one of " % ! & | < > ^ or a control character';
const SAFER = 'Leave these characters out and call the tool again.';

/** By the system's code and by what exists; with the author's message if the program does not exist. */
export async function notStarted(
  code: string,
  { argv, cwd, env }: Pick<ProgramCall, 'argv' | 'cwd' | 'env'>,
  notFound: ErrorCase | undefined,
): Promise<ToolFailure> {
  const say = (name: string, error: string, hint: string): ToolFailure => failure(name, `${error} (${code}).`, hint);
  const program = `The program "${clip(argv[0] ?? '')}"`;
  const install = installing(argv[0] ?? '');
  const folder = await folderTrouble(cwd);
  if (folder !== undefined) return say('not_started', `The working directory of the program ${folder}`, REPAIR);
  switch (code) {
    case 'ENOENT':
      if (await isThere(argv[0] ?? '', env['PATH'] ?? ''))
        return say('not_started', `${program} needs an interpreter that does not exist`, install);
      return notFound === undefined
        ? say('not_found', `${program} does not exist`, install)
        : authoredFailure(notFound, 'not_found');
    case 'EACCES':
    case 'EPERM':
      return say('not_started', `${program} is not executable`, install);
    case 'E2BIG':
    case 'ENAMETOOLONG':
      return say('invalid_arguments', 'The arguments are too long for the program', SHORTER);
    case 'ENOEXEC':
    case 'EFTYPE':
      return say('not_started', `${program} is not built for this machine`, install);
    case UNSAFE_ARGUMENT:
      return say('invalid_arguments', `${program} is a batch file, and an argument has ${UNSAFE}`, SAFER);
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return say('busy', 'The system has no resources to start another program', LATER);
    default:
      return say('not_started', `${program} could not be started`, install);
  }
}

/** A name is searched for in PATH, a path is not. */
function installing(name: string): string {
  const shown = `"${clip(name)}"`;
  return /[/\\]/.test(name)
    ? `Ask the user to install ${shown} or to fix its path in the settings of this server. Do not retry.`
    : `Ask the user to install ${shown}, or to add its folder to the PATH of this server and restart it. Do not retry.`;
}

async function folderTrouble(cwd: string | undefined): Promise<string | undefined> {
  if (cwd === undefined) return undefined;
  const { access, constants, stat } = await import('node:fs/promises');
  try {
    if (!(await stat(cwd)).isDirectory()) return 'is not a directory';
    await access(cwd, constants.X_OK);
    return undefined;
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    return code === 'EACCES' ? 'cannot be entered' : 'does not exist';
  }
}

/** Resolves a name as `execvp` does (POSIX): a name with a slash is a path, any other is searched for in PATH. */
async function isThere(program: string, path: string): Promise<boolean> {
  const { access } = await import('node:fs/promises');
  const places = program.includes('/')
    ? [program]
    : path.split(process.platform === 'win32' ? ';' : ':').map((folder) => `${folder || '.'}/${program}`);
  const found = await Promise.allSettled(places.map((place) => access(place)));
  return found.some(({ status }) => status === 'fulfilled');
}
