/** Questions to the person at the terminal. */
import { createInterface } from 'node:readline/promises';

/** What the person writes; undefined where there is no terminal, and after Ctrl+C and Ctrl+D. */
export async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  const reply = await Promise.race([terminal.question(`${question} `).catch(() => undefined), closed]);
  terminal.close();
  // What follows is a line of its own.
  if (reply === undefined) process.stderr.write('\n');
  return reply;
}

/** Undefined where there is no terminal; Ctrl+C and Ctrl+D are a no. */
export async function confirm(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY) return undefined;
  return /^y(?:es)?$/i.test((await ask(`${question} [y/N]`))?.trim() ?? '');
}
