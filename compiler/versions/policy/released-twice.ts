/** A merge of two releases is a third one and needs another version. */
import { capital } from '../../base/text/escape.ts';
import { mergeAdvice } from '../merged-releases.ts';
import type { PolicyRule } from './policy.ts';

/** One version is one release, also when two branches were merged. */
export const releasedTwice: PolicyRule = {
  id: 'version/released-twice',
  says: 'Two releases with different contents must have different versions.',
  why: 'A merge of two releases is neither of them; users of the one with this version would not notice what the merge adds.',
  next: 'Raise the version, finish an open merge with `haft merge`, and run `haft release`; `haft release --raise` does the first and the last.',
  source: 'Semantic Versioning 2.0.0 §3',
  judge({ before, after, changes }) {
    return mergeAdvice(before, after, changes).map(({ kind, name, released, suggested, parts }) => ({
      target: { [kind]: name, path: ['version'] },
      says: `${capital(kind)} "${name}" ${released} was released with other contents than it has after a merge (${parts.join(', ')}).`,
      next: `Set \`version: ${suggested}\` or higher, finish an open merge with \`haft merge\`, and run \`haft release\`; \`haft release --raise\` does the first and the last.`,
    }));
  },
};
