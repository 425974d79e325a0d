/** The tab of what changed since the release: the verdict, what a reader decides by with its proof, and the rest folded. */
import type { ChangeCard, ChangeCards } from '../../../report/changes/cards.ts';
import type { TryResponses } from '../messages.ts';
import { badge, command, el, quiet, sentence } from './dom.ts';

export function changeNodes(reply: TryResponses['/api/changes']): readonly Node[] {
  if ('none' in reply) return [el('p', {}, sentence(reply.none))];
  const { before, after, tone, headline, says, cards, folded, hidden, notes } = reply;
  return [
    el(
      'div',
      { class: `verdict ${tone}` },
      el('h3', {}, headline),
      el('p', {}, says),
      quiet(`From ${before} to ${after}.`),
    ),
    ...notes.map((note) => quiet(sentence(note))),
    ...cards.map(cardNode),
    ...moreNodes(hidden),
    ...folded.map(foldNode),
    ...stepNodes(reply),
    ...lineNodes(reply),
  ];
}

/** Few changes that matter are open. */
function foldNode({ title, count, cards }: ChangeCards['folded'][number]): Node {
  const isOpen = cards.length <= MAX_OPEN && cards.some(({ verdict }) => verdict !== 'safe');
  return el(
    'details',
    { open: isOpen },
    el('summary', {}, `${title} (${count})`),
    ...cards.map(cardNode),
    ...moreNodes(count - cards.length),
  );
}

const MAX_OPEN = 5;

function moreNodes(count: number): readonly Node[] {
  return count > 0 ? [quiet(sentence(`${count} more: \`haft diff\` lists them.`))] : [];
}

function stepNodes({ steps }: ChangeCards): readonly Node[] {
  if (steps.length === 0) return [];
  return [el('h3', {}, 'Before the release'), el('ol', {}, ...steps.map((step) => el('li', {}, sentence(step))))];
}

function lineNodes({ lines }: ChangeCards): readonly Node[] {
  const rows = lines.flatMap(({ label, entries }) => [
    el('dt', {}, label),
    el('dd', {}, ...entries.map((entry) => el('div', { dir: 'auto' }, entry))),
  ]);
  return rows.length === 0 ? [] : [el('dl', {}, ...rows)];
}

function cardNode(card: ChangeCard): Node {
  const { verdict, owner, place, says, values, evidence, rules, next, why, where, kind, fingerprint } = card;
  return el(
    'article',
    { class: 'card' },
    el('h4', {}, badge(verdict), ' ', el('bdi', {}, owner), ' ', el('span', { class: 'quiet' }, place)),
    el('p', {}, sentence(says), values !== '' && ' ', values !== '' && el('code', {}, values)),
    ...sideNodes(card),
    ...rules.map((rule) => el('p', {}, sentence(rule))),
    ...evidence.map(({ label, text }) =>
      el('p', { class: 'proof' }, el('strong', {}, label), ' ', el('code', { dir: 'auto' }, text)),
    ),
    el('p', {}, el('strong', {}, 'Next'), ' ', card.command === undefined ? sentence(next) : command(card.command)),
    el(
      'details',
      {},
      el('summary', {}, 'Why'),
      el('p', {}, sentence(why)),
      quiet([where, kind, fingerprint].filter((part) => part !== undefined).join(' · ')),
    ),
  );
}

/** What a text lost and gained, or the values of both sides. */
function sideNodes({ words, rows }: ChangeCard): readonly Node[] {
  const pieces = words.map(({ mark, text }) =>
    mark === 'same' ? text : el(mark === 'removed' ? 'del' : 'ins', {}, text),
  );
  return [
    ...(pieces.length === 0 ? [] : [el('p', { class: 'words', dir: 'auto' }, ...pieces)]),
    ...rows.map(({ name, before = 'none', after = 'none' }) =>
      el('p', { class: 'proof' }, `${name}: `, el('code', {}, before), ' → ', el('code', {}, after)),
    ),
  ];
}
