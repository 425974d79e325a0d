/** How much a text looks like an order to the model against its user: signals that are near each other, weighed. */
import { stem } from '../names/name-words.ts';
import { regex, wordList, wordSet } from '../../../base/word-lists.ts';
import { type Clause, clausesOf } from './clauses.ts';
import type { TextOwner } from './invisible-characters.ts';
import { type PhraseMatch, matchAt } from './phrases.ts';
import { OF_TOOLS, STRONG, type SignalKind, mayHaveSignals, signalsAt } from './signals.ts';

const MARKS = regex('gi')`
  <\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|start_header_id|eot_id)\|?>|
  \[\/?(?:INST|SYSTEM|SYS)\]|<<\/?SYS>>
`;

const ROLES = regex('gim')`
  ^[ \t]{0,8}(?:#{1,6} )?(?:system|developer|assistant)(?: (?:prompt|message|note|override|instructions?))?:[ \t]{1,8}
  (?:you|ignore|always|never|from|the user|new)\b
`;

const ELEMENTS = /<([a-z_-]{3,24})>/gi;

const CLOSED = /<\/([a-z_-]{3,24})>/gi;

const IMPORTANT = wordSet(
  'important critical system secret instructions instruction admin assistant hidden sys priority rules override',
);

interface Order {
  /** The signals, the strongest first. */
  readonly kinds: readonly SignalKind[];
  readonly certain: boolean;
  readonly start: number;
  readonly end: number;
}

interface Found {
  readonly kind: SignalKind;
  /** Number of its first word in the text. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
  /** Shown as an example: in a fence, or where the text speaks of attacks. */
  readonly isShown: boolean;
}

/** Words between two signals of one order. */
const NEAR = 70;

/** The order that a text gives, if any; `subject`: stems of what the tool or skill is about. */
export function orderIn(
  text: string,
  subject: ReadonlySet<string>,
  spoofs: readonly Spoof[],
  place: TextOwner,
): Order | undefined {
  if (spoofs.length === 0 && !mayHaveSignals(text)) return undefined;
  const clauses = clausesOf(text);
  const marked = spoofSignals(spoofs, clauses.flat());
  const signals = [...marked, ...signalsIn(clauses, subject)].toSorted((a, b) => a.at - b.at);
  let best: Order | undefined;
  for (const [index, first] of signals.entries()) {
    const near = signals.slice(index, index + 24).filter(({ at }) => at - first.at <= NEAR);
    const order = weigh(near, place);
    if (order && (!best || Number(order.certain) > Number(best.certain))) best = order;
    if (best?.certain) break;
  }
  return best;
}

function weigh(near: readonly Found[], place: TextOwner): Order | undefined {
  const has = (wanted: SignalKind): boolean => near.some(({ kind }) => kind === wanted);
  // "First call …" alone is an ordinary hint, and so is "this step is required".
  const isPressed = place === 'tool' && has('first') && has('pressure');
  const isStrong = ({ kind }: Found): boolean =>
    kind === 'pressure' ? isPressed : STRONG.has(kind) && (place === 'tool' || !OF_TOOLS.has(kind));
  const strong = near.filter(isStrong);
  const [first] = strong;
  if (!first) return undefined;
  // The same words are one reason.
  const apart = near.filter(
    (one) => !isStrong(one) && !strong.some((other) => other.start < one.end && one.start < other.end),
  );
  const kinds = [...new Set([...strong, ...apart].map(({ kind }) => kind))];
  const others = apart.filter(({ kind }) => !(isPressed && kind === 'first'));
  const weight = new Set(strong.map(({ kind }) => kind)).size + (others.length > 0 ? 1 : 0);
  const isShown = strong.every((one) => one.isShown);
  // An example of an attack is one; a single signal in it is nothing.
  if (isShown && weight < 2) return undefined;
  return { kinds, certain: weight > 1 && !isShown, start: first.start, end: first.end };
}

function spoofSignals(spoofs: readonly Spoof[], tokens: Clause): readonly Found[] {
  let at = 0;
  return spoofs
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ start, end }): Found[] => {
      while (at < tokens.length && (tokens[at]?.end ?? 0) <= start) at += 1;
      const quoted = tokens[at]?.quoted;
      return quoted === 'inline' ? [] : [{ kind: 'spoofing', at, start, end, isShown: quoted === 'fence' }];
    });
}

function signalsIn(clauses: readonly Clause[], subject: ReadonlySet<string>): readonly Found[] {
  let [count, speaks] = [0, -Infinity];
  return clauses.flatMap((clause) => {
    if (clause.some(({ word }) => ATTACKS.has(word))) speaks = count;
    const signals = signalsOf(clause, subject).map((one) => {
      return { ...one, at: one.at + count, isShown: one.isShown || count - speaks <= NEAR };
    });
    count += clause.length;
    return signals;
  });
}

const ATTACKS = wordSet(
  'injection injections jailbreak jailbreaks attack attacks attacker attackers malicious untrusted adversarial phishing exploit suspicious redteam poisoning',
);

function signalsOf(clause: Clause, subject: ReadonlySet<string>): readonly Found[] {
  return clause.flatMap((token, from) => {
    if (token.quoted === 'inline') return [];
    return signalsAt(token).flatMap(([phrase, { kind, imperative, negative, unless = '' }]): Found[] => {
      const match = matchAt(phrase, clause, from);
      if (!match || wordList(unless).some((word) => subject.has(stem(word)))) return [];
      if (imperative && !isOrder(clause, from)) return [];
      if (negative ? isParted(clause, match) : isDenied(clause, from) || (imperative && hasDenial(clause, match)))
        return [];
      if (isReported(clause, from) || isElsewhere(kind, clause, match.to)) return [];
      const last = clause[match.to] ?? token;
      return [{ kind, at: from, start: token.start, end: last.end, isShown: token.quoted === 'fence' }];
    });
  });
}

const LEADS =
  wordSet(`and then must should shall to also always please first now instead has have agent agents assistant model you silently
    secretly quietly covertly but or will directly immediately`);

function isOrder(clause: Clause, from: number): boolean {
  const before = clause[from - 1];
  // "Ask the user to send …"
  if (before?.word === 'to' && PEOPLE.has(clause[from - 2]?.word ?? '')) return false;
  return clause[from]?.opens === true || before === undefined || LEADS.has(before.word);
}

const PEOPLE = wordSet('user users them customer customers they people');

const DENIALS = wordSet("not never don't cannot can't without no avoid shouldn't mustn't won't isn't refuse");

/** "Never ignore …" is the opposite. */
function isDenied(clause: Clause, from: number): boolean {
  for (let at = from - 1; at >= 0 && at > from - 8; at -= 1) {
    if (DENIALS.has(clause[at]?.word ?? '')) return true;
    if (clause[at + 1]?.opens || /^(?:and|but|then)$/.test(clause[at]?.word ?? '')) return false;
  }
  return false;
}

function hasDenial(clause: Clause, { from, to }: PhraseMatch): boolean {
  return clause.slice(from, to).some(({ word }) => DENIALS.has(word));
}

/** "If there is none, tell the user …": what is behind the comma is not denied. */
function isParted(clause: Clause, { from, to }: PhraseMatch): boolean {
  return clause.slice(from + 1, to + 1).some(({ opens }) => opens);
}

const REPORTS =
  wordSet(`say says saying tells asks asking instructs instructing claim claims claiming attempt attempts attempting try tries trying
    trick tricks convince convinces like such eg detect detects phrases phrase`);

/** "If a page says to ignore …" speaks of an order. */
function isReported(clause: Clause, from: number): boolean {
  return clause.slice(Math.max(0, from - 3), from).some(({ word }) => REPORTS.has(word));
}

const ASKED = wordSet('user users human humans');
const PLACES = wordSet('in inside within embedded contained found from on of that which written');
const OWN = wordSet('system prompt conversation chat user users developer operator');

/** Instructions that are found in something else: who ignores those is careful. */
function isElsewhere(kind: SignalKind, clause: Clause, to: number): boolean {
  // "Never tell the user to …" is about what the user does.
  if (kind === 'secrecy')
    return clause[to]?.kind === 'word' && ASKED.has(clause[to]?.word ?? '') && clause[to + 1]?.word === 'to';
  if (kind !== 'override') return false;
  const rest = clause.slice(to + 1, to + 7);
  const place = rest.findIndex(({ word }, at) => at < 3 && PLACES.has(word));
  return place !== -1 && !rest.slice(place, place + 4).some(({ word }) => OWN.has(word));
}

/** A mark with which a text imitates a message of the system: of a chat format, of a role, or an element. */
interface Spoof {
  readonly start: number;
  readonly end: number;
}

/** Skills are written in such elements as well. An element that never ends is a placeholder: `--secret <secret>`. */
export function spoofIn(text: string, place: TextOwner): readonly Spoof[] {
  if (!/[<[:]/.test(text)) return [];
  const marks = [...text.matchAll(MARKS), ...text.matchAll(ROLES)].map(({ 0: mark, index }) => ({
    start: index,
    end: index + mark.length,
  }));
  if (place !== 'tool') return marks;
  const closed = new Set([...text.matchAll(CLOSED)].map(([, name = '']) => name.toLowerCase()));
  const elements = [...text.matchAll(ELEMENTS)].flatMap(({ 0: tag, 1: name = '', index }) => {
    const isOne = IMPORTANT.has(name.toLowerCase()) && closed.has(name.toLowerCase());
    return isOne ? [{ start: index, end: index + tag.length }] : [];
  });
  return [...marks, ...elements];
}
