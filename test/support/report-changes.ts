/** The changes of a month of work on `specs/reference-manager`: every axis and level. */
import type { Json } from '@haft/runtime/language';
import type { PlacedChange } from '../../compiler/report/changes/report.ts';
import { subjectOf } from '../../compiler/versions/target.ts';
import { textHash } from '../../compiler/plan/hash.ts';

export const SERVER = 'reference-manager';
const SERVER_FILE = 'specs/reference-manager/server.yaml';
const SKILL_FILE = 'specs/reference-manager/literature-review.yaml';

interface Sides {
  readonly before?: Json;
  readonly after?: Json;
}

/** `level axis kind` in one word each, then the path below the owner. */
function change(
  what: string,
  owner: { readonly tool?: string; readonly skill?: string },
  path: readonly (string | number)[],
  sides: Sides,
  told: { readonly why: string; readonly next: string; readonly line?: number },
): PlacedChange {
  const [level, axis, kind = ''] = what.split(' ') as [PlacedChange['level'], PlacedChange['axis'], string];
  const target = { ...(owner.skill === undefined && { server: SERVER }), ...owner, path };
  const { why, next, line } = told;
  return {
    kind,
    axis,
    level,
    target,
    subject: subjectOf(target),
    ...sides,
    why,
    next,
    fingerprint: textHash(JSON.stringify([kind, target, sides.before ?? null, sides.after ?? null])),
    ...(line !== undefined && { file: owner.skill === undefined ? SERVER_FILE : SKILL_FILE, line }),
  };
}

const SEARCH = { tool: 'search_references' };
const FULLTEXT = { tool: 'get_fulltext' };
const CREATE = { tool: 'create_reference' };
const LIST = { tool: 'list_collections' };
const SKILL = { skill: 'literature-review' };

const RERUN = 'Run the evals of every tool of this server again.';
const NONE = 'Nothing has to be done.';
const BREAKS_IN_PLACE =
  'Callers and saved prompts rely on the released form; under the same name they would fail without a word of warning.';
const bump = (tool: string): string =>
  `Run "haft bump ${tool}": it keeps the released form and makes this one its successor.`;

export const CHANGES: readonly PlacedChange[] = [
  change(
    'breaking policy version/breaking-in-place',
    SEARCH,
    ['parameters', 'limit', 'maximum'],
    { after: 'Parameter "limit.maximum" of tool "search_references" breaks in place (param/bounds-tightened).' },
    { why: BREAKS_IN_PLACE, next: bump('search_references'), line: 75 },
  ),
  change(
    'breaking policy version/breaking-in-place',
    SEARCH,
    ['parameters', 'scope', 'enum'],
    { after: 'Parameter "scope.enum" of tool "search_references" breaks in place (param/enum-value-removed).' },
    { why: BREAKS_IN_PLACE, next: bump('search_references'), line: 71 },
  ),
  change(
    'breaking policy version/meaning-changed',
    FULLTEXT,
    ['parameters', 'start', 'description'],
    {
      after:
        'The text of parameter "start" seems to mean something else (units: characters → pages; bounds: from zero → from one).',
    },
    {
      why: 'Callers keep sending what the old words asked for: nothing fails, and the answers are wrong.',
      next: 'Run "haft bump get_fulltext" if the meaning changed. If only the words did, write above it: # haft-ignore version/meaning-changed until <date>: <why it means the same>.',
      line: 221,
    },
  ),
  change(
    'breaking policy version/parameter-default',
    CREATE,
    ['parameters', 'language'],
    { after: 'The new parameter "language" has no default.' },
    {
      why: 'Callers that were there before do not send it: with a default their calls keep their meaning, without one they fail or change.',
      next: 'Give it a default that does what the tool did before, or publish a successor.',
      line: 346,
    },
  ),
  change(
    'breaking wire param/bounds-tightened',
    SEARCH,
    ['parameters', 'limit', 'maximum'],
    { before: 100, after: 50 },
    {
      why: 'A caller that asks for more than the new maximum is rejected.',
      next: 'Keep the maximum, or publish a successor.',
      line: 75,
    },
  ),
  change(
    'breaking wire param/enum-value-removed',
    SEARCH,
    ['parameters', 'scope', 'enum'],
    { before: ['titles', 'everything'], after: ['titles', 'fulltext'] },
    {
      why: 'A caller that sends the removed value is rejected.',
      next: 'Keep the value, or publish a successor.',
      line: 71,
    },
  ),
  change(
    'breaking wire result/removed',
    LIST,
    ['returns', 'properties', 'collections', 'items', 'properties', 'parent_key'],
    { before: { type: 'string', description: 'Key of the collection that holds this one; absent at the top.' } },
    {
      why: 'Handlers and prompts that read the field find nothing.',
      next: 'Keep the field, or publish a successor.',
      line: 262,
    },
  ),
  change(
    'breaking wire server/env-became-required',
    {},
    ['env', 'ZOTERO_USER_ID'],
    { before: { optional: true }, after: { optional: false } },
    {
      why: 'Servers that start without it today stop starting.',
      next: 'Keep it optional and say on use what is missing, or raise the major version.',
      line: 26,
    },
  ),
  change(
    'unknown wire param/pattern-changed',
    FULLTEXT,
    ['parameters', 'attachment_key', 'pattern'],
    { before: '^[A-Z0-9]{8}$', after: '^(?:[A-Z0-9]{8}|local:[a-z]+)$' },
    {
      why: 'Whether every text that the old pattern took is still taken cannot be decided.',
      next: 'Look whether old values still match; if one does not, publish a successor.',
      line: 219,
    },
  ),
  change(
    'risky model tool/description-does',
    SEARCH,
    ['description', 'does'],
    {
      before:
        "Searches the user's own reference library by words in titles, creators and years, or in everything including full texts.",
      after:
        "Searches the user's own reference library by words in titles, creators, years and tags, or in the full texts of attachments.",
    },
    { why: 'A model chooses by these words, and reacts to each of them.', next: RERUN, line: 59 },
  ),
  change(
    'risky model tool/description-when',
    SEARCH,
    ['description', 'when'],
    {
      before: 'the user asks what they have saved, or wants a paper or book from their own library',
      after:
        'the user asks what they have saved, or wants a paper, book or preprint from their own library; not for the open web',
    },
    { why: 'It says in which situations a model takes this tool.', next: RERUN, line: 60 },
  ),
  change(
    'risky model param/description',
    FULLTEXT,
    ['parameters', 'start', 'description'],
    {
      before: 'First character to return; 0 is the beginning of the text.',
      after: 'First page to return; 1 is the beginning of the text.',
    },
    { why: 'A model fills the parameter by these words.', next: RERUN, line: 221 },
  ),
  change(
    'risky wire param/default-changed',
    FULLTEXT,
    ['parameters', 'max_characters', 'default'],
    { before: 12_000, after: 20_000 },
    {
      why: 'Calls that do not send it get a different answer.',
      next: 'Say in the release notes what the default is now.',
      line: 226,
    },
  ),
  change(
    'risky model server/tool-set',
    {},
    ['tools'],
    { before: ['find_items'], after: ['export_bibliography'] },
    {
      why: 'A model chooses among all tools of a server: with one more or one less, requests go to other tools.',
      next: RERUN,
      line: 60,
    },
  ),
  change(
    'risky model skill/step-changed',
    SKILL,
    ['steps', 3],
    {
      before:
        'Get the details of every reference that stays with `get_reference`. Work from abstracts where they suffice.',
      after:
        'Get the details of every reference that stays with `get_reference`, and export them with `export_bibliography`. Work from abstracts where they suffice.',
    },
    { why: 'The agent follows these words.', next: 'Run the evals of the skill again.', line: 21 },
  ),
  change(
    'risky wire param/added-optional',
    CREATE,
    ['parameters', 'language'],
    { after: { type: 'string', description: 'Language of the work, as a code of two letters such as en.' } },
    { why: 'Callers that do not send it stay valid.', next: NONE, line: 346 },
  ),
  change(
    'safe wire param/bounds-loosened',
    LIST,
    ['parameters', 'limit', 'maximum'],
    { before: 100, after: 200 },
    { why: 'Everything that was accepted still is.', next: NONE, line: 247 },
  ),
  change(
    'safe wire server/transport-added',
    {},
    ['transports'],
    { before: ['stdio'], after: ['stdio', 'http'] },
    { why: 'Clients that used the old ones keep them.', next: NONE, line: 8 },
  ),
  change(
    'safe model tool/title',
    { tool: 'add_to_collection' },
    ['title'],
    { before: 'Add to collection', after: 'Add references to a collection' },
    { why: 'Hosts show it to people; few models see it.', next: NONE, line: 372 },
  ),
  change(
    'safe wire tool/added',
    { tool: 'export_bibliography' },
    [],
    { after: 'export_bibliography' },
    { why: 'Callers of the other tools notice nothing.', next: 'Give it evals.', line: 420 },
  ),
  change(
    'breaking wire tool/removed',
    { tool: 'find_items' },
    [],
    { before: 'find_items' },
    {
      why: 'Every caller, prompt and skill that names it gets "unknown tool".',
      next: 'Tell whoever still calls it to use "search_references".',
    },
  ),
];
