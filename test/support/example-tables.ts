/** What is learned of a database in the examples of rules and of changes. */
import type { LearnedDatabase, LearnedDatabases } from '../../compiler/check/analysis/tables/learned.ts';

const STOCK: LearnedDatabase = {
  kind: 'postgres',
  tables: {
    crates: null,
    items: {
      columns: {
        id: { type: 'integer' },
        count: { type: 'integer', nullable: true },
        state: { type: 'item_state', values: ['new', 'used'] },
        added: { type: 'timestamp with time zone' },
      },
      key: ['id'],
      rights: ['select'],
    },
  },
};

const BOXES: LearnedDatabase = {
  kind: 'mysql',
  tables: {
    boxes: {
      columns: {
        id: { type: 'int(11)' },
        state: { type: 'varchar(9)' },
        added: { type: 'datetime' },
        grade: { type: 'enum', values: ['low', 'high'] },
        labels: { type: "set('red','blue')" },
      },
      key: ['id'],
      rights: ['select'],
    },
  },
};

/** The second is the server over whose tools examples of changes are laid. */
export const EXAMPLE_TABLES: LearnedDatabases = { 'stock/stock': STOCK, 'library/shop': STOCK, 'boxes/stock': BOXES };
