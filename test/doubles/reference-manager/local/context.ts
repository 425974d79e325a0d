import type { Entity, Speaker } from '../entity.ts';
import type { Journal } from '../../journal.ts';
import type { Reply, WireRequest } from '../../wire.ts';
import type { Keyring } from './keyring.ts';
import type { LocalProfile } from './profile.ts';

/** Everything one running local application consists of. */
export interface LocalApp extends Speaker {
  profile: LocalProfile;
  journal: Journal;
  keyring: Keyring;
  /** The library of the group. */
  group: Speaker;
  /** `false` answers every write with "Write access denied". */
  editable: boolean;
}

/** One request on its way through the application. */
export interface LocalCall extends LocalApp {
  request: WireRequest;
  /** What the placeholders of the route stood for. */
  params: Record<string, string>;
}

/**
 * What an endpoint gives back: a finished answer, one object, a list, or `crash` for an error
 * nobody caught (which the server turns into a bare 500).
 */
export type Outcome = Reply | { one: Entity } | { many: Entity[] } | 'crash';
