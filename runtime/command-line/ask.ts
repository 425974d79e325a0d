/** Questions of the program of a server to its user. */
import type { PutForm } from '../asking/live.ts';
import type { formsOnTerminal } from '../asking/terminal.ts';
import type { ToolDescriptor } from '../descriptor/descriptor.ts';
import type { JsonObject } from '../language/json.ts';
import { cleanJson, cleanLine, cleanText } from './clean.ts';
import { wrongCall } from './wrong-call.ts';

function isTerminal(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** What asks: the run of a program. */
interface Asker {
  /** Of a server that asks its users. */
  readonly forms?: typeof formsOnTerminal | undefined;
  readonly signal: AbortSignal;
  readonly note: (text: string) => void;
}

/** A person is asked; without a terminal only `--yes` is an answer. */
export async function agreeToDestroy(
  run: Asker,
  { name, title = name }: ToolDescriptor,
  args: JsonObject,
): Promise<boolean> {
  if (!isTerminal()) failUnconfirmed(name, 'may destroy something');
  run.note(`${name} may destroy something. Its arguments: ${cleanJson(args)}`);
  const answer = await readLine(run, `${cleanLine(title)}? [y/N] `);
  run.signal.throwIfAborted();
  if (/^y(?:es)?\s*$/i.test(answer ?? '')) return true;
  run.note('Not called.');
  return false;
}

/** A tool with `otherwise: proceed` is called without an answer, unless it may destroy something. */
export function refuseUnconfirmed({ name, confirm }: ToolDescriptor, yes: boolean, destroys: boolean): void {
  const goesOn = !destroys && typeof confirm === 'object' && confirm.otherwise === 'proceed';
  if (!yes && !goesOn && !isTerminal()) failUnconfirmed(name, 'must be confirmed');
}

function failUnconfirmed(name: string, why: string): never {
  return wrongCall(
    `${name} ${why}, and there is no terminal to ask on.`,
    `Write --yes before ${name} if the user agrees.`,
  );
}

/** What the tool asks, on the terminal. */
export function formsIn(run: Asker, yes: boolean): PutForm | undefined {
  if (!yes && !isTerminal()) return undefined;
  return run.forms?.(isTerminal() ? (text) => readLine(run, text) : undefined, yes);
}

/** Undefined at the end of the input, and when the program is interrupted: its call ends by the signal. */
async function readLine({ signal }: Asker, question: string): Promise<string | undefined> {
  const { stdin, stderr } = process;
  stderr.write(cleanText(question));
  return new Promise((resolve) => {
    const settle = (answer?: string): void => {
      stdin.pause().off('data', settle).off('end', settle);
      signal.removeEventListener('abort', close);
      resolve(answer);
    };
    const close = (): void => settle();
    signal.addEventListener('abort', close);
    // A listener does not resume a stream that was paused.
    stdin.setEncoding('utf8').once('data', settle).once('end', close).resume();
  });
}
