/** Consent of users to a skill that hosts read from a server. */
import { textHash } from '../../../plan/hash.ts';
import type { SkillPlan } from '../../../plan/model.ts';
import { changeKinds } from '../../kind.ts';

export const SKILL_SERVED = changeKinds('skill', [
  {
    id: 'skill/approval-lost',
    axis: 'wire',
    level: 'risky',
    says: 'The contents of a skill that is served over MCP changed.',
    why: 'Hosts bind user approval to the digests of all its files: every user is asked again, even for a version change.',
    next: 'Release changes to skill "<skill>" together, so that users approve only once.',
    example: {
      before: servingExample('1.0.0'),
      after: servingExample('1.0.1'),
    },
    detect({ before, after, served }, found) {
      if (!served || !before || !after) return;
      const [old, now] = [contentHash(before), contentHash(after)];
      if (old !== now) found({ before: old, after: now });
    },
  },
]);

/** Evals are not served. */
function contentHash({ evals: _evals, source: _source, files, ...content }: SkillPlan): string {
  return textHash(JSON.stringify([content, files.map(({ path, sha256 }) => [path, sha256])]));
}

/** In a separate server: that of the example project serves none. */
function servingExample(version: string): string {
  return `version: ${version}
servers: [library, archive]
---
kind: server
name: archive
version: 1.0.0
summary: Finds old papers.
serve_skills: true`;
}
