/** The table of tags as a text for a terminal, with the next step. */
import type { Selection } from './selection.ts';
import { MOST_UNSELECTED } from './options.ts';

/** Rows; services have up to some hundred tags. */
const MOST_ROWS = 60;

export function selectionText({ operations, tokens, tags }: Selection, source: string): string {
  const rows = tags.slice(0, MOST_ROWS).map(({ tag, ...costs }) => [tag, shown(costs.operations), shown(costs.tokens)]);
  const all = [['tag', 'operations', 'tokens'], ...rows];
  const widths = [0, 1, 2].map((at) => Math.max(...all.map((row) => (row[at] ?? '').length)));
  const lines = all.map(([tag = '', ...numbers]) => {
    return `  ${[tag.padEnd(widths[0] ?? 0), ...numbers.map((number, at) => number.padStart(widths[at + 1] ?? 0))].join('  ')}`;
  });
  const more = tags.length > MOST_ROWS ? [`  … and ${tags.length - MOST_ROWS} further tags`] : [];
  const [first] = tags;
  return [
    `"${source}" has ${shown(operations)} operations, which as tools would cost about ${shown(tokens)} tokens in every conversation.`,
    `More than ${MOST_UNSELECTED} are only imported when you choose: models work best with a few tools.`,
    '',
    ...lines,
    ...more,
    '',
    `Choose with --tag ${JSON.stringify(first?.tag ?? 'name')}, --operation 'GET /path/*', --path '/path/*', --method get or --read-only; --split tag makes a server of each tag; --all takes everything.`,
    '',
  ].join('\n');
}

function shown(count: number): string {
  return count.toLocaleString('en-US');
}
