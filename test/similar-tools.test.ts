/** Which tools of real kinds of servers are confused with each other, and that the other rules are quiet about all of them. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../compiler/check/check.ts';
import type { Config } from '../compiler/check/documents/config.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { isCrossRule } from '../compiler/check/rule.ts';
import { RULES } from '../compiler/check/rules/index.ts';
import type { Diagnostic } from '../compiler/base/diagnostic.ts';
import { load } from '../compiler/spec/yaml/load.ts';
import { costlyRuns, runs } from './support/runs.ts';

type Effects = 'read' | 'write' | 'destroy';
type Tool = readonly [name: string, does: string, effects: Effects, parameters?: readonly string[], instead?: string];

interface Server {
  readonly summary: string;
  readonly tools: readonly Tool[];
  /** Each pair as "later ~ earlier". */
  readonly taken: readonly string[];
}

const R = 'read';
const W = 'write';
const D = 'destroy';

const SERVERS: Readonly<Record<string, Server>> = {
  mail: {
    summary: "Reads and writes the user's email.",
    tools: [
      ['search_emails', 'Finds emails by sender, subject, date or words in the text.', R, ['query']],
      ['read_email', 'Gives the whole text of one email with its attachments.', R, ['message_id']],
      ['list_emails', 'Lists the newest emails of a folder.', R, ['folder']],
      ['send_email', 'Sends an email to one or more people.', W, ['to', 'subject', 'body']],
      [
        'draft_email',
        'Writes an email and keeps it among the drafts without sending it.',
        W,
        ['to', 'subject', 'body'],
      ],
      ['delete_email', 'Removes an email for ever.', D, ['message_id']],
      ['archive_email', 'Takes an email out of the inbox and keeps it in the archive.', W, ['message_id']],
      ['list_labels', 'Lists the labels under which emails are filed.', R],
      ['create_label', 'Makes a new label.', W, ['name']],
      ['add_label_to_email', 'Files an email under a label.', W, ['message_id', 'label']],
      ['download_attachment', 'Saves an attachment of an email to a folder on this computer.', W, ['attachment_id']],
    ],
    taken: ['list_emails ~ search_emails', 'draft_email ~ send_email', 'archive_email ~ delete_email'],
  },
  files: {
    summary: 'Reads and changes files in folders that the user has opened.',
    tools: [
      ['read_file', 'Gives the contents of a file as text.', R, ['path']],
      ['read_media_file', 'Gives an image or sound file for viewing or listening.', R, ['path']],
      ['read_multiple_files', 'Gives the contents of several files as text.', R, ['paths']],
      ['write_file', 'Creates a file, or replaces all that is in it.', D, ['path', 'content']],
      ['edit_file', 'Replaces single lines of a text file.', W, ['path', 'edits']],
      ['create_directory', 'Makes a folder and those above it.', W, ['path']],
      ['list_directory', 'Lists files and folders in a folder.', R, ['path']],
      ['directory_tree', 'Gives a folder with everything below it as a tree.', R, ['path']],
      ['move_file', 'Moves a file to another folder or gives it a new name.', W, ['source', 'destination']],
      ['search_files', 'Finds files whose names match a pattern.', R, ['path', 'pattern']],
      ['get_file_info', 'Tells size, dates and permissions of a file.', R, ['path']],
    ],
    taken: ['read_multiple_files ~ read_file', 'edit_file ~ write_file'],
  },
  git: {
    summary: 'Works with repositories, issues and pull requests on a git host.',
    tools: [
      ['search_repositories', 'Finds repositories by name, topic or language.', R, ['query']],
      ['search_code', 'Finds code in repositories by words and file names.', R, ['query']],
      ['search_issues', 'Finds issues in all repositories by words, labels and people.', R, ['query']],
      ['list_issues', 'Lists the issues of one repository, by state and label.', R, ['owner', 'repo']],
      ['get_issue', 'Gives one issue with its text, labels and people.', R, ['owner', 'repo', 'issue_number']],
      ['create_issue', 'Opens an issue in a repository.', W, ['owner', 'repo', 'title']],
      ['update_issue', 'Changes title, text, state or labels of an issue.', W, ['owner', 'repo', 'issue_number']],
      ['add_issue_comment', 'Writes a comment under an issue.', W, ['owner', 'repo', 'issue_number', 'body']],
      ['list_pull_requests', 'Lists the pull requests of one repository, by state and branch.', R, ['owner', 'repo']],
      [
        'get_pull_request',
        'Gives one pull request with its branches and whether it can be merged.',
        R,
        ['owner', 'repo', 'pull_number'],
      ],
      ['merge_pull_request', 'Merges a pull request into its base branch.', W, ['owner', 'repo', 'pull_number']],
      ['create_branch', 'Makes a branch from another one.', W, ['owner', 'repo', 'branch']],
      ['list_commits', 'Lists the commits of a branch, newest first.', R, ['owner', 'repo']],
      ['get_commit', 'Gives one commit with its changes.', R, ['owner', 'repo', 'sha']],
      ['get_file_contents', 'Gives a file or folder of a repository.', R, ['owner', 'repo', 'path']],
      ['push_files', 'Commits several files to a branch at once.', W, ['owner', 'repo', 'branch', 'files']],
      ['fork_repository', "Copies a repository to the user's account.", W, ['owner', 'repo']],
    ],
    taken: [
      'list_issues ~ search_issues',
      'get_issue ~ search_issues',
      'get_issue ~ list_issues',
      'get_pull_request ~ list_pull_requests',
      'get_commit ~ list_commits',
    ],
  },
  shop: {
    summary: 'Sells things: a catalogue of items, carts and orders.',
    tools: [
      ['search_items', 'Finds items of the catalogue by words, price or color.', R, ['query']],
      ['get_item', 'Gives one item with its price and stock.', R, ['item_id']],
      ['add_item_to_cart', 'Puts an item into the cart.', W, ['item_id']],
      ['remove_item_from_cart', 'Takes an item out of the cart.', W, ['item_id']],
      ['place_order', 'Orders everything that is in the cart.', W, ['address_id']],
      ['cancel_order', 'Cancels an order that has not been sent yet.', W, ['order_id']],
      ['list_orders', "Lists the customer's orders of the last year.", R],
      ['search_purchases', 'Finds purchases, which are orders that were paid, by item or date.', R, ['query']],
      ['track_order', 'Tells where the parcel of an order is.', R, ['order_id']],
      ['get_shipping_cost', 'Tells what sending the cart to a country would cost.', R, ['country']],
    ],
    taken: ['get_item ~ search_items'],
  },
  calendar: {
    summary: "Looks up and changes events in the user's calendars.",
    tools: [
      ['list_calendars', 'Lists the calendars that the user can see.', R],
      ['list_events', 'Lists the events between two dates.', R, ['calendar_id']],
      ['create_event', 'Puts a new event into a calendar.', W, ['calendar_id', 'title', 'start_time', 'end_time']],
      ['update_event', 'Changes time, place or guests of an event.', W, ['event_id']],
      ['delete_event', 'Removes an event and tells its guests.', D, ['event_id']],
      ['respond_to_event', 'Accepts or declines an invitation to an event.', W, ['event_id', 'response']],
      ['find_free_time', 'Finds hours at which none of several people is busy.', R, ['people']],
      ['get_current_time', 'Tells date and time in a time zone.', R, ['timezone']],
    ],
    taken: [],
  },
  notes: {
    summary: 'Keeps notes in folders.',
    tools: [
      ['create_note', 'Writes a new note.', W, ['title', 'content']],
      ['append_to_note', 'Adds text at the end of a note.', W, ['note_id', 'content']],
      ['get_note', 'Gives the text of a note.', R, ['note_id']],
      ['search_notes', 'Finds notes by words in title and text.', R, ['query']],
      ['list_backlinks', 'Lists the notes that link to a note.', R, ['note_id']],
      ['move_note', 'Moves a note to another folder.', W, ['note_id', 'folder']],
      ['delete_note', 'Deletes a note with its history.', D, ['note_id']],
      ['list_tags', 'Lists all tags with the number of their notes.', R],
    ],
    taken: ['search_notes ~ get_note'],
  },
  database: {
    summary: 'Looks into a Postgres database without changing it.',
    tools: [
      ['list_tables', 'Lists the tables of a schema.', R],
      ['describe_table', 'Tells columns, types and keys of a table.', R, ['table']],
      ['run_query', 'Runs a SQL query that only reads, and gives its rows.', R, ['sql']],
      ['explain_query', 'Tells how the database would carry out a SQL query.', R, ['sql']],
      ['list_schemas', 'Lists the schemas of the database.', R],
      ['find_slow_queries', 'Lists the queries that took longest in the last day.', R],
      ['count_rows', 'Counts the rows of a table.', R, ['table']],
    ],
    taken: [],
  },
  browser: {
    summary: 'Drives a web browser for the user.',
    tools: [
      ['navigate', 'Opens the page at a URL.', W, ['url']],
      ['navigate_back', 'Goes back to the page before.', W],
      ['click_element', 'Clicks on a button, link or other element of the page.', W, ['element']],
      ['type_text', 'Types text into a field of the page.', W, ['element', 'text']],
      ['take_screenshot', 'Takes a picture of the page.', R],
      ['fill_form', 'Fills several fields of a form at once.', W, ['fields']],
      ['upload_file', 'Gives a file to a field of the page.', W, ['path']],
      ['list_network_requests', 'Lists what the page has loaded since it was opened.', R],
      ['wait_for_text', 'Waits until a text is on the page.', R, ['text']],
      ['select_option', 'Chooses an entry of a list in the page.', W, ['element', 'value']],
    ],
    taken: [],
  },
};

/** JSON is YAML. */
function source(name: string, { summary, tools }: Server, more: object = {}): string {
  return JSON.stringify({
    kind: 'server',
    name,
    version: '1.0.0',
    summary,
    tools: tools.map(([tool, does, effects, parameters = [], instead]) => ({
      name: tool,
      description: {
        does,
        when: `the user asks for what ${tool.replaceAll('_', ' ')} gives`,
        ...(instead !== undefined && { instead: [{ case: 'another one fits better', use: instead }] }),
        examples: [`Please ${tool.replaceAll('_', ' ')}`],
      },
      parameters: Object.fromEntries(parameters.map((key) => [key, { type: 'string', description: `The ${key}.` }])),
      required: parameters,
      effects,
      handler: 'handlers.ts',
      ...more,
    })),
  });
}

function findings(servers: Readonly<Record<string, Server>>, config: Config = {}): readonly Diagnostic[] {
  const sources = Object.entries(servers).map(([name, server]) => ({
    path: `specs/${name}/server.yaml`,
    text: source(name, server),
  }));
  const { value, diagnostics } = load(sources);
  return value ? check(value, { settings: settingsOf(config) }).diagnostics : diagnostics;
}

function takenPairs(servers: Readonly<Record<string, Server>>, config?: Config): string[] {
  return findings(servers, config)
    .filter(({ code }) => code === 'tool/neighbour-named')
    .flatMap(({ message, related = [] }) => {
      const [later = '', ...earlier] = [...message.matchAll(/"([^"]+)"/g)].map((match) => match[1]);
      expect(related).toHaveLength(earlier.length);
      return earlier.map((name) => `${later} ~ ${name}`);
    });
}

describe.each(Object.entries(SERVERS))('%s', (name, server) => {
  test('tools that are easily confused with each other', () => {
    expect(takenPairs({ [name]: server }).sort()).toEqual([...server.taken].sort());
  });

  test('nothing once one of the two names the other', () => {
    const tools = server.tools.map((tool): Tool => {
      const pair = server.taken.find((pair) => pair.startsWith(`${tool[0]} ~ `));
      return pair === undefined ? tool : [tool[0], tool[1], tool[2], tool[3] ?? [], pair.split(' ~ ')[1] ?? ''];
    });
    const settled = new Set(tools.flatMap(([tool, , , , instead]) => (instead ? [`${tool} ~ ${instead}`] : [])));
    const left = takenPairs({ [name]: { ...server, tools } });
    expect(left.filter((pair) => settled.has(pair))).toEqual([]);
  });

  test('no other rule about names and texts objects', () => {
    const quiet = findings({ [name]: server }).filter(({ code }) => code.startsWith('tool/'));
    const told = quiet.filter(({ code }) => !/neighbour-named|evals-count|confirm-destroy/.test(code));
    expect(told.map(({ code, message }) => `${code} ${message}`)).toEqual(name === 'files' ? [TREE] : []);
  });
});

const TREE = 'tool/verb-first Tool name "directory_tree" starts with "directory", which is not a known verb.';

test('servers next to each other add nothing, and those that a choice shows together the pairs that say the same', () => {
  const alone = Object.entries(SERVERS).flatMap(([name, server]) => takenPairs({ [name]: server }));
  expect(takenPairs(SERVERS).sort()).toEqual(alone.toSorted());
  // Both give the contents of a file: one of a repository, one of a folder.
  const choices = [{ name: 'all', servers: Object.keys(SERVERS) }];
  expect(takenPairs(SERVERS, { choices }).sort()).toEqual([...alone, 'get_file_contents ~ files.read_file'].sort());
});

test('tools of the own server are named before those that a choice shows with it', () => {
  const [mail] = Object.values(SERVERS);
  const messages = findings(mail ? { a: mail, b: mail } : {}, { choices: [{ name: 'all', servers: ['a', 'b'] }] })
    .filter(({ code }) => code === 'tool/neighbour-named')
    .map(({ message }) => [...message.matchAll(/"([^"]+)"/g)].slice(1).map(([, name = '']) => name.includes('.')));
  expect([...new Set(messages.map(String))].sort()).toEqual(['false', 'false,true', 'true']);
});

/** Tools of all servers, dealt out: which of them are similar depends on which share a server. */
const anyDeal = fc
  .shuffledSubarray(
    Object.values(SERVERS).flatMap(({ tools }) => tools),
    { minLength: 4, maxLength: 10 },
  )
  .chain((tools) => fc.tuple(...tools.map((tool) => fc.tuple(fc.constant(tool), fc.constantFrom('a', 'b', 'c')))));

/** Rules that see only their part cost time, and see no other server. */
const ALONE_OFF = Object.fromEntries(RULES.filter((rule) => !isCrossRule(rule)).map(({ id }) => [id, 'off' as const]));

test('a server that no choice shows with others changes no finding of them', () => {
  fc.assert(
    fc.property(anyDeal, fc.boolean(), fc.constantFrom('a', 'b', 'c'), (dealt, chosen, added) => {
      const toolsOf = (name: string): readonly Tool[] =>
        dealt.flatMap(([tool, server]) => (server === name ? [tool] : []));
      const servers: Readonly<Record<string, Server>> = Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [name, { summary: 'Does a bit.', taken: [], tools: toolsOf(name) }]),
      );
      const { [added]: _unrelated, ...others } = servers;
      const choices = chosen ? [{ name: 'pair', servers: Object.keys(others) }] : [];
      const config = { choices, rules: ALONE_OFF };
      const own = (found: readonly Diagnostic[]): string[] =>
        found
          .filter(({ code, span }) => code !== 'tool/duplicate' && !span.file.includes(`/${added}/`))
          .map(({ code, message, span }) => `${code} ${message} ${span.file} ${span.start}`)
          .sort();
      expect(own(findings(servers, config))).toEqual(own(findings(others, config)));
    }),
    { numRuns: costlyRuns(10_000) },
  );
}, 600_000);

test('many tools are checked together', () => {
  const all = Object.values(SERVERS).flatMap(({ tools }) => tools);
  const many = Array.from({ length: runs(5000) }, (_, at): Tool => {
    const [name, does, effects, parameters = []] = all[at % all.length] ?? ['get_book', 'Gives a book.', R];
    const trade = `trade${Math.floor(at / all.length)}`;
    return [`${name}_${trade}`, does.replace('.', ` of the ${trade}.`), effects, parameters];
  });
  expect(findings({ big: { summary: 'Does everything.', tools: many, taken: [] } }).length).toBeGreaterThan(100);
});
