/** Tools that are deprecated: what they name instead, and who names those that models do not see. */
import { toolDocument } from '../../example-documents.ts';
import { templateRoots } from '../../../spec/behaviors/variables.ts';
import { meantOr } from '../../analysis/unknown-name.ts';
import { filterMemo } from '../../../base/memo.ts';
import { bodyTemplates } from '../../../spec/behaviors/steps.ts';
import { say } from '../../../base/sentence.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { crossRule } from '../../rule.ts';
import { isListed, qualifiedName } from '../../tool-names.ts';
import { namedIn } from '../../analysis/edits/named-tools.ts';
import { idOf, partOfTool, relativeName, serversNear } from '../../analysis/names/tool-references.ts';

const deprecated = (use: string, more = ''): string => {
  return `deprecated: { since: 2026-11-20, use: ${use}, remove_after: 2027-05-20, reason: It cannot search by author.${more} }`;
};

const version = (name: string, more: string): string => `---
${toolDocument(name, 'Searches the shelves by words.', 'the user looks for a book')}
handler: handlers.ts
${more}`;

export const deprecatedChain = crossRule({
  id: 'tool/deprecated-chain',
  severity: 'warning',
  around: (draft) =>
    draft.toolLists.flatMap(leaving).flatMap((tool) => {
      const newest = newestOf(tool, draft);
      return newest ? [[tool, newest] as const] : [];
    }),
  says: 'A deprecated tool must name the newest tool, not one that is deprecated too.',
  why: 'After ten versions a model or a caller would follow ten names, and each deprecated tool on the way can be removed.',
  source: 'EXT §9 rule 2 (the old tool is marked deprecated)',
  good: [
    `${deprecated('search_books_v2')}\n${version('search_books_v2', 'replaces: search_books')}`,
    `${deprecated('search_books_v3')}\n${version('search_books_v2', deprecated('search_books_v3'))}\n${version('search_books_v3', 'replaces: search_books_v2')}`,
  ],
  bad: [
    `${deprecated('search_books_v2')}\n${version('search_books_v2', deprecated('search_books_v3'))}\n${version('search_books_v3', 'replaces: search_books_v2')}`,
    `${deprecated('search_books_v2')}\n${version('search_books_v2', deprecated('library.find_books'))}\n${version('find_books', 'replaces: search_books_v2')}`,
  ],
  check(tool, report, newest) {
    const path = ['deprecated', 'use'];
    const [name, value] = [tool.spec.deprecated?.use ?? '', relativeName(tool, newest)];
    report(
      path,
      say`Tool "${tool.spec.name}" names "${name}", which is deprecated too.`,
      say`Set \`use\` to "${value}".`,
      { fix: { title: `Write "${value}".`, edits: [tool.edit({ kind: 'replace', path, value })] } },
    );
  },
});

const leaving = filterMemo(({ spec }: ToolPart) => spec.deprecated !== undefined);

/** The end of a chain of deprecations; undefined where the tool names it already, or nothing follows. */
function newestOf(tool: ToolPart, draft: SpecDraft): ToolPart | undefined {
  const visited = new Set([tool]);
  let [last, steps] = [tool, 0];
  for (let next = usedBy(tool, draft); next && !visited.has(next); next = usedBy(next, draft)) {
    visited.add(next);
    [last, steps] = [next, steps + 1];
  }
  return steps > 1 && !last.spec.deprecated ? last : undefined;
}

function usedBy(tool: ToolPart, draft: SpecDraft): ToolPart | undefined {
  const use = tool.spec.deprecated?.use;
  const [id, ...others] = use === undefined ? [] : draft.names.tools.resolve(use, serversNear(tool));
  return id && others.length === 0 ? partOfTool(draft, id) : undefined;
}

export const unlistedNamed = crossRule({
  id: 'tool/unlisted-named',
  severity: 'warning',
  around: (draft) =>
    draft.toolLists
      .flatMap(leaving)
      .filter(({ spec }) => !isListed(spec))
      .map((tool) => [tool, draft]),
  says: 'Descriptions, skills and evals must not send a model to a tool that is not listed.',
  why: 'A model that reads the name does not find the tool in its list, and invents a call or gives up.',
  source: 'EXT §8 rule 1 (names the tool to use instead)',
  good: [
    `name: search_books\n${version('find_books', deprecated('search_books', ', listed: false'))}`,
    `${deprecated('search_books_v2')}\n${version('search_books_v2', 'replaces: search_books')}\nevals: [{ query: find it, never: [search_books] }]`,
  ],
  bad: [
    `${deprecated('list_shelves', ', listed: false')}
---
${toolDocument('list_shelves', 'Lists the shelves of a room.', 'a reader asks what is where, instead: [{ case: a title is known, use: search_books }]')}
handler: handlers.ts`,
    `${deprecated('list_shelves', ', listed: false')}
---
${toolDocument('list_shelves', 'Lists the shelves of a room.', 'a reader asks what is where')}
evals: [{ query: find it, expect: search_books }]
handler: handlers.ts`,
  ],
  check(tool, report, draft) {
    const namers = namersOf(tool, draft);
    const [first] = namers;
    const use = tool.spec.deprecated?.use ?? '';
    if (!first) return;
    report(
      ['deprecated', 'listed'],
      say`Tool "${tool.spec.name}" is not listed, and ${first.name} names it.`,
      say`Name "${use}" there, or list "${tool.spec.name}".`,
      { related: namers.map(({ at }) => ({ message: 'Named here.', span: at })) },
    );
  },
});

interface Namer {
  readonly name: string;
  readonly at: ReturnType<ToolPart['at']>;
}

function namersOf(tool: ToolPart, { tools, skills, names }: SpecDraft): Namer[] {
  const means = (written: string, near: readonly string[]): boolean => names.tools.means(written, idOf(tool), near);
  const inTools = tools
    .filter(({ spec }) => isListed(spec))
    .flatMap((other) => {
      const { description, evals = [] } = other.spec;
      const named = [
        ...(description.instead ?? []).map(({ use }, at) => [['description', 'instead', at, 'use'], use] as const),
        ...evals.flatMap(({ expect }, at) =>
          typeof expect === 'string' ? [[['evals', at, 'expect'], expect] as const] : [],
        ),
      ];
      return named.flatMap(([path, written]) =>
        means(written, serversNear(other)) ? [{ name: `"${qualifiedName(idOf(other))}"`, at: other.at(path) }] : [],
      );
    });
  const inSkills = skills.flatMap((skill) => {
    const { context, steps, example, servers } = skill.spec;
    return namedIn({ context, steps, example }).flatMap(({ path, word, source }) =>
      means(word, servers ?? []) ? [{ name: `skill "${skill.spec.name}"`, at: skill.at(path, 'value', source) }] : [],
    );
  });
  return [...inTools, ...inSkills];
}

const adapter = (own: string, via: string): string => `name: search_books_v2
parameters: { words: { type: string, description: Words to look for. } }
required: [words]
replaces: search_books
---
${toolDocument('search_books', 'Searches the shelves by words.', 'the user looks for a book')}
${own}
deprecated: { since: 2026-11-20, use: search_books_v2, remove_after: 2027-05-20, reason: It has other words., ${via} }`;

const QUERY = 'parameters: { query: { type: string, description: Words to look for. } }\nrequired: [query]';

export const viaComplete = crossRule({
  id: 'tool/via-complete',
  severity: 'error',
  locked: true,
  resolves: true,
  around: (draft) =>
    draft.toolLists
      .flatMap(leaving)
      .filter((tool) => ADAPTER_KEYS.some((key) => hasKey(tool, key)))
      .map((tool) => [tool, draft]),
  says: 'A deprecated tool with `via` must lead from its own parameters to a tool of its server.',
  why: 'Every call of it would fail: without a value, or without a tool that does the work.',
  source: 'EXT §9 rule 2 (the old tool is removed after a period)',
  good: [adapter(QUERY, 'via: { words: "{query}" }'), adapter('title: Search books', 'via: { words: all }')],
  bad: [
    adapter(QUERY, 'via: { words: "{text}" }'),
    adapter(QUERY, 'via: { words: "{query}" }, through: search_shelves'),
    adapter(QUERY, 'via: { words: "{query}" }, through: search_books'),
    adapter(`${QUERY}\nhandler: handlers.ts`, 'result: { total: /count }'),
  ],
  check(tool, report, draft) {
    const { name, deprecated: terms, parameters = {} } = tool.spec;
    const loose = ADAPTER_KEYS.find((key) => key !== 'via' && hasKey(tool, key));
    if (!terms?.via) {
      report(
        ['deprecated', loose ?? 'via'],
        say`Tool "${name}" has no \`via\`, to which \`${loose ?? ''}\` belongs.`,
        'Add `via`, or remove the key.',
        { part: 'key' },
      );
      return;
    }
    const { through, use, via } = terms;
    const target = calledBy(tool, draft);
    if (!target || leadsBack(tool, draft)) {
      const message = say`Tool "${name}" cannot call "${through ?? use}".`;
      report(
        ['deprecated', through === undefined ? 'use' : 'through'],
        message,
        say`Name another tool of the server that leads to a behavior.`,
      );
      return;
    }
    for (const { path, text, inItem } of bodyTemplates(['deprecated', 'via'], via)) {
      for (const word of templateRoots(text)) {
        if (Object.hasOwn(parameters, word) || (inItem === true && word === 'item')) continue;
        const names = Object.keys(parameters);
        const hint = meantOr(word, names, `Known parameters: ${names.slice(0, 12).join(', ') || 'none'}.`);
        report(path, say`Tool "${name}" has no parameter "${word}".`, hint, { word });
      }
    }
  },
});

const ADAPTER_KEYS = ['via', 'translate', 'result', 'through'] as const;

function hasKey({ spec: { deprecated: terms } }: ToolPart, key: (typeof ADAPTER_KEYS)[number]): boolean {
  return terms?.[key] !== undefined;
}

/** The tool of its server that a call goes through. */
function calledBy(tool: ToolPart, draft: SpecDraft): ToolPart | undefined {
  const { via, use, through = use } = tool.spec.deprecated ?? {};
  if (!via || through === undefined) return undefined;
  const own = draft.names.tools.resolve(through, serversNear(tool)).find(({ server }) => server === idOf(tool).server);
  return own && partOfTool(draft, own);
}

function leadsBack(tool: ToolPart, draft: SpecDraft): boolean {
  const visited = new Set<ToolPart>();
  for (let at: ToolPart | undefined = tool; at?.spec.deprecated?.via; at = calledBy(at, draft)) {
    if (visited.has(at)) return true;
    visited.add(at);
  }
  return false;
}
