/** Documents that the examples of several rules have in common. */

/** A server of its own: that of the example project has a tool with a handler, which may use anything. */
export function shopServer(keys: string): string {
  return `name: library\n---\n${serverDocument('shop', 'Orders books.', keys)}`;
}

export function serverDocument(name: string, summary: string, keys: string): string {
  return `kind: server\nname: ${name}\nversion: 1.0.0\nsummary: ${summary}\n${keys}`;
}

/** A tool with a request, in a separate server. */
export function requestTool(name: string, does: string, effects: string, request: string): string {
  return `name: search_books
---
${serverDocument('union-catalogue', 'Knows the books of all libraries.', 'connections:')}
  union: { base_url: "https://union.example", on_unreachable: { error: It does not answer now., retry_hint: Try again in a minute. } }
tools:
  - name: ${name}
    description: { does: ${does}, when: the library lacks a book }
    effects: ${effects}
    http: { connection: union, request: ${request} }`;
}

export function descriptionExample(does: string, when = 'the user looks for a book'): string {
  return `description: { does: ${JSON.stringify(does)}, when: ${JSON.stringify(when)} }`;
}

/** Another tool of the example project, without its behavior. */
export function toolDocument(name: string, does: string, when: string, effects = 'read'): string {
  return `kind: tool\nname: ${name}\nserver: library\neffects: ${effects}\ndescription: { does: ${does}, when: ${when} }`;
}

export const LIST_SHELVES = `${toolDocument('list_shelves', 'Lists the shelves of a room.', 'a reader asks what is where')}\nhandler: handlers.ts`;

/** Two more servers, each with a tool of this name. */
export function inTwoServers(tool: string): string {
  const servers = ['archive', 'branch'].map(
    (name) => `${serverDocument(name, `Knows the books of the ${name}.`, 'tools:')}
  - name: ${tool}
    description: { does: Looks something up in the ${name}., when: the user asks for the ${name} }
    effects: read
    command: { argv: [look-up] }`,
  );
  return servers.join('\n---\n');
}

/** A tool of the server whose tables are learned in the examples. */
export const stock = (statement: string, more = '', state = 'type: string'): string => `name: search_books
---
${serverDocument('stock', 'Knows the items of the stock.', 'env: { STOCK_URL: { description: Address of the database., secret: true } }')}
databases: { stock: { kind: postgres, url: "{env.STOCK_URL}" } }
tools:
  - name: list_items
    description: { does: Lists the items of the stock., when: the user asks for items }
    effects: read
    parameters: { id: { type: integer, description: Number of the item. }, state: { ${state}, description: State of the item. } }
    required: [id, state]${more === '' ? '' : `\n    ${more}`}
    sql: { database: stock, ${statement} }`;

const OF_SHOP = {
  read: ['list_orders', 'Lists the orders of the shop.'],
  write: ['update_order', 'Updates an order of the shop.'],
  destroy: ['delete_order', 'Deletes an order of the shop.'],
} as const;

/** A server with one tool and its database. */
export const shopTool = (effects: keyof typeof OF_SHOP, statement: string, more = ''): string => `name: search_books
---
${serverDocument('shop', 'Knows the orders of the shop.', 'env: { SHOP_URL: { description: Address of the database., secret: true } }')}
databases: { shop: { kind: postgres, url: "{env.SHOP_URL}" } }
tools:
  - name: ${OF_SHOP[effects][0]}
    description: { does: ${OF_SHOP[effects][1]}, when: the user asks for orders }
    effects: ${effects}
    parameters: { id: { type: integer, description: Number of the order. }, note: { type: string, description: Note of the order. } }
    required: [id]
    sql: { database: shop, statement: ${statement}${more} }`;

/** The same tool with several statements. */
export const shopSteps = (effects: keyof typeof OF_SHOP, statements: readonly string[]): string =>
  shopTool(effects, '""').replace(
    'statement: ""',
    `steps: ${JSON.stringify(statements.map((statement) => ({ statement })))}`,
  );
