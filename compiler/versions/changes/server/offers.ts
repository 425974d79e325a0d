/** Prompts, resources and icons of a server. */
import type { PromptPlan, ResourcePlan } from '../../../plan/offers.ts';
import type { json } from '../../compare/changed.ts';
import { differing } from '../../compare/changed.ts';
import type { Pair, ServerPair } from '../../change.ts';
import { changeKinds } from '../../kind.ts';

const LOANS = 'name: list_loans, description: Lists the loans of a day.';
const dayWith = (keys: string): string =>
  `arguments: { day: { description: Which day.${keys} } }, messages: "What was lent on {day}?"`;
const DAY = dayWith('');
const promptExample = (keys: string): string => `prompts: [{ ${keys} }]`;
const BOTH = `prompts: [{ ${LOANS}, ${DAY} }, { name: list_fines, description: Lists fines., messages: Which fines are open? }]`;

const GET_BOOK =
  'tools: [{ name: get_book, description: { does: Reads a book., when: the user names one }, parameters: { isbn: { type: string, description: Number. } }, required: [isbn], effects: read, handler: handlers.ts }]';
const resourceExample = (...resources: readonly string[]): string =>
  `${GET_BOOK}\nresources: [${resources.map((one) => `{ ${one}, tool: get_book }`).join(', ')}]`;
const BOOK = 'uri: "books://{isbn}", name: book';

export const SERVER_OFFERS = changeKinds('server', [
  {
    id: 'server/prompt-added',
    axis: 'wire',
    level: 'safe',
    says: 'A prompt was added.',
    why: 'Hosts show one more command to their users.',
    next: 'Nothing to do.',
    example: { before: promptExample(`${LOANS}, ${DAY}`), after: BOTH },
    mirror: 'server/prompt-removed',
    detect(pair, report) {
      for (const { before, after } of promptPairs(pair))
        if (!before && after) report({ path: ['prompts'], after: after.name });
    },
  },
  {
    id: 'server/prompt-removed',
    axis: 'wire',
    level: 'breaking',
    says: 'A prompt was removed or renamed.',
    why: 'Users and programs that call it by its name get an error.',
    next: 'Keep it, or tell its users what to choose instead.',
    mirror: 'server/prompt-added',
    detect(pair, report) {
      for (const { before, after } of promptPairs(pair))
        if (before && !after) report({ path: ['prompts'], before: before.name });
    },
  },
  {
    id: 'server/prompt-required',
    axis: 'wire',
    level: 'breaking',
    says: 'A prompt now requires an argument, or no longer has one.',
    why: 'Programs that get the prompt as before get an error.',
    next: 'Make the argument optional, or add a prompt with another name.',
    example: {
      before: promptExample(`${LOANS}, ${DAY}`),
      after: promptExample(`${LOANS}, ${dayWith(', required: true')}`),
    },
    mirror: 'An argument that is no longer required breaks no caller: it is a changed prompt.',
    detect(pair, report) {
      for (const { before, after } of promptPairs(pair)) {
        if (!before || !after) continue;
        const [was, is] = [before.arguments ?? {}, after.arguments ?? {}];
        for (const [name, { required }] of Object.entries(is))
          if (required && was[name]?.required !== true)
            report({ path: ['prompts', after.name, 'arguments', name], after: 'required' });
        for (const name of Object.keys(was))
          if (!Object.hasOwn(is, name)) report({ path: ['prompts', after.name, 'arguments', name], before: name });
      }
    },
  },
  {
    id: 'server/prompt-changed',
    axis: 'model',
    level: 'risky',
    says: 'The text of a prompt changed, or what users see of it.',
    why: 'The model follows other instructions than before.',
    next: 'Try the prompt: `haft call --prompt <name>`.',
    example: {
      before: promptExample(`${LOANS}, ${DAY}`),
      after: promptExample(`${LOANS}, ${DAY.replace('What', 'Which book')}`),
    },
    detect(pair, report) {
      for (const both of promptPairs(pair)) reportDifferences(both, ['prompts', both.after?.name ?? ''], report);
    },
  },
  {
    id: 'server/resource-added',
    axis: 'wire',
    level: 'safe',
    says: 'A resource was added.',
    why: 'Hosts can read one more.',
    next: 'Nothing to do.',
    example: { before: resourceExample(BOOK), after: resourceExample(BOOK, 'uri: "pages://{isbn}", name: pages') },
    mirror: 'server/resource-removed',
    detect(pair, report) {
      for (const { before, after } of resourcePairs(pair))
        if (!before && after) report({ path: ['resources'], after: after.uri });
    },
  },
  {
    id: 'server/resource-removed',
    axis: 'wire',
    level: 'breaking',
    says: 'A resource was removed, or has another URI.',
    why: 'Links to it no longer resolve, and hosts that attach it get an error.',
    next: 'Keep the URI, next to the new one.',
    mirror: 'server/resource-added',
    detect(pair, report) {
      for (const { before, after } of resourcePairs(pair))
        if (before && !after) report({ path: ['resources'], before: before.uri });
    },
  },
  {
    id: 'server/resource-changed',
    axis: 'wire',
    level: 'risky',
    says: 'The content of a resource, or what hosts see of it, changed.',
    why: 'Readers of it get something else than before.',
    next: 'Read it: `haft call <uri>`.',
    example: { before: resourceExample(BOOK), after: resourceExample(`${BOOK}, pointer: /title`) },
    detect(pair, report) {
      for (const both of resourcePairs(pair)) reportDifferences(both, ['resources', both.after?.uri ?? ''], report);
    },
  },
  {
    id: 'server/icons',
    axis: 'wire',
    level: 'safe',
    says: 'The icons of a server changed.',
    why: 'Hosts that show icons show others.',
    next: 'Nothing to do.',
    example: { before: 'icons: [{ file: assets/plan.png }]', after: 'icons: [{ file: assets/plan.png, theme: dark }]' },
    detect({ before, after }, report) {
      const parts = before && after && differing({ icons: before.icons }, { icons: after.icons });
      if (parts) report({ path: ['icons'], ...parts });
    },
  },
]);

/** None where the server itself was added or removed. */
function pairsOf<T>(pair: ServerPair, list: 'prompts' | 'resources', keyOf: (one: T) => string): Pair<T>[] {
  const { before, after } = pair;
  if (!before || !after) return [];
  const [old, now] = [before, after].map(
    (side) => new Map(((side[list] ?? []) as readonly T[]).map((one) => [keyOf(one), one])),
  );
  return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].map((key) => ({
    before: old?.get(key),
    after: now?.get(key),
  }));
}

function promptPairs(pair: ServerPair): Pair<PromptPlan>[] {
  return pairsOf<PromptPlan>(pair, 'prompts', ({ name }) => name);
}

function resourcePairs(pair: ServerPair): Pair<ResourcePlan>[] {
  return pairsOf<ResourcePlan>(pair, 'resources', ({ uri }) => uri);
}

function reportDifferences(
  { before, after }: Pair<object>,
  path: readonly string[],
  report: (what: {
    path: readonly string[];
    before?: ReturnType<typeof json>;
    after?: ReturnType<typeof json>;
  }) => void,
): void {
  const parts = before && after && differing(before, after);
  if (parts)
    report({
      path,
      ...(parts.before !== undefined && { before: parts.before }),
      ...(parts.after !== undefined && { after: parts.after }),
    });
}
