/** Text that the model reads and a reader of the spec does not see. */
import { INJECTIONS } from './injections.ts';
import { invisibleIn } from './invisible-characters.ts';
import type { Hidden } from './invisible-characters.ts';
import { stem } from '../names/stem.ts';
import { regex, wordList } from '../../terms.ts';

/** `subject`: stems of what the tool is about. */
export function hiddenIn(text: string, subject: ReadonlySet<string>): Hidden | undefined {
  return invisibleIn(text) ?? outOfSight(text) ?? orderIn(text, subject);
}

/** Visible in principle, yet no one reads it: comments, encoded blobs, text far off the screen. */
function outOfSight(text: string): Hidden | undefined {
  if (text.length < 7) return undefined;
  const [comment] = /<!--[^]*?(?:-->|$)|^\[(?:\/\/|comment)\]:\s*#.*$/m.exec(text) ?? [];
  if (comment) return { what: `a hidden comment ${shortened(comment)}`, word: comment };
  const styled = text.match(/<\w[^<>]*>/g)?.find((tag) => UNSEEN.test(tag.replace(/^<\w+/, '')));
  if (styled) return { what: `an invisible element ${shortened(styled)}`, word: styled };
  const blob = text.length < LONG_BLOB ? undefined : text.match(BLOBS)?.find(isEncoded);
  if (blob) return { what: `${blob.length} characters of encoded data`, word: blob };
  return /\n{12,}|[ \t\u00A0\u2000-\u200A\u3000]{80,}/.test(text) ? { what: 'text after a long gap' } : undefined;
}

const UNSEEN = /\b(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|hidden)\b/i;

const LONG_BLOB = 80;
const BLOBS = new RegExp(`[A-Za-z0-9+/_-]{${LONG_BLOB},}={0,2}`, 'g');

/** Letters of both cases and digits without order; words, paths and repeated signs have none of that. */
function isEncoded(text: string): boolean {
  const mixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
  return mixed && new Set(text).size > 20 && !/[a-z]{12,}|[/_-][a-z]{2,}[/_-]/.test(text);
}

/** A cheap test on the whole tool as JSON, which most tools of a large project pass. */
export function isSuspicious(json: string): boolean {
  return (
    TRIGGERS.test(json) || /\\u[\d]|<|\]: ?#|\[\/?(?:INST|SYS)|(?:\\n){12}|(?: |\\t){80}/i.test(json) || hasBlob(json)
  );
}

/** A run of `LONG_BLOB` characters covers one of every `LONG_BLOB`-th place, wherever it starts. */
function hasBlob(text: string): boolean {
  for (let at = LONG_BLOB - 1; at < text.length; at += LONG_BLOB) {
    let [from, to] = [at, at];
    while (isSign(text.charCodeAt(from))) from -= 1;
    while (to < text.length && isSign(text.charCodeAt(to))) to += 1;
    if (to - from > LONG_BLOB) return true;
  }
  return false;
}

/** A letter, a digit, or one of + / - _. */
function isSign(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 47 && code <= 57) ||
    code === 43 ||
    code === 45 ||
    code === 95
  );
}

/** With the stems that `subject` has. */
const ORDERS = INJECTIONS.map(({ pattern, unless = '' }) => ({ pattern, unless: wordList(unless).map(stem) }));

function orderIn(text: string, subject: ReadonlySet<string>): Hidden | undefined {
  if (!TRIGGERS.test(text) && !/[<[]/.test(text)) return undefined;
  const plain = text.normalize('NFKC').replaceAll(/[^\S\n]+/g, ' ');
  for (const line of [plain, plain.replaceAll('\n', ' ')]) {
    for (const { pattern, unless } of ORDERS) {
      const [order] = pattern.exec(line) ?? [];
      if (order && !unless.some((word) => subject.has(word)))
        return {
          what: `an instruction to the model, ${shortened(order.trim())}`,
          word: order.trim(),
          isInstruction: true,
        };
    }
  }
  return undefined;
}

/** Every order and every hidden character has one of these characters nearby, and most texts have none. */
const TRIGGERS = regex('i')`
  [^\u0000-\u007F]|
  \b(?:
    ignore|disregard|forget|override|bypass|discard|conceal|hide|keep|system|other tools?\b|you are now|
    jailbreak|mode\b|conversation|history|context window|dialogue|id_rsa|credentials|ssh|netrc|mcp\.json|
    your hidden|developer|assistant|chatbot|language model|no longer|so far|
    everything (?:that )?(?:the|they|you)|what(?:ever)? the user|
    (?:silent|secret|covert|quiet|discreet|invisib)l?y|
    unnoticed|from now on|henceforth|starting now|pretend|act as if|behave as if|this tool|prefer|
    (?:always|only|must) (?:use|call|run|choose|pick|select|invoke)|
    throw out|set aside|previous|prior|earlier|environment variables|private key|passwords|cookies|passwd|
    shadow|~\/\.|\.env\b|\.pem|wallet|keychain|
    (?:not|don.t|never|without)\W+n?(?:ever\W+)?
    (?:tell|mention|reveal|disclos|show|say|report|inform|notif|admit|explain|confirm|ask|wait|check|the user)
  )
`;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}
