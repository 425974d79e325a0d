/** Arguments of the wrong JSON type are converted where nothing is lost. */
import { changeKind } from '../../kind.ts';

export const serverCoercionOn = changeKind({
  id: 'server/coercion-on',
  scope: 'server',
  axis: 'wire',
  level: 'safe',
  says: 'Arguments of the wrong JSON type are converted where nothing is lost.',
  why: 'Every call that was accepted still is.',
  next: 'Check that no tool relies on the rejection.',
  example: {
    before: 'coerce: false',
    after: 'coerce: true',
  },
  mirror: 'server/coercion-off',
  detect(pair, found) {
    if (pair.before?.coerce === false && pair.after?.coerce === true)
      found({ path: ['coerce'], before: false, after: true });
  },
});
