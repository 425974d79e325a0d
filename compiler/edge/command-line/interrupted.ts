/** When a command that runs until it is stopped is stopped. */

/** Ctrl+C ends the command, and so does the parent process by closing one of these pipes. */
export function interrupted(...needed: readonly NodeJS.WriteStream[]): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve());
    for (const stream of needed) stream.once('error', () => resolve());
  });
}
