/** Whether clients see all tools of a server, or find them. */
import { changeKinds } from '../../kind.ts';

export const SERVER_LIST = changeKinds('server', [
  {
    id: 'server/list-search',
    axis: 'wire',
    level: 'breaking',
    says: 'Most tools are no longer listed: two tools find and call them.',
    why: 'Hosts ask the user about a tool by its name: permissions that name one of them no longer apply, and a host may not offer a tool that is not listed.',
    next: 'Tell users to allow `find_tools` and `call_tool`, or keep `list: all` for hosts with a search of their own.',
    example: { before: 'list: all', after: 'list: search' },
    mirror: 'server/list-all',
    detect(pair, found) {
      if (pair.before && pair.after && !pair.before.list && pair.after.list)
        found({ path: ['list'], before: 'all', after: 'search' });
    },
  },
  {
    id: 'server/list-all',
    axis: 'wire',
    level: 'breaking',
    says: 'All tools are listed again, and the two that found and called them are gone.',
    why: 'Permissions and programs that name `find_tools` or `call_tool` fail.',
    next: 'Tell users to allow the tools by their names.',
    mirror: 'server/list-search',
    detect(pair, found) {
      if (pair.before && pair.after && pair.before.list && !pair.after.list)
        found({ path: ['list'], before: 'search', after: 'all' });
    },
  },
]);
