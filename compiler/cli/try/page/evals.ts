/** The tab of evals: rivals, the matrix of expected by chosen, the cases, and recorded results. */
import type { ChoiceCards } from '../../../features/evals/report/choice-cards.ts';
import type { ShownEvals } from '../messages.ts';
import { el, quiet, sentence, table } from './dom.ts';

export function evalNodes({ heading, choices, scores }: ShownEvals): readonly Node[] {
  if (choices.length === 0)
    return [
      el('p', {}, sentence('There is no case: add some, such as `evals: [{ query: what time is it in Oslo }]`.')),
    ];
  const recorded = scores.length === 0 ? [] : [el('h3', {}, 'Recorded results'), listOf(scores)];
  return [quiet(sentence(heading)), ...recorded, ...choices.flatMap(choiceNodes)];
}

function listOf(texts: readonly string[]): Node {
  return el('ul', {}, ...texts.map((text) => el('li', { dir: 'auto' }, text)));
}

function choiceNodes(choice: ChoiceCards): readonly Node[] {
  const { title, says, rivals, matrix, cases, hidden } = choice;
  return [
    el('h3', {}, title),
    ...(says.length === 0 ? [] : [listOf(says)]),
    ...(rivals.length === 0
      ? []
      : [el('h4', {}, 'Closest rivals'), el('ul', { class: 'rivals' }, ...rivals.map(rivalNode))]),
    ...(matrix ? [el('h4', {}, 'Expected by chosen'), matrixNode(title, matrix)] : []),
    el('h4', {}, 'Cases'),
    table(
      `Cases of ${title}`,
      ['Request', 'Expected', 'Chosen', 'How clearly'],
      cases.map(({ request, expected, chosen, state, says: how }) => [
        el('bdi', {}, request),
        expected,
        el('span', { class: state.replace(' ', '-') }, chosen),
        el('span', { class: 'quiet' }, how),
      ]),
    ),
    ...(hidden > 0 ? [quiet(`${hidden} more cases`)] : []),
  ];
}

function rivalNode({ margin, says }: ChoiceCards['rivals'][number]): Node {
  const meter = el('meter', {
    min: -100,
    max: 100,
    low: 0,
    high: 10,
    optimum: 100,
    value: margin,
    'aria-label': `${margin} %`,
  });
  return el('li', { dir: 'auto' }, meter, ' ', says);
}

function matrixNode(title: string, { columns, rows, hidden }: NonNullable<ChoiceCards['matrix']>): Node {
  const matrix = table(
    `Matrix of ${title}`,
    ['expected ↓ chosen →', ...columns],
    rows.map(({ name, fields }) => [
      el('bdi', {}, name),
      ...fields.map((cells) =>
        el(
          'span',
          {},
          ...cells.map(({ count, right }) =>
            el('span', { class: right ? 'ahead' : 'behind' }, `${count}${right ? '' : ' ✗'}`),
          ),
        ),
      ),
    ]),
  );
  matrix.classList.add('matrix');
  const more = hidden > 0 && quiet(`${hidden} more tools; confused ones come first.`);
  return el('div', {}, matrix, more);
}
