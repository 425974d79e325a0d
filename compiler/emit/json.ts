/** JSON files: two spaces, a final newline, invisible characters as escapes. */
import { visible } from '../base/visible-text.ts';

export function json(value: unknown): string {
  return `${visible(JSON.stringify(value, null, 2))}\n`;
}
