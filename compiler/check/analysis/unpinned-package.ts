/** Whether a launcher downloads a package whose version is open. */

const LAUNCHERS: ReadonlySet<string> = new Set(['npx', 'bunx', 'uvx', 'pnpx']);

/** The index of the package in the command; undefined where its version is exact, or where nothing is downloaded. */
export function unpinnedPackage([program = '', ...args]: readonly string[]): number | undefined {
  if (!LAUNCHERS.has(program.replace(/^.*[\\/]|\.(?:cmd|exe)$/g, ''))) return undefined;
  const at = args.findIndex((argument) => !argument.startsWith('-'));
  const name = args[at];
  return name === undefined || isExact(name) ? undefined : at + 1;
}

/** name@1.2.3, or name==1.2.3 of Python. */
function isExact(name: string): boolean {
  const at = Math.max(name.lastIndexOf('@'), name.lastIndexOf('==') + 1);
  return at > 0 && /^\d+\.\d+\.\d+(?:[.+-][\w.+-]*)?$/.test(name.slice(at + 1));
}
