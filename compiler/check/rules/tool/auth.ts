/** Which token a call of a tool needs. */
import { filterMemo } from '../../../base/memo.ts';
import { say } from '../../../base/sentence.ts';
import { type AuthSpec, scopesByEffects } from '../../../spec/behaviors/server-auth.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { crossRule, rule } from '../../rule.ts';

const guarded = (keys: string, auth = ''): string => `server: shop
${keys}
---
kind: server
name: shop
version: 1.0.0
summary: Orders books.
transports: [http]
auth: { issuer: "https://login.shop.example", scopes: { "books:read": Read books. }${auth} }`;

const asking = filterMemo(({ spec }: ToolPart) => (spec.scopes ?? spec.public) !== undefined);

/** Without `auth` only tools that ask for it. */
const withAuth = (draft: SpecDraft): (readonly [ToolPart, AuthSpec | undefined])[] =>
  draft.servers.flatMap(({ spec: { auth }, tools }) =>
    (auth ? tools : asking(tools)).map((tool) => [tool, auth] as const),
  );

export const toolScopes = crossRule({
  id: 'tool/scopes',
  severity: 'error',
  around: withAuth,
  says: 'The scopes of a tool must be scopes of its server, and a tool is either public or needs a token.',
  why: 'Without `auth` no token is checked, and everyone can call the tool. A scope that is not declared is never granted: every call is rejected.',
  source: 'MCP 2025-11-25, basic/authorization (scope challenges); RFC 6750 §3.1',
  good: [guarded('scopes: ["books:read"]'), guarded('public: true')],
  bad: [
    guarded('scopes: ["books:write"]'),
    guarded('scopes: ["books:read"]\npublic: true'),
    'scopes: ["books:read"]',
    guarded('name: search_books', ', audience: ["api://books"]'),
  ],
  check(tool, report, auth) {
    const { scopes, public: isPublic = false, name, effects } = tool.spec;
    const key = scopes ? 'scopes' : 'public';
    if (auth === undefined) {
      if (scopes ?? tool.spec.public)
        report(
          [key],
          say`Tool "${name}" has \`${key}\`, but its server has no \`auth\`.`,
          'Add `auth` to the server.',
          {
            part: 'key',
          },
        );
      return;
    }
    if (scopes && isPublic)
      report(['public'], say`Tool "${name}" has \`scopes\` and is public.`, 'Delete `scopes` or `public`.');
    for (const [index, scope] of (scopes ?? []).entries())
      if (!Object.hasOwn(auth.scopes ?? {}, scope))
        report(
          ['scopes', index],
          say`Scope "${scope}" is not declared by the server.`,
          'Add it to `auth.scopes` of the server with what it allows.',
        );
    const byEffects = scopesByEffects(auth, {
      readOnlyHint: effects === 'read',
      destructiveHint: effects !== 'write',
      idempotentHint: false,
      openWorldHint: true,
    });
    // With an audience that is not the server itself, the token of a login has it as well.
    if (auth.audience && !isPublic && !(scopes ?? byEffects))
      report(
        ['name'],
        say`Tool "${name}" needs no scope, and the server accepts tokens of an \`audience\`.`,
        'Add `scopes`, or `auth.effects` to the server: only scopes tell an access token from the token of a login.',
      );
  },
});

export const publicEffects = rule({
  id: 'tool/public-effects',
  severity: 'error',
  says: 'A tool that destroys must not be public.',
  why: 'Anyone on the network could call it, and no log would name the user.',
  source: 'MCP 2025-11-25, server/tools (servers must implement proper access controls)',
  good: [guarded('public: true'), guarded('effects: destroy\nscopes: ["books:read"]')],
  bad: [guarded('effects: destroy\npublic: true'), guarded('public: true\neffects: destroy')],
  check(tool, report) {
    const { effects, public: isPublic, name } = tool.spec;
    if (isPublic && effects === 'destroy')
      report(['public'], say`Tool "${name}" destroys, and is public.`, 'Delete `public`, and add `scopes`.');
  },
});
