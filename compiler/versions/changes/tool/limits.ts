/** Limits of a tool, and the groups by which it is chosen. */
import { changeKinds } from '../../kind.ts';
import { memberChanged } from '../../compare/changed.ts';
import { limitsMoved } from '../../compare/limits.ts';

export const TOOL_LIMITS = changeKinds('tool', [
  {
    id: 'tool/limits-tightened',
    axis: 'wire',
    level: 'risky',
    says: 'A limit of a tool was added or tightened.',
    why: 'Calls and results within the old limit can now be rejected.',
    next: 'Keep the limit, or check how close actual use is to it.',
    example: {
      before: 'limits: { result_bytes: 100000 }',
      after: 'limits: { result_bytes: 20000 }',
    },
    mirror: 'tool/limits-loosened',
    detect: limitsMoved('tightened'),
  },
  {
    id: 'tool/limits-loosened',
    axis: 'wire',
    level: 'safe',
    says: 'A limit of a tool was loosened or removed.',
    why: 'All calls and results that were accepted still are.',
    next: 'Check that hosts and the services behind the tool can handle more.',
    mirror: 'tool/limits-tightened',
    detect: limitsMoved('loosened'),
  },
  {
    id: 'tool/tags',
    axis: 'wire',
    level: 'risky',
    says: 'The tags of a tool changed.',
    why: 'Servers that are started with `--tools tag:…` or `--without tag:…` serve it, or no longer do.',
    next: 'Keep the tags, or tell those who start the server.',
    example: { before: 'tags: [admin]', after: 'tags: [staff]' },
    detect: memberChanged('tags'),
  },
]);
