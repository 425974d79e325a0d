/** Whether a file can be run: by its mode, and on Windows, whose files have none, by its first two bytes. */

const SHEBANG = [0x23, 0x21];

/** `start`: the first bytes of the file, asked for on Windows only. The same file gives the same answer as input and as output. */
export function isExecutable(mode: number, start: () => Uint8Array, platform: string = process.platform): boolean {
  if (platform !== 'win32') return (mode & 0o100) !== 0;
  const bytes = start();
  return SHEBANG.every((byte, at) => bytes[at] === byte);
}
