/** A question to the person at the terminal. */
import { createInterface } from 'node:readline/promises';

/** Undefined where there is no terminal; Ctrl+C and Ctrl+D are a no. */
export async function confirm(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const reply = await terminal.question(`${question} [y/N] `).catch(() => '');
  terminal.close();
  return /^y(?:es)?$/i.test(reply.trim());
}
