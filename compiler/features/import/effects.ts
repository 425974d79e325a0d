/** The effects that an import declares: those that its source implies, unless the checker doubts them. */
import { conflictOf } from '../../check/analysis/prose/effects.ts';
import type { Effects } from '../../spec/behaviors/behavior.ts';
import type { todo } from './builders.ts';

interface Implied {
  readonly from: string;
  readonly name: string;
  readonly description: string;
  readonly effects: Effects;
  /** Method and path. */
  readonly request: string;
}

/** No effects where the name, the text or the path says something else: the author decides, as `doubt` says for `todo`. */
export function impliedEffects({ from, name, description, effects, request }: Implied): {
  readonly effects?: Effects;
  readonly doubt?: Parameters<typeof todo>;
} {
  const http = { connection: 'api', request };
  const conflict = conflictOf({ name, description: { does: description, when: '' }, effects, http });
  if (conflict === undefined) return { effects };
  const { clause, instead, otherwise } = conflict;
  const message = `No effects are declared: "${effects}" is what its request implies, but ${clause}.`;
  const before = otherwise === undefined ? '' : `${otherwise}, and `;
  const hint = `Write \`effects: ${instead}\` if that is correct; otherwise ${before}write \`effects: ${effects}\`.`;
  return { doubt: [from, 'effects', ['name'], message, hint] };
}
