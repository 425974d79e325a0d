/** Whose library a call is about: the user's own, or that of a group. */
import type { ToolFailure } from '@haft/runtime';
import type { ToolCall } from './wire.ts';

/** The two parameters that every tool of a library has. */
export interface Whose {
  readonly library: 'own' | 'group';
  readonly group_id: number;
}

/** Where the library is in both interfaces, below the number of the user where it is their own; or what does not go together. */
export function placeOf({ library, group_id }: Whose, user: number, call: ToolCall): string | ToolFailure {
  if (library === 'group' && group_id > 0) return `/groups/${group_id}`;
  if (library === 'own' && group_id === 0) return `/users/${user}`;
  return call.fail(
    library === 'own' ? "A group_id was given for the user's own library." : 'No group_id was given for a group.',
    'Give library group together with group_id, as list_groups returns it; leave both out for the own library.',
    'library_mismatch',
  );
}
