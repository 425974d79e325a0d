/** Tool names are snake_case. */
import { rule } from '../../rule.ts';

export const toolNameFormat = rule({
  id: 'tool/name-format',
  subject: 'tool',
  severity: 'error',
  says: 'Tool names must be in snake_case.',
  profiles: ['ext'],
  why: 'Models are most reliable with snake_case, hosts join names with "_", and generated types are built from the words.',
  source: 'EXT §2.2; MCP 2025-11-25 tool names',
  good: ['name: search_books', 'name: get_book_v2'],
  bad: ['name: searchBooks', 'name: search.books'],
  check(tool, report) {
    const { name } = tool.spec;
    if (/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) return;
    report(['name'], `Tool name "${name}" is not in snake_case.`, `Write "${snakeCase(name)}".`);
  },
});

function snakeCase(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.filter((word) => word !== '').join('_');
}
