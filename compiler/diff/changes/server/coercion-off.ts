/** Arguments of the wrong JSON type are no longer converted. */
import { changeKind } from '../../kind.ts';

export const serverCoercionOff = changeKind({
  id: 'server/coercion-off',
  scope: 'server',
  axis: 'wire',
  level: 'breaking',
  says: 'Arguments of the wrong JSON type are no longer converted.',
  why: 'Small models that send "5" for 5 worked, and are now rejected.',
  next: 'Keep "coerce: true", or check which models call the server.',
  example: {
    before: 'coerce: true',
    after: 'coerce: false',
  },
  mirror: 'server/coercion-on',
  detect(pair, found) {
    if (pair.before?.coerce === true && pair.after?.coerce === false)
      found({ path: ['coerce'], before: true, after: false });
  },
});
