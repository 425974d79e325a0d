// A shop of books over GraphQL, as its specification of HTTP has it: `node server.mjs` prints its address; its log is what was sent.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { buildSchema, graphql } from 'graphql';

const schema = buildSchema(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'));
const austen = {
  __typename: 'Author',
  name: 'Jane Austen',
  books: () => books.filter(({ author }) => author === austen),
};
const books = [
  { __typename: 'Book', id: '1', title: 'Emma', genre: 'NOVEL', published: '1815-12-23', price: 9.5, author: austen },
  { __typename: 'Book', id: '2', title: 'Persuasion', genre: 'NOVEL', published: null, price: null, author: austen },
];
const record = { __typename: 'Record', id: '3', title: 'Airs', minutes: 40, author: austen };
const sent = [];

const byId = (id) => [...books, record].find((one) => one.id === id) ?? null;
const root = {
  books: ({ filter, first }) => books.filter(({ genre }) => !filter?.genre || filter.genre === genre).slice(0, first),
  item: ({ id }) => byId(id),
  book: ({ by }) => books.find(({ id, title }) => id === by.id || title === by.title) ?? null,
  search: ({ words }) => [...books, austen].filter((one) => (one.title ?? one.name).includes(words)),
  broken: () => {
    throw new Error('The shelf has fallen.');
  },
  addBook: ({ book }) => ({ __typename: 'Book', id: '4', author: austen, published: null, ...book }),
  setPrice: ({ id, price }) => Object.assign(byId(id), { price: price ?? null }),
};

async function answer(request, text) {
  if (request.method === 'GET') return [200, sent];
  if (request.headers['authorization'] !== 'Bearer open-sesame')
    return [401, { errors: [{ message: 'Who are you?' }] }];
  const { query, variables, operationName } = JSON.parse(text);
  sent.push({ query, variables: variables ?? null, operationName });
  const result = await graphql({ schema, source: query, rootValue: root, variableValues: variables, operationName });
  return [200, result];
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const [status, body] = await answer(request, Buffer.concat(chunks).toString());
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/api/graphql`));
