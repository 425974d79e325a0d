/** Which tools the words of a request lead to: BM25 over the texts that a client reads of each. */
import { isObject } from './json.ts';
import type { Schema } from './schema.ts';
import { apart, stem } from './words.ts';

/** What is searched of a tool. */
interface SearchedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Schema;
}

/** How soon a repeated term stops to count (BM25: Robertson and Zaragoza, 2009). */
const SATURATION = 1.2;
/** How much a long text takes from what its terms count. */
const LENGTH = 0.75;

/** The name says what a tool does, a description also what others do. */
const NAME_COUNTS = 2;

/** By term: how often each tool has it. */
type Postings = Map<string, Map<number, number>>;

/** Reads the tools once; then names those that share a term with a request, best first, and of equal ones the first listed. */
export function indexTools(tools: readonly SearchedTool[]): (request: string) => readonly string[] {
  const postings: Postings = new Map();
  const lengths = tools.map((tool, place) => {
    const terms = termsOfTool(tool);
    for (const term of terms) {
      const posting = postings.get(term) ?? new Map<number, number>();
      postings.set(term, posting.set(place, (posting.get(place) ?? 0) + 1));
    }
    return terms.length;
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return (request) => {
    const scores = new Map<number, number>();
    for (const term of new Set(termsOf(request))) {
      const posting = postings.get(term);
      const rarity = Math.log(1 + (tools.length - (posting?.size ?? 0) + 0.5) / ((posting?.size ?? 0) + 0.5));
      for (const [place, times] of posting ?? []) {
        const length = 1 - LENGTH + (LENGTH * (lengths[place] ?? 0)) / mean;
        const worth = (rarity * times * (SATURATION + 1)) / (times + SATURATION * length);
        scores.set(place, (scores.get(place) ?? 0) + worth);
      }
    }
    const best = [...scores].sort(([a, left], [b, right]) => right - left || a - b);
    return best.flatMap(([place]) => tools[place]?.name ?? []);
  };
}

function termsOfTool({ name, title = '', description = '', inputSchema }: SearchedTool): readonly string[] {
  const texts = [...Array<string>(NAME_COUNTS).fill(name), title, description];
  const { properties } = inputSchema;
  const parameters = isObject(properties) ? Object.entries(properties) : [];
  for (const [parameter, { description: about = '' }] of parameters) texts.push(parameter, about);
  return texts.flatMap(termsOf);
}

/** Words of names and sentences as stems: `listOrders`, `list_orders` and "list orders" are the same. */
function termsOf(text: string): readonly string[] {
  const words = text.replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap(apart).map(stem);
}
