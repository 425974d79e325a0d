/** How soon a search by the words of a request finds the expected tool: what hosts do that defer tools, and `list: search`. */
import { shownTools } from '../../../plan/named-tools.ts';
import { wantedNames } from '../judge/judge.ts';
import type { ChoiceRun } from './suite.ts';
import { indexTools } from '@haft/runtime/language';

/** Tools that a search returns; the last is the most that those of hosts return. */
const MAX_RANK = 10;

const RANKS: readonly number[] = [1, 3, 5, MAX_RANK];

/** Of the cases that words are read of; undefined where all tools fit into one answer, or there is no such case. */
export function findRecall({ choice, cases }: Pick<ChoiceRun, 'choice' | 'cases'>) {
  const tools = [...shownTools(choice.servers)].map(([name, { tool }]) => {
    return { name, title: tool.title, description: tool.description.text, inputSchema: tool.inputSchema };
  });
  const names = new Set(tools.map(({ name }) => name));
  const read = cases.flatMap(({ one: { request, test }, trials: [trial] }) => {
    const wanted = wantedNames(test.expect).filter((name) => names.has(name));
    return trial?.kind === 'judged' && trial.reading && wanted.length > 0 ? [{ request, wanted }] : [];
  });
  if (tools.length <= MAX_RANK || read.length === 0) return undefined;
  const search = indexTools(tools);
  const places = read.map(({ request, wanted }) => search(request).findIndex((name) => wanted.includes(name)));
  return {
    tools: tools.length,
    requests: read.length,
    /** Of the requests: those whose expected tool is among the first `rank`. */
    found: RANKS.map((rank) => ({ rank, count: places.filter((place) => place >= 0 && place < rank).length })),
  };
}
