/** Names of tools. */
import { say } from '../../../base/sentence.ts';
import { crossRule, firstUse, rule } from '../../rule.ts';
import { nameWords } from '../../analysis/names/name-words.ts';
import { vagueWord } from '../../analysis/names/specificity.ts';
import { memoizeBy } from '../../../base/memo.ts';
import type { ToolPart } from '../../model.ts';
import { LIST_SHELVES, inTwoServers, toolDocument } from '../../example-documents.ts';
import { duplicatesBy } from '../../../base/groups.ts';
import { isPrinted } from '../../settings.ts';

export const toolNameFormat = rule({
  id: 'tool/name-format',
  severity: 'error',
  says: 'Tool names must be in snake_case.',
  profiles: ['ext'],
  why: 'Models are most reliable with snake_case, hosts join names with "_", and generated types are built from the words.',
  source: 'EXT §2.2; MCP 2025-11-25 tool names',
  good: ['name: search_books', 'name: get_book_v2'],
  bad: ['name: searchBooks', 'name: search.books'],
  check(tool, report) {
    const { name } = tool.spec;
    if (/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) return;
    report(['name'], say`Tool name "${name}" is not in snake_case.`, say`Write "${nameWords(name).join('_')}".`);
  },
});

export const genericToolName = rule({
  id: 'tool/generic-name',
  severity: 'warning',
  evidence: 'prose',
  says: 'A tool name must say what the tool works on.',
  profiles: ['ext'],
  why: 'The model sees dozens of tools from several servers; "get_info" or "fetch" matches every request, so it is called for the wrong ones.',
  hint: 'Name the object, as in "get_invoice".',
  source: 'EXT §8 rule 4 (no generic names)',
  good: [
    'name: fetch_invoice',
    'name: get_user_data',
    `name: get_item
description: { does: Gets an item of the shop's catalogue with its price and stock., when: the user asks about one thing on offer }`,
    'name: read\nparameters: { path: { type: string, description: Path of the file. } }\nrequired: [path]',
    'name: translate',
  ],
  bad: [
    `name: fetch
description: { does: Fetches a loan by its number., when: the number of a loan is known }`,
    `name: process_data
description: { does: Processes the given input and returns the output., when: a scan has to be tidied }
parameters: { raw_text: { type: string, description: Text as it was scanned. } }
required: [raw_text]`,
    'name: get_info\ndescription: { does: Gets the opening hours of the library., when: the user asks when it is open }',
    'name: run',
    'name: get_item\ndescription: { does: Gets an item by its ID., when: an item is needed }',
  ],
  check(tool, report, { settings }) {
    const vague = vagueWord(tool, settings.lexicon);
    if (vague === undefined) return;
    const { name } = tool.spec;
    report(
      ['name'],
      name.startsWith(vague)
        ? say`Tool name "${name}" is only a verb.`
        : say`Tool name "${name}" is too generic: "${vague}" can be anything.`,
      { word: vague },
    );
  },
});

export const hostNameLength = rule({
  id: 'tool/host-name-length',
  severity: 'error',
  imported: 'warning',
  says: 'The name under which a host shows a tool must not exceed the limit of that host.',
  why: 'Hosts prefix a tool name with the server name; above the limit they truncate the name or drop the tool, and some drop every tool of the server.',
  source: 'EXT §4.1 (Call tool takes a name); MCP hosts’ limits for joined names',
  good: ['name: search_books', 'name: list_overdue_loans_of_readers_by_room_name'],
  bad: [
    'name: get_status_of_interlibrary_loan_by_reader_and_editions',
    'name: retrieve_all_bibliographic_records_matching_the_given_subject_heading_and_year',
  ],
  check({ spec, server }, report, { settings }) {
    const { name } = spec;
    if (!server) return;
    const over = settings.hosts
      .flatMap(({ id, toolName }) =>
        toolName?.maxLength === undefined ? [] : [{ id, max: toolName.maxLength, form: toolName.form }],
      )
      .filter(({ form, max }) => form.length - PLACES.length + server.spec.name.length + name.length > max)
      .map(({ id, form, max }) => {
        return { id, max, joined: form.replace('{server}', () => server.spec.name).replace('{tool}', () => name) };
      })
      .sort((a, b) => b.joined.length - b.max - (a.joined.length - a.max));
    const [worst, ...others] = over;
    if (!worst) return;
    const { id, joined, max } = worst;
    const also = others.length > 0 ? `; it is too long for ${others.map((other) => other.id).join(', ')} as well` : '';
    report(
      ['name'],
      say`In ${id}, tool "${name}" is called "${joined}": ${joined.length} characters where ${max} are allowed${also}.`,
      say`Shorten the name of the tool or of server "${server.spec.name}" by ${joined.length - max} characters.`,
    );
  },
});

/** In every form once. */
const PLACES = '{server}{tool}';

const MAX_PORTABLE = 64;

export const portableToolName = rule({
  id: 'tool/name-portable',
  severity: 'note',
  says: 'A tool that is offered without MCP should have a name that every model and language takes.',
  why: 'Some APIs of models reject other names, so that a model is offered another one than MCP hosts, skills and evals know; in code it is no name of a function.',
  source: 'MCP 2025-11-25 tool names; names of functions in the APIs of models',
  good: ['name: searchBooks', `name: search_${'b'.repeat(MAX_PORTABLE - 7)}`],
  bad: ['name: search.books', `name: search_${'b'.repeat(MAX_PORTABLE - 6)}`, 'name: 2d_shelves'],
  check({ spec: { name }, server }, report, { settings }) {
    if (!server || !['in-process', 'code'].some((id) => isPrinted(settings, id, server.spec.name))) return;
    const [odd] = /^[^A-Za-z_]|[^\w-]/u.exec(name) ?? [];
    if (odd === undefined && name.length <= MAX_PORTABLE) return;
    const hint = `Write letters, digits, "_" and "-", with no digit and no "-" at the start, at most ${MAX_PORTABLE}.`;
    const message =
      odd === undefined
        ? say`Tool name "${name}" has ${name.length} characters, which some models reject.`
        : say`Tool name "${name}" ${name.startsWith(odd) ? 'starts with' : 'has'} "${odd}", which some models reject.`;
    report(['name'], message, hint);
  },
});

const laterTool = (name: string): string => `name: search_books
---
${toolDocument(name, 'Searches the shelves by words.', 'the user looks for a book')}
handler: handlers.ts`;

export const toolDuplicate = crossRule({
  id: 'tool/duplicate',
  severity: 'error',
  around: ({ tools }) => duplicatesBy(tools, withoutSeparators),
  says: 'Every tool must have a unique name in its server.',
  locked: true,
  why: 'A call names a tool of its server, and generated types are named after it: of two tools with one name, one could not be called.',
  hint: 'Rename or delete one of the tools.',
  source: 'EXT §4.1 (Call tool takes a name)',
  good: [
    'name: search_books',
    `name: search_books\n---\n${LIST_SHELVES}`,
    `name: search_books\n---\n${inTwoServers('search_books')}`,
  ],
  bad: [laterTool('search_books'), laterTool('search_book_s')],
  check(tool, report, first) {
    const { name } = tool.spec;
    const message =
      first.spec.name === name
        ? say`Duplicate tool name "${name}".`
        : say`Tool names "${first.spec.name}" and "${name}" differ only in separators, so their generated types would collide.`;
    report(['name'], message, firstUse(first, ['name']));
  },
});

const withoutSeparators = memoizeBy(({ spec, server, file }: ToolPart): string => {
  const name = spec.name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return `${server?.spec.name ?? file} ${name}`;
});
