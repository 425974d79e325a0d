/** Tools of `sql:` whose databases were learned, and such a tool for the examples of their rules. */
import { filterMemo } from '../../../base/memo.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { type LearnedStatement, learnedStatements } from './columns.ts';

type WithStatements = readonly [tool: ToolPart, statements: readonly LearnedStatement[]];

const withStatement = filterMemo(({ spec }: ToolPart) => spec.sql !== undefined);

/** Tools of `sql:` whose database was learned. */
export function* learnedIn({ toolLists, settings }: SpecDraft): Iterable<WithStatements> {
  const tools = toolLists.flatMap(withStatement);
  const learned = tools.length > 0 ? settings.learned?.() : undefined;
  for (const tool of tools) {
    const statements = learnedStatements(tool, learned);
    if (statements.length > 0) yield [tool, statements];
  }
}

/** A tool of the server whose tables are learned in the examples. */
export const stock = (statement: string, more = '', state = 'type: string'): string => `name: search_books
---
kind: server
name: stock
version: 1.0.0
summary: Knows the items of the stock.
env: { STOCK_URL: { description: Address of the database., secret: true } }
databases: { stock: { kind: postgres, url: "{env.STOCK_URL}" } }
tools:
  - name: list_items
    description: { does: Lists the items of the stock., when: the user asks for items }
    effects: read
    parameters: { id: { type: integer, description: Number of the item. }, state: { ${state}, description: State of the item. } }
    required: [id, state]${more === '' ? '' : `\n    ${more}`}
    sql: { database: stock, ${statement} }`;
