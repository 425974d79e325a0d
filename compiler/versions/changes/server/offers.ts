/** Prompts, resources and icons of a server. */
import { matchUri, uriVariables } from '@haft/runtime/language';
import type { PromptPlan, ResourcePlan } from '../../../plan/offers.ts';
import type { ServerPlan } from '../../../plan/model.ts';
import { type MoveDirection, type ReportChange, membersChanged } from '../../compare/changed.ts';
import { namesMoved } from '../../compare/sequence.ts';
import { pairsBy } from '../../renames.ts';
import type { ChangeFacts, Detect, Pair, ServerPair } from '../../change.ts';
import { commonUris } from '../../compare/common-uris.ts';
import { readsAlike } from '../../compare/resource-calls.ts';
import { kindsOf } from '../../kind.ts';

const { wire, model } = kindsOf('server');

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
const OLD_BOOK = 'uri: "books://old-{isbn}", name: old book';

const OTHER_PARAMETERS = {
  why: 'The tool gets the values as other parameters: readers get another content than before.',
  next: 'Read it: `haft call <uri>`.',
} as const;

const KEEP_ARGUMENT = { next: 'Keep the argument, or add a prompt with another name.' } as const;

/** What hosts and their users see of a prompt or resource, and what stays where nothing else changed. */
const PROMPT_PARTS: Parts = {
  content: new Set(['messages', 'skill']),
  what: 'the text that the model gets is the same',
};
const RESOURCE_PARTS: Parts = {
  content: new Set(['file', 'sha256', 'tool', 'pointer', 'mime_type']),
  what: 'its content is the same',
};

const resourcesMoved = (how: MoveDirection): Detect<ServerPair> =>
  namesMoved(how, 'resources', ({ resources }) => resources?.map(({ uri }) => uri));

export const SERVER_OFFERS = [
  wire.safe('server/prompt-added', {
    says: 'A prompt was added.',
    why: 'Hosts show one more command to their users.',
    next: 'Nothing to do.',
    example: { before: promptExample(`${LOANS}, ${DAY}`), after: BOTH },
    detect: namesMoved('added', 'prompts', ({ prompts }) => prompts?.map(nameOf)),
  }),
  wire.breaking('server/prompt-removed', {
    says: 'A prompt was removed or renamed.',
    why: 'Users and programs that call it by its name get an error.',
    next: 'Keep it, or tell its users what to choose instead.',
    detect: namesMoved('removed', 'prompts', ({ prompts }) => prompts?.map(nameOf)),
  }),
  wire.breaking('server/prompt-required', {
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
        const [was, is] = [argumentsOf(before), argumentsOf(after)];
        for (const [name, { required }] of Object.entries(is))
          if (required && was[name]?.required !== true)
            report({ path: ['prompts', after.name, 'arguments', name], after: 'required' });
        for (const name of Object.keys(was))
          if (!Object.hasOwn(is, name))
            report({ path: ['prompts', after.name, 'arguments', name], before: name, ...KEEP_ARGUMENT });
      }
    },
  }),
  model.risky('server/prompt-changed', {
    says: 'The text of a prompt changed, or what users see of it.',
    why: 'The model follows other instructions than before.',
    next: 'Try the prompt: `haft call --prompt <name>`.',
    example: {
      before: promptExample(`${LOANS}, ${DAY}`),
      after: promptExample(`${LOANS}, ${DAY.replace('What', 'Which book')}`),
    },
    detect(pair, report) {
      for (const both of promptPairs(pair))
        offerChanged(both, report, ['prompts', both.after?.name ?? ''], PROMPT_PARTS);
    },
  }),
  wire.safe('server/resource-added', {
    says: 'A resource was added.',
    why: 'Hosts can read one more.',
    next: 'Nothing to do.',
    example: { before: resourceExample(BOOK), after: resourceExample(BOOK, 'uri: "pages://{isbn}", name: pages') },
    detect: (pair, report) => resourcesMoved('added')(withLaterVariables(pair), report),
  }),
  wire.breaking('server/resource-removed', {
    says: 'A resource was removed, or has another URI.',
    why: 'Links to it no longer resolve, and hosts that attach it get an error.',
    next: 'Keep the URI, next to the new one.',
    detect: (pair, report) => resourcesMoved('removed')(withLaterVariables(pair), report),
  }),
  wire.risky('server/resource-variables', {
    says: 'Variables of a resource template have other names; its URIs are the same.',
    why: 'Lists of resources show another template, and programs that complete a value by the old name get an error.',
    next: 'Keep the old names if programs complete their values.',
    example: {
      before: resourceExample(BOOK),
      after: resourceExample(BOOK.replace('isbn', 'number'))
        .replace('{ isbn:', '{ number:')
        .replace('[isbn]', '[number]'),
    },
    detect(pair, report) {
      for (const { before, after } of resourcePairs(pair))
        if (before && after && before.uri !== after.uri)
          report({
            path: ['resources', after.uri],
            before: before.uri,
            after: after.uri,
            ...(hadParameters(pair.before, before, after) && OTHER_PARAMETERS),
          });
    },
  }),
  wire.risky('server/resource-taken', {
    says: 'Another resource is now read for URIs of a resource.',
    why: 'Of all resources that have a URI, a file is read, and else the first one: readers get another content than before.',
    next: 'Keep the order, and give new resources URIs that no released one has.',
    example: { before: resourceExample(OLD_BOOK, BOOK), after: resourceExample(BOOK, OLD_BOOK) },
    detect(pair, report) {
      for (const { resource, taker } of takenResources(pair))
        report({ path: ['resources', resource.uri], before: resource.uri, after: taker.uri });
    },
  }),
  wire.risky('server/resource-changed', {
    says: 'The content of a resource, or what hosts see of it, changed.',
    why: 'Readers of it get something else than before.',
    next: 'Read it: `haft call <uri>`.',
    example: { before: resourceExample(BOOK), after: resourceExample(`${BOOK}, pointer: /title`) },
    detect(pair, report) {
      for (const both of resourcePairs(withLaterVariables(pair)))
        offerChanged(
          both,
          (facts) => report({ ...facts, ...whenOfOtherTool(both, pair) }),
          ['resources', both.after?.uri ?? ''],
          RESOURCE_PARTS,
        );
    },
  }),
  wire.safe('server/icons', {
    says: 'The icons of a server changed.',
    why: 'Hosts that show icons show others.',
    next: 'Nothing to do.',
    example: { before: 'icons: [{ file: assets/plan.png }]', after: 'icons: [{ file: assets/plan.png, theme: dark }]' },
    detect: (pair, report) => membersChanged(pair, report, ['icons'], ({ icons }) => ({ icons })),
  }),
];

/** Another tool may reject what the earlier one read. */
function whenOfOtherTool({ before, after }: Pair<ResourcePlan>, servers: ServerPair): Partial<ChangeFacts> {
  if (!before?.tool || !after?.tool || before.tool === after.tool) return {};
  const was = servers.before?.tools.find(({ name }) => name === before.tool);
  const is = servers.after?.tools.find(({ name }) => name === after.tool);
  const reads = was && is ? readsAlike(after.uri, was.inputSchema, is.inputSchema) : 'fits';
  if (reads === 'fits') return {};
  const next = `Keep \`tool: ${before.tool}\`, or accept all values that it accepts.`;
  return reads === 'breaks'
    ? { level: 'breaking', why: `Some URIs that could be read are now rejected by tool "${after.tool}".`, next }
    : {
        level: 'unknown',
        why: `Whether tool "${after.tool}" accepts every URI that could be read is not decided.`,
        next,
      };
}

/** None where the server itself was added or removed. */
function promptPairs({ before, after }: ServerPair): Pair<PromptPlan>[] {
  return before && after ? pairsBy(before.prompts, after.prompts, nameOf) : [];
}

function resourcePairs({ before, after }: ServerPair): Pair<ResourcePlan>[] {
  return before && after ? pairsBy(before.resources, after.resources, keyOf) : [];
}

/** The same for templates with the same URIs: names of variables make no difference to what matches. */
function keyOf({ uri }: Pick<ResourcePlan, 'uri'>): string {
  const names = uriVariables(uri);
  return uri.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${names.indexOf(name)}}`);
}

/** Whether the earlier tool knew a new name: then it is another parameter, and not the same one with another name. */
function hadParameters(server: ServerPlan | undefined, before: ResourcePlan, after: ResourcePlan): boolean {
  const called = server?.tools.find(({ name }) => name === before.tool);
  const names = uriVariables(after.uri).filter((name, at) => name !== uriVariables(before.uri)[at]);
  return names.some((name) => Object.hasOwn(called?.inputSchema.properties ?? {}, name));
}

/** With earlier templates as the later ones are written, so that other names of variables are no other resource. */
function withLaterVariables(pair: ServerPair): ServerPair {
  const { before, after } = pair;
  if (!before?.resources || !after?.resources) return pair;
  const later = new Map(after.resources.map((one) => [keyOf(one), one.uri]));
  const resources = before.resources.map((one) => {
    const uri = later.get(keyOf(one)) ?? one.uri;
    const [names, others] = [uriVariables(one.uri), uriVariables(uri)];
    const complete = Object.entries(one.complete ?? {}).map(([name, list]) => [
      others[names.indexOf(name)] ?? name,
      list,
    ]);
    return { ...one, uri, ...(one.complete && { complete: Object.fromEntries(complete) }) };
  });
  return { ...pair, before: { ...before, resources } };
}

/** Released resources, as they are now, of which another one is read for some URI, once for each of those. */
function takenResources(pair: ServerPair) {
  const [released, now] = [pair.before?.resources ?? [], pair.after?.resources ?? []];
  return resourcePairs(pair).flatMap(({ before, after }) => {
    if (!before || !after) return [];
    const others = now.filter((one) => one !== after && isReadBefore(one, after, now));
    const takers = others.filter((taker) =>
      commonUris(taker.uri, before.uri).some((uri) => readAt(uri, released) === before && readAt(uri, now) === taker),
    );
    return takers.map((taker) => ({ resource: after, taker }));
  });
}

function isReadBefore(one: ResourcePlan, other: ResourcePlan, all: readonly ResourcePlan[]): boolean {
  return one.tool === undefined || (other.tool !== undefined && all.indexOf(one) < all.indexOf(other));
}

/** As the server does it. */
function readAt(uri: string, resources: readonly ResourcePlan[]): ResourcePlan | undefined {
  const file = resources.find((one) => one.tool === undefined && one.uri === uri);
  return file ?? resources.find((one) => one.tool !== undefined && matchUri(one.uri, uri));
}

interface Parts {
  /** Members without which the content is another one. */
  readonly content: ReadonlySet<string>;
  readonly what: string;
}

/** Members that hosts or models may choose by. */
const CHOSEN_BY: ReadonlySet<string> = new Set(['description', 'meta']);

/** With the reason and the level of what changed: of the content, of what is chosen by, or of what is only shown. */
function offerChanged<T extends object>(
  pair: Pair<T>,
  report: ReportChange,
  path: readonly string[],
  parts: Parts,
): void {
  const reportWhy: ReportChange = (facts) => {
    const keys = [facts.before, facts.after].flatMap((side) => Object.keys(side ?? {}));
    if (keys.some((key) => parts.content.has(key))) return report(facts);
    const isChosenBy = keys.some((key) => CHOSEN_BY.has(key));
    const why = `${isChosenBy ? 'Hosts, and models that hosts show it to, can choose it more or less often' : 'Hosts show it in another way, or suggest other values'}; ${parts.what}.`;
    return report({ ...facts, why, ...(!isChosenBy && { level: 'safe' as const }) });
  };
  membersChanged(pair, reportWhy, path, (one) => one);
}

/** A prompt whose text is a skill has this one argument, whatever its spec declares. */
function argumentsOf({
  skill,
  arguments: own = {},
}: PromptPlan): Readonly<Record<string, { readonly required?: boolean }>> {
  return skill === undefined ? own : { request: {} };
}

function nameOf({ name }: PromptPlan): string {
  return name;
}
