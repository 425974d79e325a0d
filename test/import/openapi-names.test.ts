/** Names of imported tools: the verb in front, within the limits of hosts, never two alike. */
import { expect, test } from 'vitest';
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
  const names = nameTools(operations, { server, isList: ({ path }) => path.endsWith('s') });
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
  ['POST /projects/{id}/issues', 'postProjectsIdIssues', 'create_projects_id_issues'],
  ['GET /account', undefined, 'get_account'],
  ['GET /companies/{id}/policies', 'companyPolicies', 'list_company_policies'],
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
  expect(names).toEqual(['get_issues_project', 'get_issues_group', 'get_issues_issue']);
  expect(new Set(named(Array.from({ length: 40 }, (_, at) => [`GET /a/${'b/'.repeat(at)}c`, 'readIt']))).size).toBe(40);
});

test('names fit into the limits of all hosts', () => {
  const server = 'warehouse-of-the-north';
  const long = 'listAllOverdueInterlibraryLoansOfReadersByReadingRoomAndEditionAndYear';
  const [name = ''] = named([['GET /loans', long]], server);
  expect(name.length).toBeLessThanOrEqual(mostCharacters(server));
  expect(name).toMatch(/^list_.*year$/);
});
