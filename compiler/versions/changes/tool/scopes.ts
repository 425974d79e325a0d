/** Which token a call of a tool needs. */
import { changeKinds } from '../../kind.ts';
import { furtherNeeds } from '../../compare/scopes.ts';

const guarded = (keys: string): string => `server: shop
${keys}
---
kind: server
name: shop
version: 1.0.0
summary: Orders books.
transports: [http]
auth: { issuer: "https://login.shop.example", scopes: { read: Read books., lend: Lend books. } }`;

export const TOOL_SCOPES = changeKinds('tool', [
  {
    id: 'tool/scopes-widened',
    axis: 'wire',
    level: 'breaking',
    says: 'A call needs more scopes than before.',
    why: 'Tokens that were enough are rejected until the user allows more; some clients do not ask again.',
    next: 'Keep the scopes, or tell users that they have to log in again.',
    example: { before: guarded('scopes: [read]'), after: guarded('scopes: [read, lend]') },
    mirror: 'tool/scopes-narrowed',
    detect({ before, after }, found) {
      const facts = furtherNeeds(before, after);
      if (facts) found({ path: ['scopes'], ...facts });
    },
  },
  {
    id: 'tool/scopes-narrowed',
    axis: 'wire',
    level: 'safe',
    says: 'A call needs fewer scopes than before.',
    why: 'All tokens that were enough still are.',
    next: 'Check that everyone who can now call the tool may do so.',
    mirror: 'tool/scopes-widened',
    detect({ before, after }, found) {
      const facts = furtherNeeds(after, before);
      if (facts) found({ path: ['scopes'], before: facts.after, after: facts.before });
    },
  },
]);
