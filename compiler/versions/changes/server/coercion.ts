/** Whether arguments of the wrong type are converted. */
import { changeKinds } from '../../kind.ts';

export const SERVER_COERCION = changeKinds('server', [
  {
    id: 'server/coercion-on',
    level: 'safe',
    says: 'Arguments of the wrong JSON type are now converted when nothing is lost.',
    why: 'All calls that were accepted still are.',
    next: 'Check that no tool relies on the rejection.',
    example: { before: 'coerce: false', after: 'coerce: true' },
    mirror: 'server/coercion-off',
    detect(pair, report) {
      if (pair.before?.coerce === false && pair.after?.coerce === true)
        report({ path: ['coerce'], before: false, after: true });
    },
  },
  {
    id: 'server/coercion-off',
    level: 'breaking',
    says: 'Arguments of the wrong JSON type are no longer converted.',
    why: 'Small models that send "5" for 5 worked before and are now rejected.',
    next: 'Keep "coerce: true", or check which models call the server.',
    mirror: 'server/coercion-on',
    detect(pair, report) {
      if (pair.before?.coerce === true && pair.after?.coerce === false)
        report({ path: ['coerce'], before: true, after: false });
    },
  },
]);
