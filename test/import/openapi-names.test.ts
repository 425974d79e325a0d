/** Names of imported tools: the verb in front, within the limits of hosts, never two alike. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { VERBS } from '../../compiler/check/analysis/names/verbs.ts';
import { singular } from '../../compiler/features/import/name-words.ts';
import { operationsOf } from '../../compiler/features/import/openapi/operations.ts';
import { mostCharacters, nameTools } from '../../compiler/features/import/tool-names.ts';

type Row = readonly [request: string, id: string | undefined, name: string];

function named(rows: readonly (readonly [string, string | undefined])[], server = 'shop'): string[] {
  const paths: Record<string, Record<string, object>> = {};
  for (const [request, id] of rows) {
    const [method = '', path = ''] = request.split(' ');
    (paths[path] ??= {})[method.toLowerCase()] = { responses: {}, ...(id !== undefined && { operationId: id }) };
  }
  const operations = operationsOf({ paths }, (node) => ({ node }));
  const names = nameTools(operations, server, ({ path }) => path.endsWith('s'));
  return rows.map(([request]) => names.get(request) ?? '');
}

const ROWS: readonly Row[] = [
  ['GET /issues', 'issues/list', 'list_issues'],
  ['GET /repos/{owner}/{repo}/issues', 'issues/list-for-repo', 'list_issues_for_repo'],
  ['GET /repos/{owner}/{repo}', 'repos/get', 'get_repo'],
  ['GET /repos/{owner}/{repo}/branches/{branch}', 'repos/get-branch', 'get_repo_branch'],
  ['POST /issues', 'issues/create', 'create_issue'],
  ['GET /users/{id}', 'getUserById', 'get_user_by_id'],
  ['GET /albums/{id}', 'get-an-album', 'get_album'],
  ['POST /messages/search', 'v1_messages_search', 'search_message'],
  ['GET /pets', undefined, 'list_pets'],
  ['GET /pets/{id}', undefined, 'get_pet'],
  ['GET /pets/{id}/toys', undefined, 'list_pet_toys'],
  ['POST /pets', undefined, 'create_pet'],
  ['PUT /pets/{id}', undefined, 'replace_pet'],
  ['PATCH /pets/{id}', undefined, 'update_pet'],
  ['DELETE /v2/pets/{id}', undefined, 'delete_pet'],
  ['POST /pets/{id}/archive', undefined, 'archive_pet'],
  ['DELETE /loans/{id}', 'loans/return', 'return_loan'],
  ['POST /projects/{id}/issues', 'postProjectsIdIssues', 'create_project_issue'],
  ['GET /account', undefined, 'get_account'],
  ['GET /companies/{id}/policies', 'companyPolicies', 'list_company_policies'],
  // FastAPI repeats path and method.
  ['GET /api/v1/users/', 'read_users_api_v1_users__get', 'read_users'],
  ['POST /api/v1/users/', 'create_user_api_v1_users__post', 'create_user'],
  ['PATCH /api/v1/users/{user_id}', 'update_user_api_v1_users__user_id__patch', 'update_user'],
  [
    'POST /v1/voices/{voice_id}/settings/edit',
    'edit_voice_settings_v1_voices__voice_id__settings_edit_post',
    'edit_voice_settings',
  ],
  ['GET /lists/{id}', 'GET_lists-id', 'get_list'],
  ['GET /crm/v3/extensions/cards/{appId}', 'get-/crm/v3/extensions/cards/{appId}_getAll', 'list_crm_extension_cards'],
  // NestJS and Spring name the class.
  ['GET /cats', 'CatsController_findAll', 'list_cats'],
  ['GET /cats/{id}', 'CatsController_findOne', 'get_cat'],
  ['POST /cats', 'CatsController_create', 'create_cat'],
  ['DELETE /cats/{id}', 'CatsController_remove', 'remove_cat'],
  ['POST /cats/{id}/avatar', 'CatsController_uploadAvatar', 'upload_cat_avatar'],
  ['GET /users', 'getUsersUsingGET', 'list_users'],
  ['GET /users/{id}', 'findById_1', 'get_user'],
  ['GET /orders', 'findAll_3', 'list_orders'],
  // Words that start with a word of the path.
  ['GET /message', 'getMessages', 'get_messages'],
  ['DELETE /message', 'deleteMessages', 'delete_messages'],
  ['GET /user', 'getUsername', 'get_username'],
  ['GET /plan', 'getPlanets', 'get_planets'],
  // A procedure, and an action at the end of the path.
  ['POST /getMe', undefined, 'get_me'],
  ['POST /sendMessage', undefined, 'send_message'],
  ['POST /deleteMessage', undefined, 'delete_message'],
  ['POST /users.search', undefined, 'search_user'],
  ['PUT /admin/users/{id}/silence.json', 'silenceUser', 'silence_user'],
  ['PUT /a/{id}', 'editA', 'edit_a'],
  ['DELETE /{realm}', undefined, 'delete_realm'],
];

test.each(ROWS)('%s with id %s is %s', (request, id, name) => {
  expect(named([[request, id]])).toEqual([name]);
});

test('collisions are reported apart by words of the path, never by a number', () => {
  const names = named([
    ['GET /projects/{id}/issues', 'getIssues'],
    ['GET /groups/{id}/issues', 'getIssues'],
    ['GET /issues', 'getIssues'],
  ]);
  expect(names).toEqual(['get_issues_project', 'get_issues_group', 'list_issues']);
  expect(new Set(named(Array.from({ length: 40 }, (_, at) => [`GET /a/${'b/'.repeat(at)}c`, 'readIt']))).size).toBe(40);
});

test('names fit into the limits of all hosts', () => {
  const server = 'warehouse-of-the-north';
  const long = 'listAllOverdueInterlibraryLoansOfReadersByReadingRoomAndEditionAndYear';
  const [name = ''] = named([['GET /loans', long]], server);
  expect(name.length).toBeLessThanOrEqual(mostCharacters(server));
  expect(name).toMatch(/^list_.*year$/);
});

test('what an id repeats of its request changes no name, in whatever characters', () => {
  const word = fc.constantFrom('users', 'orders', 'photos', 'teams');
  const part = fc.oneof(
    word,
    word.map((one) => `{${one}_id}`),
  );
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('get', 'post', 'put', 'delete'),
      fc.constantFrom('_', '-', '/', '__'),
      (parts, method, separator) => {
        const path = `/${parts.join('/')}`;
        const request = `${method.toUpperCase()} ${path}`;
        const plain = named([[request, undefined]]);
        const slug = path.replaceAll(/\W/g, separator);
        for (const id of [`${slug}_${method}`, `${method}${slug}`, `${method}-${path}`])
          expect([id, named([[request, id]])]).toEqual([id, plain]);
        expect(named([[request, `archive_it${slug}_${method}`]])).toEqual(named([[request, 'archive_it']]));
      },
    ),
  );
});

test('every word of a name is a whole word of the id or of the path, or a verb', () => {
  const word = fc.constantFrom(
    'user',
    'username',
    'plan',
    'planets',
    'message',
    'messages',
    'go',
    'goods',
    'id',
    'idea',
  );
  const style = fc.constantFrom(
    (words: readonly string[]) => words.join('_'),
    (words: readonly string[]) => words.join('-'),
    (words: readonly string[]) =>
      words.map((one, at) => (at === 0 ? one : one.charAt(0).toUpperCase() + one.slice(1))).join(''),
  );
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(word, fc.boolean()), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('get', 'post', 'delete'),
      fc.boolean(),
      style,
      (words, segments, method, isBefore, join) => {
        const path = segments.map(([one, isParameter]) => (isParameter ? `/{${one}}` : `/${one}`)).join('');
        const id = join(isBefore ? [method, ...words] : [...words, method]);
        const [name = ''] = named([[`${method.toUpperCase()} ${path}`, id]]);
        const whole = new Set([...words, ...segments.map(([one]) => one)].flatMap((one) => [one, singular(one)]));
        const others = name.split('_').filter((one) => !whole.has(one) && !VERBS.includes(one));
        expect([id, path, name, others.filter((one) => one !== 'root')]).toEqual([id, path, name, []]);
      },
    ),
    { numRuns: 1000 },
  );
});
