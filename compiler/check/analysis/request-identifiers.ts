/** Words in a request that programs use and people do not: keys, hashes, UUIDs, and names of tools. */

interface RequestIdentifier {
  readonly kind: 'uuid' | 'hash' | 'key' | 'tool';
  readonly word: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Shorter ones, such as those of commits, are typed. */
const HASH = /^[0-9a-f]{16,}$/i;
/** Letters and digits without a plan; a short name may stand before them, as in `cus_9s6XKzkNRiz8i3`. */
const KEY = /^(?:[a-z]{1,12}[_-])?([A-Za-z0-9]{8,})$/;
/** How often a key or hash changes between letters and digits, at least; `INV2024001` does once, an IBAN up to three times. */
const CHANGES = 4;

/** The first one, if any. `tool`: the name of the tool that the request is for; a plain word is one that people use. */
export function identifierIn(text: string, tool: string): RequestIdentifier | undefined {
  for (const word of typedIn(text).match(/[\p{L}\p{N}_.-]+/gu) ?? []) {
    const bare = withoutStops(word);
    const kind = kindOf(bare, tool);
    if (kind) return { kind, word: bare };
  }
  return undefined;
}

/** Without addresses and paths: people paste those, whatever they contain. */
function typedIn(text: string): string {
  const words = text.split(/\s+/);
  return words.filter((word) => !/[/\\]/.test(word)).join(' ');
}

function withoutStops(word: string): string {
  let end = word.length;
  while (end > 0 && '.-'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

function kindOf(word: string, tool: string): RequestIdentifier['kind'] | undefined {
  if (word === tool && /[_.]|^[a-z]+[A-Z]/.test(word)) return 'tool';
  if (UUID.test(word)) return 'uuid';
  if (HASH.test(word) && changesIn(word) >= CHANGES) return 'hash';
  const key = KEY.exec(word)?.[1] ?? '';
  return /[A-Z]/.test(key) && changesIn(key) >= CHANGES ? 'key' : undefined;
}

/** Places where a letter follows a digit or the other way round. */
function changesIn(word: string): number {
  return word.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g)?.length ?? 0;
}
