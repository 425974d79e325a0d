import type { Server } from 'node:net';
import { parseArgs } from 'node:util';

import { PROFILES } from './constants.ts';
import { pipeJournal } from '../journal.ts';
import { runDouble } from '../run.ts';
import { createKeyring } from './local/keyring.ts';
import { createLocalServer } from './local/server.ts';
import { createWebServer } from './web/server.ts';

const { values } = parseArgs({
  options: {
    profile: { type: 'string' },
    port: { type: 'string', default: '0' },
    /** web: send `Backoff: <seconds>` on every answer. */
    backoff: { type: 'string' },
    /** web: answer 429 to every request, or (with `--rate-limit-count`) to the first ones only. */
    'rate-limit': { type: 'boolean', default: false },
    'rate-limit-count': { type: 'string' },
    'retry-after': { type: 'string', default: '10' },
    /** zotero10: what the person clicks, how long that takes, and whether the library is editable. */
    dialog: { type: 'string', default: 'allow' },
    'dialog-delay': { type: 'string', default: '0' },
    'read-only-library': { type: 'boolean', default: false },
    /** Somebody else changes the item with this key before each of the next writes, so many times. */
    'rival-key': { type: 'string' },
    'rival-times': { type: 'string', default: '1' },
    /** web: the connection breaks after a write, before its answer; so many times. */
    lost: { type: 'string', default: '0' },
  },
});

const rivalKey = values['rival-key'];
const rival = rivalKey === undefined ? undefined : { key: rivalKey, times: Number(values['rival-times']) };

function createServer(): Server {
  const profile = PROFILES.find((known) => known === values.profile);
  if (profile === undefined) throw new Error(`--profile must be one of ${PROFILES.join(', ')}`);
  if (profile === 'web') {
    return createWebServer({
      journal: pipeJournal,
      backoff: values.backoff,
      rateLimited: values['rate-limit'] ? Number(values['rate-limit-count'] ?? Number.POSITIVE_INFINITY) : 0,
      retryAfter: values['retry-after'],
      rival,
      lost: Number(values.lost),
    });
  }
  const answer = (['allow', 'always', 'deny'] as const).find((known) => known === values.dialog);
  if (answer === undefined) throw new Error('--dialog must be allow, always or deny');
  const keyring = createKeyring(answer, Number(values['dialog-delay']));
  return createLocalServer({ profile, journal: pipeJournal, keyring, editable: !values['read-only-library'], rival });
}

runDouble(createServer(), Number(values.port));
