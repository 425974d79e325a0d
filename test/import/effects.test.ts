/** An import declares no effects that the next check of its tools would doubt. */
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { importCurl } from '../../compiler/features/import/curl/import-curl.ts';
import { importGraphql } from '../../compiler/features/import/graphql/import-graphql.ts';
import type { ImportResult } from '../../compiler/features/import/imported.ts';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { compileImport } from '../judges/imported.ts';

const VERBS = ['delete', 'purge', 'erase', 'wipe', 'terminate', 'prune', 'kill', 'get', 'update', 'search', 'list'];
const SUMMARIES = ['Delete unused boxes', 'Erases all boxes.', 'Works on boxes', 'List boxes'];

function openapi(): ImportResult {
  const of = (verb: string, method: string): object =>
    Object.fromEntries(
      SUMMARIES.map((summary, at) => {
        const id = `${verb}Boxes${method}${at}`;
        return [`/${at}/${method}/${verb}`, { [method]: { operationId: id, summary, responses: {} } }];
      }),
    );
  const paths = VERBS.flatMap((verb) => ['get', 'post', 'put', 'patch', 'delete'].map((method) => of(verb, method)));
  const servers = [{ url: 'https://box.example' }];
  const document = { openapi: '3.0.0', info: { title: 'Box' }, servers, paths: Object.assign({}, ...paths) };
  return imported(importOpenapi({ text: JSON.stringify(document), name: 'box.json' }, { all: true }));
}

function graphql(): ImportResult {
  const named = (kind: string): string =>
    VERBS.flatMap((verb) => SUMMARIES.map((text, at) => `"${text}" ${verb}${kind}${at}: Int`)).join('\n');
  const sent = (kind: string): string =>
    VERBS.flatMap((verb) => SUMMARIES.map((_, at) => `${kind} ${verb}Q${at} { ${verb}${kind}${at} }`)).join('\n');
  const schema = buildSchema(`type Query { ${named('query')} } type Mutation { ${named('mutation')} }`);
  const text = `${sent('query')}\n${sent('mutation').replaceAll(/(\w)Q(\d)/g, '$1M$2')}`;
  const endpoint = { upstream: { url: 'https://box.example/graphql' }, variables: [], values: {}, unknown: [] };
  return importGraphql('box', { schema, files: [{ path: 'box.graphql', text }], endpoint, before: {} });
}

function imported(made: { readonly kind: string } | ImportResult): ImportResult {
  if ('documents' in made) return made;
  throw new Error(JSON.stringify(made));
}

const curl = (line: string): ImportResult => imported(importCurl(line));

test.each<readonly [name: string, make: () => ImportResult]>([
  ['OpenAPI', openapi],
  ['GraphQL', graphql],
  ['curl of a path that ends something', () => curl('curl -X POST https://box.example/boxes/terminate')],
  ['curl of a path that deletes', () => curl('curl -X POST https://box.example/boxes/7/delete')],
])('effects of %s', (_name, make) => {
  const { documents, losses } = make();
  const { errors, warnings } = compileImport(documents);
  const all = [...errors, ...warnings].filter(({ code }) => code === 'tool/effects-declared');
  expect(all.map(({ message }) => message)).toEqual([]);
  const without = documents.filter(({ value }) => value['kind'] === 'tool' && value['effects'] === undefined);
  const told = losses.filter(({ kind, subject }) => kind === 'todo' && subject === 'effects');
  expect(told.map(({ from }) => from).toSorted()).toEqual(without.map(({ value }) => value.from).toSorted());
  expect(without.length).toBeGreaterThan(0);
});
