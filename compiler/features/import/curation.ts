/** `--asks`: which tools of a source the requests of users need, as a proposal with its tokens; nothing is imported by it. */
import { pluralize } from '../../base/text/pluralize.ts';
import type { ToolCost } from './openapi/select.ts';

/** Tools for a request, the best first; by words alone. */
export type RequestReader = (request: string) => readonly { readonly name: string; readonly score: number }[];

interface Need {
  readonly request: string;
  /** The best first; none where no tool has a word of the request. */
  readonly tools: readonly ToolCost[];
}

/** Those that are nearly as good as the best are proposed as well: words alone do not decide between them. */
const CLOSE = 0.8;
const MAX_CLOSE = 3;

/** One request a line; empty lines and those that begin with `#` are none. */
export function requestsIn(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))];
}

export function needsOf(requests: readonly string[], tools: readonly ToolCost[], read: RequestReader): readonly Need[] {
  const costs = new Map(tools.map((tool) => [tool.name, tool]));
  return requests.map((request) => {
    const ranked = read(request).filter(({ score }) => score > 0);
    const least = (ranked[0]?.score ?? 0) * CLOSE;
    const close = ranked.filter(({ score }) => score >= least).slice(0, MAX_CLOSE);
    return { request, tools: close.flatMap(({ name }) => costs.get(name) ?? []) };
  });
}

/** `flag`: the flag of the importer that chooses a tool by its `from`, if there is one. */
export function proposalText(needs: readonly Need[], all: readonly ToolCost[], flag: string | undefined): string {
  const chosen = [...new Set(needs.flatMap(({ tools }) => tools))];
  const width = Math.min(60, Math.max(0, ...needs.map(({ request }) => request.length)));
  const rows = needs.map(({ request, tools: [first, ...close] }) => {
    const others = close.length === 0 ? '' : ` (or ${close.map(({ name }) => name).join(', ')})`;
    return `  ${request.padEnd(width)}  ${first ? `${first.name}${others}` : 'no tool has a word of it'}`;
  });
  const tokens = (tools: readonly ToolCost[]): string =>
    tools.reduce((sum, one) => sum + one.tokens, 0).toLocaleString('en-US');
  const flags = chosen.map(({ from }) => `  --${flag ?? ''} ${quoteForShell(from)}`).join(' \\\n');
  const next =
    flag === undefined
      ? ['Import the source, and delete the other tools.']
      : ['Import them with these flags in place of --asks:', '', flags];
  return [
    `What ${pluralize(needs.length, 'request')} need, by words alone; a model may choose differently:`,
    '',
    ...rows,
    '',
    `${chosen.length} of ${pluralize(all.length, 'tool')}, about ${tokens(chosen)} of ${tokens(all)} tokens. Nothing was imported.`,
    ...(chosen.length > 0 ? next : []),
    '',
  ].join('\n');
}

/** For a POSIX shell. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
