/** The texts by which a model chooses a tool. */
import { say } from '../../../base/sentence.ts';
import { SHOWN_CHARACTERS, UNDESCRIBED, joinParts, toolCost, toolParts, toolTokens } from '../../description.ts';
import { type ReportFinding, crossRule, rule } from '../../rule.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ToolPart } from '../../model.ts';
import {
  doubledBeginning,
  isSentence,
  isSituation,
  repeatsName,
  situationRepeatsName,
} from '../../analysis/prose/description-parts.ts';
import { descriptionExample, toolDocument } from '../../example-documents.ts';
import { insideOf, ownTexts, servedSubjects, subjectOf, suspected } from '../../analysis/prose/implementation-terms.ts';
import { isUninformative } from '../../analysis/prose/information.ts';
import { nameWords, sentenceWords, stem } from '../../analysis/names/name-words.ts';

export const toolDescriptionLength = rule({
  id: 'tool/description-length',
  severity: 'error',
  imported: 'warning',
  says: 'A tool description should not be so long that hosts truncate it.',
  why: 'A host that truncates at 2 KB drops the end without notice: first the examples, then which tool to use instead.',
  source: 'EXT §8 rule 1; MCP hosts’ limit of 2 KB for a description',
  good: [
    'description: { does: Searches the shelves by words., when: the user looks for a book }',
    `description: { does: "${'Searches the shelves of the library by words in titles. '.repeat(8)}", when: the user looks for a book }`,
  ],
  bad: [
    `description: { does: "${'Searches the shelves of the library by words in titles. '.repeat(40)}", when: the user looks for a book }`,
    `description:
  does: Searches the shelves by words.
  when: the user looks for a book
  examples: [${Array.from({ length: 60 }, (_, at) => `Do we have a book about the history of ${at}?`).join(', ')}]`,
  ],
  check({ spec }, report) {
    const parts = toolParts(spec);
    const { length } = joinParts(parts);
    if (length <= SHOWN_CHARACTERS) return;
    const longest = [...parts].sort((a, b) => sizeOf(b.part) - sizeOf(a.part))[0]?.part ?? 'does';
    function sizeOf(part: string): number {
      return parts.reduce((sum, one) => sum + (one.part === part ? one.text.length : 0), 0);
    }
    report(
      ['description', longest],
      say`The description of tool "${spec.name}" has ${length} characters; hosts truncate it after ${SHOWN_CHARACTERS}.`,
      `Shorten "${longest}"; move details of a parameter to its own description.`,
      { part: 'key' },
    );
  },
});

export const descriptionParts = rule({
  id: 'tool/description-parts',
  severity: 'warning',
  imported: 'note',
  evidence: 'prose',
  says: 'Every part of a tool description must add information.',
  why: 'The description is all that the model knows: a repeated name or "when needed" makes it guess, and "Use when use when …" reads like an error.',
  source: 'EXT §8 rule 1 (when to call, and what the tool does)',
  good: [
    'description: { does: Lists all loans that are overdue., when: a reader asks what is late }',
    'name: list_free_rooms\ndescription: { does: Lists rooms without a group., when: the user asks when a room is free }',
    'description: { does: 蔵書を題名と著者で検索します。, when: 利用者が本を探しているとき }',
  ],
  bad: [
    'description: { does: Search books, when: the user asks about a book }',
    'description: { does: Searches the books., when: the user asks about a book }',
    'description: { does: Searches the shelves by words., when: Use this tool when the user looks for a book }',
    'description: { does: Searches the shelves by words., when: Use this tool to find books in the library }',
    'description: { does: Performs the requested operation and returns the result., when: the user looks for a book }',
    'description: { does: Searches the shelves by words., when: needed }',
    'description: { does: Searches the shelves by words., when: you need to use this tool }',
    'description: { does: Looks on all shelves for words., when: the user wants to search books }',
    `description:
  does: Searches the shelves by words.
  when: the user looks for a book
  instead: [{ case: If the title is known, use: get_book }]
---
${toolDocument('get_book', 'Gets author and year of a book.', 'its title is known')}
handler: handlers.ts`,
  ],
  check(tool, report) {
    const { name, title = name, description } = tool.spec;
    const { does, when, instead = [] } = description;
    const subject = subjectOf(tool);
    // One text of profile `mcp`.
    const key = when === '' ? 'description' : 'does';
    if (repeatsName(does, name) || repeatsName(does, title)) {
      const hint = 'Describe what the call returns or changes, and whose data it uses.';
      report(['description', 'does'], say`\`${key}\` of tool "${name}" only repeats the name.`, hint);
    } else if (description === UNDESCRIBED) {
      report(['name'], say`Tool "${name}" has no description.`, 'Describe what it does, and when to call it.');
    } else if (isSentence(does) && isUninformative(does, 'does', subject)) {
      const hint = 'Name what is found, made or changed.';
      report(['description', 'does'], say`\`${key}\` of tool "${name}" fits any tool.`, hint);
    } else if (!isSentence(does)) {
      const hint = 'Describe in one sentence what it does.';
      report(['description', 'does'], say`\`${key}\` of tool "${name}" is not a sentence.`, hint);
    }
    if (when === '') return;
    const isDoubled = reportTwice(tool, ['description', 'when'], when, 'Use when', report);
    if (!isDoubled && !isSituation(when, subject)) {
      const hint = 'Name the situation: "the user asks …", "the key is known and …".';
      report(['description', 'when'], say`\`when\` of tool "${name}" does not describe a situation.`, hint);
    } else if (!isDoubled && situationRepeatsName(when, name)) {
      const hint = 'Name the situation: what the user asks, has or wants to know.';
      report(['description', 'when'], say`\`when\` of tool "${name}" only repeats the name.`, hint);
    }
    reportLimits(tool, subject, report);
    for (const [at, one] of instead.entries()) {
      const path = ['description', 'instead', at, 'case'];
      reportTwice(tool, path, one.case, 'If', report);
      const named = nameWords(one.use).filter((word) =>
        sentenceWords(one.case).some((said) => stem(said) === stem(word)),
      );
      // The words of the other tool's name say what it is for.
      if (named.length > 1 || !isUninformative(one.case, 'situation', subject)) continue;
      report(path, `The case "${one.case.trim()}" fits any request.`, `Name what "${one.use}" is for.`);
    }
  },
});

function reportLimits({ spec }: ToolPart, subject: ReadonlySet<string>, report: ReportFinding): void {
  for (const [at, limit] of (spec.description.limits ?? []).entries())
    if (isUninformative(limit, 'does', subject))
      report(
        ['description', 'limits', at],
        `The limit "${limit.trim()}" fits any tool.`,
        'Name what the tool cannot do.',
      );
}

/** Whether the text starts with what Haft adds. */
function reportTwice(tool: ToolPart, path: NodePath, text: string, before: string, report: ReportFinding): boolean {
  const twice = doubledBeginning(text);
  if (!twice) return false;
  const title = `Remove "${twice.text}".`;
  const hint = twice.rest === undefined ? 'Write only the situation: "the user looks for …".' : title;
  const edits = [tool.edit({ kind: 'replace', path, value: twice.rest })];
  report(path, `This text starts with "${twice.text}", and Haft adds "${before}" before it.`, hint, {
    word: twice.text,
    ...(twice.rest !== undefined && { fix: { title, edits } }),
  });
  return true;
}

export const examples = rule({
  id: 'tool/examples',
  severity: 'note',
  evidence: 'signals',
  release: 'error',
  says: 'A tool description should include example requests of users.',
  profiles: ['ext'],
  why: 'The model compares the request with the description; an example in a user’s words matches better than any explanation.',
  source: 'EXT §8 rule 1 (includes example queries)',
  good: [
    `description:
  does: Searches the shelves by words.
  when: the user looks for a book
  examples: [Do we have anything on beekeeping?]`,
    `description:
  does: Gives the words of a scanned page.
  when: the user wants to read a page
  examples: [What is J45.9?, Show B-12, "What does scans/1887/page-12.png say?", "Read https://example.org/scan.png to me"]`,
  ],
  bad: [
    'description: { does: Searches the shelves by words., when: the user looks for a book }',
    `description:
  does: Searches the shelves by words.
  when: the user looks for a book
  examples: ['search_books(query="beekeeping")']`,
    `description:
  does: Searches the shelves by words.
  when: the user looks for a book
  examples: ['{"query": "beekeeping", "limit": 5}']`,
    `description:
  does: Searches the shelves by words.
  when: the user looks for a book
  examples: [Example request, Any news on bees?, any news on BEES]`,
  ],
  check(tool, report) {
    const { name, description } = tool.spec;
    const hint = 'Add `examples:` with two or three requests as users would type them.';
    if (!description.examples?.length)
      report(['description'], say`The description of tool "${name}" has no example request.`, hint, {
        part: 'key',
        suspected: false,
      });
    const phrases = new Set<string>();
    for (const [at, example] of (description.examples ?? []).entries()) {
      const words = sentenceWords(example).join(' ');
      // Users do not type identifiers.
      const isCall = (/[_-]/.test(name) && example.includes(name)) || /^\s*[{[][^]*[}\]]\s*$/.test(example);
      const message = isCall
        ? say`This example of tool "${name}" is a call, not a user request.`
        : isUninformative(example, 'request', subjectOf(tool))
          ? say`This example of tool "${name}" fits any tool.`
          : phrases.has(words) && say`Duplicate example of tool "${name}".`;
      if (message)
        report(['description', 'examples', at], message, 'Write it as a user would: "Do we have …?".', {
          suspected: !isCall,
        });
      phrases.add(words);
    }
  },
});

export const noImplementationDetails = crossRule({
  id: 'tool/no-implementation-details',
  severity: 'warning',
  imported: 'note',
  evidence: 'prose',
  around: (draft) => draft.toolLists.flatMap(suspected).map((tool) => [tool, servedSubjects(draft)(tool)]),
  measured: { useful: 23, judged: 37 },
  says: 'A tool description must not mention implementation details.',
  why: 'Users never say "endpoint": such terms match no request, and an internal change then changes the contract.',
  hint: 'Use the user’s terms: what is given, found or changed.',
  source: 'EXT §8 rule 1 (not implementation details or endpoint names)',
  good: [
    descriptionExample('Searches the shelves by words. Returns JSON at the cost of one API call.'),
    descriptionExample('Summarizes a web page.', 'the user gives the URL of the page'),
    descriptionExample('Reads a scan, such as /scans/1887/page-12.png or https://example.org/scan.png.'),
    'parameters: { book: { type: string, description: "Inserted into /books/{id}/copies." } }',
    'description: { does: Lists the endpoints of a trip., when: the user plans a trip, examples: [What is the endpoint of the tour?] }',
    `name: delete_template
${descriptionExample('Deletes a template that no endpoint uses.')}
---
${['list', 'delete'].map((verb) => `{ kind: tool, name: ${verb}_endpoints, server: library, effects: read, description: { does: Shows what runs., when: the user asks for it }, handler: handlers.ts }`).join('\n---\n')}`,
    `name: run_query\n${descriptionExample('Runs a read-only SQL query on the catalogue.', 'no other tool answers the question')}`,
  ],
  bad: [
    descriptionExample('Calls GET /books with the given parameters.'),
    descriptionExample('Wrapper around the library REST API. Returns a JSON response.'),
    descriptionExample('Searches books using the catalogue API endpoint https://api.library.example/v2/books.'),
    descriptionExample('Reads from the book_copies table.', 'a copy is needed'),
  ],
  check(tool, report, served) {
    for (const { path, text } of ownTexts(tool.spec)) {
      const phrase = insideOf(text, tool, served);
      if (phrase === undefined) continue;
      report(path, say`"${phrase}" in tool "${tool.spec.name}" is an implementation detail.`, { word: phrase });
    }
  },
});

const many = (count: number, words: string): string => {
  const fields = Array.from({ length: count }, (_, at) => `field_${at}: { type: string, description: "${words}" }`);
  return `parameters: { ${fields.join(', ')} }`;
};

export const contextCost = rule({
  id: 'tool/context-cost',
  severity: 'warning',
  says: 'A tool should stay within its token budget.',
  why: 'Every tool is read before the first user message; large tools leave a small model little context.',
  source: 'EXT §8 (can exhaust context); MCP tools/list',
  good: [
    'parameters: { title: { type: string, description: Words of the title. } }',
    many(4, 'Value of this field of the catalogue record, exactly as it is written there.'),
  ],
  bad: [
    many(40, 'Value of this field of the catalogue record, exactly as it is written there, with its indicators.'),
    `description: { does: "${'Searches the shelves by words. '.repeat(64)}", when: the user looks for a book }
${many(16, 'Value of this field of the catalogue record, exactly as it is written there.')}`,
  ],
  check({ spec }, report, { settings }) {
    const budget = settings.budgets.tool;
    if (toolTokens(spec) <= budget) return;
    const { total, description, parameters, cut } = toolCost(spec);
    // Rule tool/description-length already reports a long description; another finding is useful only if other parts are too big as well.
    if (total - cut <= budget && settings.severities['tool/description-length'] !== 'off') return;
    const [part, tokens] = description > parameters ? ['description', description] : ['parameters', parameters];
    report(
      [part],
      say`Tool "${spec.name}" needs about ${total} tokens of context; the budget is ${budget}.`,
      `Shorten "${part}" (about ${tokens}), split the tool, or raise \`budgets: { tool }\` in haft.yaml.`,
      { part: 'key' },
    );
  },
});
