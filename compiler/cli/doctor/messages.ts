/** The messages on the standard output of a server, and the text between them that is none. */
import { membersOf, readJsonMap } from '../../plan/read-json.ts';

interface Messages {
  /** What listens to the chunks of the output. */
  readonly read: (take: (message: unknown) => void) => (chunk: Buffer) => void;
  /** The rest of the output has no line end. */
  readonly end: () => void;
}

/** `note` gets every text that is no message. */
export function messagesFrom(note: (text: string) => void): Messages {
  const decoder = new TextDecoder();
  let open: string[] = [];
  const line = (text: string): unknown => {
    const { before, message } = split(text);
    if (before.trim() !== '') note(before);
    return message;
  };
  return {
    read: (take) => (chunk) => {
      const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
      open.push(first);
      for (const next of others) {
        const message = line(open.join(''));
        open = [next];
        if (message !== undefined) take(message);
      }
    },
    end: () => {
      line(open.join(''));
      open = [];
    },
  };
}

/** Where a text without a line end comes before a message, the message is at the end of the line. */
function split(text: string): { readonly before: string; readonly message?: unknown } {
  for (let at = text.indexOf('{"'), tries = 0; at >= 0 && tries < 20; at = text.indexOf('{"', at + 1), tries += 1) {
    const message = readJsonMap(text.slice(at));
    if (membersOf(message)?.['jsonrpc'] === '2.0') return { before: text.slice(0, at), message };
  }
  return { before: text };
}
