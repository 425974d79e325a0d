/** Tools and servers that a skill may use. */
import { changeKinds } from '../../kind.ts';
import { entryAdded, entryRemoved } from '../../compare/sequence.ts';

export const SKILL_TOOLS = changeKinds('skill', [
  {
    id: 'skill/allowed-tool-added',
    axis: 'wire',
    level: 'risky',
    says: 'A skill may run another tool without approval.',
    why: 'The host no longer asks the user before it runs the tool.',
    next: 'Check that the tool does nothing a user would want to approve.',
    example: {
      before: 'context: The library has one floor.',
      after: `context: The library has one floor.
allowed_tools: [search_books]`,
    },
    mirror: 'skill/allowed-tool-removed',
    detect: entryAdded('allowed_tools', ({ allowed_tools }) => allowed_tools),
  },
  {
    id: 'skill/allowed-tool-removed',
    axis: 'wire',
    level: 'safe',
    says: 'A tool of a skill needs approval again.',
    why: 'Calls run once the user approves; without a user to ask, they do not run.',
    next: 'Check that the skill is not used where no user can approve.',
    mirror: 'skill/allowed-tool-added',
    detect: entryRemoved('allowed_tools', ({ allowed_tools }) => allowed_tools),
  },
  {
    id: 'skill/server-added',
    axis: 'wire',
    level: 'risky',
    says: 'A skill requires another server.',
    why: 'Where that server is not installed, the steps that use its tools fail.',
    next: 'Tell users to install the server, and describe under `compatibility:` what happens without it.',
    example: {
      before: 'context: The library has one floor.',
      after: `context: The library has one floor.
servers: [library]`,
    },
    mirror: 'skill/server-removed',
    detect: entryAdded('servers', ({ servers }) => servers),
  },
  {
    id: 'skill/server-removed',
    axis: 'wire',
    level: 'safe',
    says: 'A skill no longer requires a server.',
    why: 'An installed server is not affected.',
    next: 'Check that no step uses its tools.',
    mirror: 'skill/server-added',
    detect: entryRemoved('servers', ({ servers }) => servers),
  },
]);
