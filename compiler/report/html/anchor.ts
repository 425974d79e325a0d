/** The name by which the summary leads to a card: short, and the same on every run. */
import { textHash } from '../../plan/hash.ts';

export function anchorOf({ kind, name, server }: { kind: string; name: string; server?: string }): string {
  return `${kind}-${textHash(JSON.stringify([server ?? '', name]))}`;
}
