/** What the person at the screen clicks in the write-authorization dialog. */
export type DialogAnswer = 'allow' | 'always' | 'deny';

const WINDOW_MS = 60_000;
const PROMPTS_PER_WINDOW = 5;

/** The keys Zotero 10 has handed out, and the dialogs it has shown. */
export interface Keyring {
  readonly answer: DialogAnswer;
  readonly delayMs: number;
  /** Keys by value; `false` marks a key that the next write consumes. */
  readonly keys: Map<string, boolean>;
  readonly prompts: number[];
  readonly usedTokens: Set<string>;
}

/** An empty keyring with a person who always clicks the same button. */
export function createKeyring(answer: DialogAnswer, delayMs: number): Keyring {
  return { answer, delayMs, keys: new Map(), prompts: [], usedTokens: new Set() };
}

/** Counts a prompt, or returns the seconds to wait when too many were shown. */
export function countPrompt(keyring: Keyring, now: number): number | undefined {
  const recent = keyring.prompts.filter((shown) => now - shown < WINDOW_MS);
  keyring.prompts.splice(0, keyring.prompts.length, ...recent);
  const oldest = recent[0];
  if (recent.length >= PROMPTS_PER_WINDOW && oldest !== undefined) return Math.ceil((oldest + WINDOW_MS - now) / 1000);
  keyring.prompts.push(now);
  return undefined;
}

/** Hands out a 32-character key. */
export function issueKey(keyring: Keyring, remember: boolean): string {
  const key = `FakeLocalKey${String(keyring.prompts.length).padStart(20, '0')}`;
  keyring.keys.set(key, remember);
  return key;
}

/** Whether a key is good; a single-use key is used up by asking. */
export function spendKey(keyring: Keyring, key: string): boolean {
  const remember = keyring.keys.get(key);
  if (remember === undefined) return false;
  if (!remember) keyring.keys.delete(key);
  return true;
}
