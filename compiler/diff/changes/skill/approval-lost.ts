/** The bytes of a skill that hosts read from a server changed. */
import { textHash } from '../../../plan/hash.ts';
import type { SkillPlan } from '../../../plan/model.ts';
import { changeKind } from '../../kind.ts';

export const skillApprovalLost = changeKind({
  id: 'skill/approval-lost',
  scope: 'skill',
  axis: 'wire',
  level: 'risky',
  says: 'The bytes of a skill that hosts read from a server changed.',
  why: 'Hosts bind the consent of the user to the digests of all its files: every user is asked again, even after a change of the version.',
  next: 'Release changes of skill "<skill>" together, so that users approve once.',
  example: {
    before: served('1.0.0'),
    after: served('1.0.1'),
  },
  mirror: 'skill/approval-lost',
  detect({ before, after, served }, found) {
    if (!served || !before || !after) return;
    const [old, now] = [contentHash(before), contentHash(after)];
    if (old !== now) found({ before: old, after: now });
  },
});

/** Evals are not served. */
function contentHash({ evals: _evals, source: _source, files, ...content }: SkillPlan): string {
  return textHash(JSON.stringify([content, files.map(({ path, sha256 }) => [path, sha256])]));
}

/** A server of its own: that of the example project serves none. */
function served(version: string): string {
  return `version: ${version}
servers: [library, archive]
---
kind: server
name: archive
version: 1.0.0
summary: Finds old papers.
serve_skills: true`;
}
