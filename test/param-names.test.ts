/** How sure the rules about parameters are: names, types and descriptions as they occur, and exactly what is said of each. */
import { load } from '../compiler/spec/yaml/load.ts';
import { checkShape } from '../compiler/check/documents/check-shape.ts';
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../compiler/check/settings.ts';
import type { Settings } from '../compiler/check/settings.ts';
import type { Schema, SchemaType } from '../runtime/language/schema.ts';
import { saidOf } from './support/messages-of.ts';
import type { Row } from './support/messages-of.ts';
import { everyNth } from './support/runs.ts';
import { settingsWith } from './support/settings.ts';

/** Short names of the rules that a wrong reading of the words would set off. */
const JUDGED: ReadonlySet<string> = new Set([
  'array-for-list',
  'boolean-for-flag',
  'enum-for-closed-set',
  'generic-name',
  'integer-for-count',
  'name-format',
  'secret',
  'type-allowed',
]);

function judged(row: Row, settings?: Settings): string[] {
  return saidOf(row, settings && { settings }).filter((rule) => JUDGED.has(rule));
}

const list = (type: SchemaType): Schema => ({ type: 'array', items: { type } });

const COUNTS: readonly Row[] = [
  ['limit', 'string', 'How many books at most.', 'integer-for-count'],
  ['limit', 'string', 'Maximum.', 'integer-for-count'],
  ['limit', 'number', 'How many books at most.', 'integer-for-count'],
  ['max_results', 'string', 'Books to return at most.', 'integer-for-count'],
  ['max_results', 'number', 'Books to return at most.', 'integer-for-count'],
  ['min_reviews', 'string', 'Reviews that a book must have.', 'integer-for-count'],
  ['num_pages', 'string', 'Pages to fetch.', 'integer-for-count'],
  ['number_of_copies', 'string', 'Copies to order.', 'integer-for-count'],
  ['page_count', 'string', 'Pages of the book.', 'integer-for-count'],
  ['page_size', 'string', 'Books on a page.', 'integer-for-count'],
  ['page_number', 'string', 'Page of the list.', 'integer-for-count'],
  ['start_page', 'string', 'First page to read.', 'integer-for-count'],
  ['offset', 'string', 'Where to go on.', 'integer-for-count'],
  ['max_retries', 'string', 'Attempts after a failure.', 'integer-for-count'],
  ['max_depth', 'string', 'Levels of the tree.', 'integer-for-count'],
  ['per_page', 'string', 'Books on a page.', 'integer-for-count'],
  ['max_line_length', 'string', 'Longest line.', 'integer-for-count'],
  ['days', 'string', 'How many days to look back.', 'integer-for-count'],
  ['pages', 'string', 'Number of pages to read.', 'integer-for-count'],
  ['phone_count_label', 'string', 'What to write beside the count.'],
  ['account_number', 'string', 'Number of the account.'],
  ['order_number', 'string', 'Number of the order, as on the bill.'],
  ['phone_number', 'string', 'Phone of the reader, with country code.'],
  ['version_number', 'string', 'Version of the catalogue, such as 1.2.0.'],
  ['invoice_number', 'string', 'Number on the bill.'],
  ['house_number', 'string', 'Number of the house, such as 12b.'],
  ['page_size_unit', 'string', 'Unit of the page size.'],
  ['age_group', 'string', 'Readers the book is for.'],
  ['page_size', { type: 'string', enum: ['small', 'large'] }, 'How full a page is.'],
  ['shirt_size', 'string', 'Size of the shirt.'],
  ['file_size', 'string', 'Size of the file, such as 10MB.'],
  ['max_price', 'string', 'Highest price in euros, such as 12.50.'],
  ['credit_limit', 'string', 'Highest sum on the account.'],
  ['time_limit', 'string', 'Longest wait, such as 30s.'],
  ['rate_limit', 'string', 'Calls in a time, such as 10/s.'],
  ['timezone_offset', 'string', 'Offset from UTC, such as +02:00.'],
  ['pages', 'string', 'Pages to read, such as 1-5.'],
  ['page', 'string', 'Title of the page.'],
  ['days', 'string', 'Weekdays on which it is open.'],
  ['opening_hours', 'string', 'When it is open.'],
  ['width', 'string', 'Width of the picture, such as 100px or 50%.'],
  ['total_amount', 'string', 'Sum with tax.'],
  ['discount', 'string', 'Code of the discount.'],
  ['account', 'string', 'Account of the reader.'],
  ['max_age', 'string', 'Oldest answer to accept, such as 7d.'],
  ['min_date', 'string', 'First day, such as 2026-11-20.'],
  ['max_status', 'string', 'Last status to show.'],
  ['rank', 'string', 'Rank of the officer.'],
  ['min_score', 'number', 'Lowest score.', 'type-allowed'],
  ['max_temperature', 'number', 'Highest temperature in degrees.', 'type-allowed'],
  ['latitude', 'number', 'Degrees north.', 'type-allowed'],
  ['page_count', 'integer', 'Pages of the book.'],
];

const FLAGS: readonly Row[] = [
  ['is_lent', 'string', 'Lent or not.', 'boolean-for-flag'],
  ['is_lent', 'integer', '1 for lent books.', 'boolean-for-flag'],
  ['should_notify', 'string', 'Send a message.', 'boolean-for-flag'],
  ['include_lent', 'string', 'Whether to list lent books too.', 'boolean-for-flag'],
  ['include_lent', 'string', 'true to list lent books too.', 'boolean-for-flag'],
  ['show_covers', 'integer', '1 to show covers, else 0.', 'boolean-for-flag'],
  ['enable_cache', 'string', 'Keep answers.', 'boolean-for-flag'],
  ['notify', 'string', 'Whether to send the reader a message.', 'boolean-for-flag'],
  ['urgent', 'string', 'Handle first (true/false).', 'boolean-for-flag'],
  ['dry_run', 'string', "If 'true', only says what would be done.", 'boolean-for-flag'],
  ['exact', { type: 'string', enum: ['true', 'false'] }, 'Match letter by letter.', 'boolean-for-flag'],
  ['exact', { type: 'string', enum: ['yes', 'no'] }, 'Match letter by letter.', 'boolean-for-flag'],
  ['include', 'string', 'Part of the record to add.'],
  ['include_fields', list('string'), 'Fields to return beside the title.'],
  ['exclude_author', 'string', 'Author whose books to leave out.'],
  ['with_user', 'string', 'Reader to share with.'],
  ['use_case', 'string', 'What it is for.'],
  ['show_id', 'string', 'Number of the show.'],
  ['show_name', 'string', 'Name of the show.'],
  ['skip', 'integer', 'How many books to skip.'],
  ['force', 'string', 'Police force in question.'],
  ['disable_reason', 'string', 'Why it is switched off.'],
  ['has_tag', 'string', 'Tag that a book must have.'],
  ['allow_origin', 'string', 'Site that may ask.'],
  ['island', 'string', 'Island of the branch.'],
  ['sorting', 'string', 'Whether to sort by title or by author.'],
  ['answer', { type: 'string', enum: ['yes', 'no', 'unsure'] }, 'What the reader said.'],
  ['include_lent', 'boolean', 'Whether to list lent books too.'],
];

const LISTS: readonly Row[] = [
  ['tags', 'string', 'Comma-separated tags.', 'array-for-list'],
  ['tags', 'string', 'Tags, separated by commas.', 'array-for-list'],
  ['fields', 'string', 'List of fields to return.', 'array-for-list'],
  ['book_keys', 'string', 'Keys of books; semicolon separated.', 'array-for-list'],
  ['emails', 'string', 'JSON array of addresses.', 'array-for-list'],
  ['scopes', 'string', 'Space-separated list of scopes.', 'array-for-list'],
  ['position', 'string', 'Latitude and longitude, separated by a comma.'],
  ['csv', 'string', 'Rows as comma-separated values.'],
  ['query', 'string', 'Words to look for, separated by spaces.'],
  ['list_name', 'string', 'Name of the list of books.'],
  ['tag', 'string', 'One tag, not comma-separated.'],
  ['reading_list', 'string', 'The list that the book goes into.'],
  ['full_name', 'string', 'First and last name, separated by a comma.'],
  ['tags', list('string'), 'Tags, separated by nothing at all.'],
];

const SETS: readonly Row[] = [
  ['order', 'string', 'Sort order: asc or desc.', 'enum-for-closed-set'],
  ['order', 'string', 'Sort order (asc/desc).', 'enum-for-closed-set'],
  ['order', 'string', 'Sort order (asc|desc)', 'enum-for-closed-set'],
  ['sort_by', 'string', 'One of title, author, or year.', 'enum-for-closed-set'],
  ['state', 'string', 'Either "open" or "closed".', 'enum-for-closed-set'],
  ['binding', 'string', 'Must be one of: hardcover, paperback, spiral', 'enum-for-closed-set'],
  ['visibility', 'string', 'Can be public, private or internal.', 'enum-for-closed-set'],
  ['level', 'string', "Level of detail: 'low', 'medium' or 'high'. Defaults to low.", 'enum-for-closed-set'],
  ['shelf', 'string', 'Allowed values: north, south.', 'enum-for-closed-set'],
  ['quality', 'string', 'low, medium or high', 'enum-for-closed-set'],
  ['format', 'string', 'Form of the answer, "text" or "json".', 'enum-for-closed-set'],
  ['sort', 'string', 'Sort by: created, updated, popularity', 'enum-for-closed-set'],
  ['topic', 'string', 'What it is about: news, finance, sport'],
  ['format', 'string', '`json` (default), `yaml` (for people) or `xml`', 'enum-for-closed-set'],
  ['reader', 'string', 'Either name or email of the reader.'],
  ['reader', 'string', 'One of name, email or card.'],
  ['language', 'string', 'Language, such as "en", "de" or "fr".'],
  ['language', 'string', 'Language (e.g. en, de, fr).'],
  ['format', 'string', 'Output format: json, yaml, etc.'],
  ['owner', 'string', 'Use "me" or "self" for the current user.'],
  ['owner', 'string', 'Must be "me", "all" or a name.'],
  ['branch', 'string', 'One of the branches that list_branches returns.'],
  ['unit', 'string', 'Speed in km/h or mph per hour of driving.'],
  ['note', 'string', 'Anything the reader and the librarian said.'],
  ['status', 'string', 'Either "open", "closed", or any custom status.'],
  ['title', 'string', 'Words in title and subtitle.'],
  ['mode', { type: 'string', pattern: '^(?:a|b)$' }, 'How to look: a or b.', 'enum-for-closed-set'],
  ['order', { type: 'string', enum: ['asc', 'desc'] }, 'Sort order: asc or desc.'],
  ['stars', 'string', 'One of 1, 2 or 3.'],
];

const NAMES: readonly Row[] = [
  ['data', 'string', 'What to look for.', 'generic-name'],
  ['input', 'string', 'What to look for.', 'generic-name'],
  ['value', 'string', 'What to set.', 'generic-name'],
  ['params', { type: 'object', additionalProperties: true }, 'Further settings.', 'generic-name'],
  ['obj', 'string', 'The thing.', 'generic-name'],
  ['id', 'string', 'Which one.', 'generic-name'],
  ['id', 'string', 'Number on the label of the book.'],
  ['book_id', 'string', 'Number on the label.'],
  ['content', 'string', 'Text of the note.'],
  ['data_source', 'string', 'Where the numbers come from.'],
  ['input_file', 'string', 'File to read.'],
  ['query', 'string', 'Words to look for.'],
  ['bookId', 'string', 'Number on the label.', 'name-format'],
  ['Author', 'string', 'Family name.', 'name-format'],
  ['book__id', 'string', 'Number on the label.', 'name-format'],
  ['isbn13', 'string', 'Thirteen digits.'],
];

const SECRETS: readonly Row[] = [
  ['api_key', 'string', 'Your key.', 'secret'],
  ['password', 'string', 'Of the reader.', 'secret'],
  ['access_token', 'string', 'From the login.', 'secret'],
  ['token', 'string', 'To log in with.', 'secret'],
  ['github_token', 'string', 'With the scope repo.', 'secret'],
  ['client_secret', 'string', 'Of the application.', 'secret'],
  ['private_key', 'string', 'In PEM.', 'secret'],
  ['credentials', { type: 'object', additionalProperties: true }, 'To log in with.', 'secret'],
  ['page_token', 'string', 'Where the page before ended.'],
  ['next_token', 'string', 'Where the page before ended.'],
  ['next_page_token', 'string', 'Where the page before ended.'],
  ['token', 'string', 'Symbol of the coin.'],
  ['token', 'string', 'Cursor of the next page.'],
  ['token_count', 'integer', 'Length of the text.'],
  ['max_tokens', 'integer', 'Longest answer.'],
  ['secret_santa_id', 'string', 'Round of presents.'],
  ['api_key_id', 'string', 'Which key to withdraw.'],
  ['password_length', 'integer', 'Length of the new password.'],
  ['device_token', 'string', 'Device that gets the message.'],
  ['public_key', 'string', 'In PEM.'],
  ['item_key', 'string', 'Eight letters.'],
  ['secret', 'string', 'Name of the secret.'],
  ['keyboard', 'string', 'Layout of the keys.'],
  ['author', 'string', 'Who wrote it.'],
];

describe.each<[what: string, rows: readonly Row[]]>([
  ['counts', COUNTS],
  ['flags', FLAGS],
  ['lists', LISTS],
  ['closed sets', SETS],
  ['names', NAMES],
  ['secrets', SECRETS],
])('%s', (_what, rows) => {
  test.each(rows.map((row) => ({ row, said: row.join(' ').replace('[object Object]', JSON.stringify(row[1])) })))(
    '$said',
    ({ row }) => {
      const [, , , rule] = row;
      expect(judged(row)).toEqual(rule === undefined ? [] : [rule]);
    },
  );
});

test('the table is large', () => {
  expect([COUNTS, FLAGS, LISTS, SETS, NAMES, SECRETS].flat().length).toBeGreaterThan(80);
});

describe('haft.yaml', () => {
  test('adds words that count and that are flags', () => {
    const settings = settingsOf({ vocabulary: { counts: ['copies'], flags: ['want'] } });
    expect(judged(['spare_copies', 'string', 'Copies to keep.'], settings)).toEqual(['integer-for-count']);
    expect(judged(['want_cover', 'string', 'Add the cover.'], settings)).toEqual(['boolean-for-flag']);
    expect(judged(['spare_copies', 'string', 'Copies to keep.'])).toEqual([]);
    expect(judged(['want_cover', 'string', 'Add the cover.'])).toEqual([]);
  });

  test('allows words that mean something in the project', () => {
    const settings = settingsOf({ vocabulary: { allowed: ['value'] } });
    expect(judged(['value', 'string', 'Grey value of the pixel.'], settings)).toEqual([]);
  });

  test('the profile mcp judges words as profile ext does, and no names', () => {
    const settings = settingsWith((id) => id.startsWith('param/'), { specs: 'mcp' });
    expect(everyNth(3, [...NAMES, ...SECRETS]).flatMap((row) => judged(row, settings))).toEqual([]);
    const rules = new Set(['array-for-list', 'boolean-for-flag', 'enum-for-closed-set', 'integer-for-count']);
    for (const row of everyNth(3, [...COUNTS, ...FLAGS, ...LISTS, ...SETS]))
      expect(judged(row, settings), JSON.stringify(row)).toEqual(judged(row).filter((rule) => rules.has(rule)));
  });
});

test('words added to the lists are under `vocabulary`; the old key is unknown', () => {
  const findings = (text: string): (string | undefined)[] => {
    const [document] = load([{ path: 'haft.yaml', text }]).value.documents;
    return document ? checkShape(document, 'config').map(({ diagnostic }) => diagnostic?.message) : [];
  };
  expect(findings('vocabulary: { verbs: [requisition] }')).toEqual([]);
  expect(findings('words: { verbs: [requisition] }')).toEqual(['Unknown key "words" in haft.yaml.']);
});
