/** Names of imported servers and tools that the project has already. */
import { expect, test } from 'vitest';
import type { JsonObject } from '@haft/runtime/language';
import { namesInUse, withDistinctNames } from '../../compiler/features/import/distinct-names.ts';
import type { ImportResult } from '../../compiler/features/import/imported.ts';
import { load } from '../../compiler/spec/yaml/load.ts';

const NOTHING = namesInUse([]);

function imported(server: string, ...tools: readonly string[]): ImportResult {
  const documents = [
    { file: 'server.yaml', value: { kind: 'server', from: 'mcp', name: server }, notes: [] },
    ...tools.map((name) => ({
      file: 'tools.yaml',
      value: { kind: 'tool', from: `mcp:${name}`, name },
      notes: [],
    })),
  ];
  return { documents, files: [], losses: [] };
}

/** Tools for a server that the project has. */
function added(server: string, ...tools: readonly string[]): ImportResult {
  const { documents, ...rest } = imported(server, ...tools);
  const own = documents.slice(1).map((one) => ({ ...one, value: { ...one.value, server } }));
  return { ...rest, documents: own };
}

function namesOf({ documents }: ImportResult): unknown[] {
  return documents.map(({ value }) => value['name']);
}

function inUse(text: string): ReturnType<typeof namesInUse> {
  return namesInUse(load([{ path: 'specs/own.yaml', text }]).value.documents);
}

test.each([
  ['list_issues', 'gitlab', 'list_gitlab_issues'],
  ['listIssues', 'gitlab', 'listGitlabIssues'],
  ['list-issues', 'git-lab', 'list-git-lab-issues'],
  ['get.issue', 'gitlab', 'get.gitlab.issue'],
  ['search', 'gitlab', 'search_gitlab'],
  ['issues', 'gitlab', 'issues_gitlab'],
  ['API-post-search', 'notion', 'API-post-search-notion'],
  ['list_gitlab_issues', 'gitlab-two', 'list_two_gitlab_issues'],
  [
    'list_issues_of_all_projects_that_the_user_may_see_or_owns',
    'gitlab',
    'list_gitlab_all_projects_that_the_user_may_see_or_owns',
  ],
])('"%s" of %s becomes "%s" where it is in use', (name, server, expected) => {
  const made = withDistinctNames(added(server, name), {
    name: server,
    inUse: inUse(`kind: server\nname: ${server}\ntools: [{ name: ${name} }]\n`),
    before: {},
  });
  expect(namesOf(made)).toEqual([expected]);
  expect(made.losses).toEqual([
    {
      kind: 'lossy',
      subject: 'names in use',
      from: `mcp:${name}`,
      message: `The tool "${name}" of the source is named "${expected}": "specs/own.yaml" has that name already.`,
      hint: 'Rename either of them as you like; other texts of the source that mention the name are unchanged.',
    },
  ]);
});

test('names that differ only in separators are in use as well, also inside one import', () => {
  const own = inUse('kind: server\nname: zoo\ntools: [{ name: get_pet }]\n');
  const made = withDistinctNames(added('zoo', 'getPet', 'get_cat', 'getCat'), {
    name: 'zoo',
    inUse: own,
    before: {},
  });
  expect(namesOf(made)).toEqual(['getZooPet', 'get_cat', 'getZooCat']);
});

test('where the further noun is in use too, a letter follows; no two names are the same', () => {
  const own = inUse('kind: server\nname: zoo\n---\nkind: tool\nname: get_pet\n---\nkind: tool\nname: get_zoo_pet\n');
  const made = withDistinctNames(added('zoo', 'get_pet', 'get_pet_b', 'get_zoo_pet_b'), {
    name: 'zoo',
    inUse: own,
    before: {},
  });
  expect(namesOf(made)).toEqual(['get_zoo_pet_c', 'get_pet_b', 'get_zoo_pet_b']);
});

test('a name that another server has stays', () => {
  const own = inUse(
    'kind: server\nname: farm\ntools: [{ name: get_pet }]\n---\nkind: tool\nname: list_pets\nserver: farm\n',
  );
  const made = withDistinctNames(imported('zoo', 'get_pet', 'list_pets'), { name: 'zoo', inUse: own, before: {} });
  expect(namesOf(made)).toEqual(['zoo', 'get_pet', 'list_pets']);
  expect(made.losses).toEqual([]);
});

test('a server whose name is in use gets the name of the import', () => {
  const own = inUse('kind: server\nname: zoo\n');
  const made = withDistinctNames(imported('zoo', 'get_pet'), { name: 'zoo-2', inUse: own, before: {} });
  expect(namesOf(made)).toEqual(['zoo-2', 'get_pet']);
  expect(made.losses.map(({ message }) => message)).toEqual([
    'The server "zoo" of the source is named "zoo-2": "specs/own.yaml" has that name already.',
  ]);
});

test('an update leaves the names as they were imported, and new tools avoid them', () => {
  const before: Record<string, JsonObject> = {
    mcp: { kind: 'server', from: 'mcp', name: 'zoo' },
    'mcp:get_pet': { kind: 'tool', from: 'mcp:get_pet', name: 'get_zoo_pet' },
  };
  const made = withDistinctNames(imported('zoo', 'get_zoo_pet', 'get_pet'), { name: 'zoo', inUse: NOTHING, before });
  expect(namesOf(made)).toEqual(['zoo', 'get_zoo_pet_b', 'get_zoo_pet']);
});
