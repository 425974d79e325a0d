import type { Profile } from '../constants.ts';

/** What the profiles of the local application differ in. */
export interface LocalProfile {
  zoteroVersion: string;
  schemaVersion: number;
  /** The "Allow other applications…" checkbox. */
  enabled: boolean;
  hasFulltext: boolean;
  /** 7.x lost never-synced objects as soon as `since` was given. */
  forgetsUnsynced: boolean;
  canWrite: boolean;
}

const zotero9: LocalProfile = {
  zoteroVersion: '9.0.6',
  schemaVersion: 41,
  enabled: true,
  hasFulltext: true,
  forgetsUnsynced: false,
  canWrite: false,
};

/** The local profiles by name. */
export const LOCAL_PROFILES: Record<Exclude<Profile, 'web'>, LocalProfile> = {
  zotero7: { ...zotero9, zoteroVersion: '7.0.32', schemaVersion: 32, hasFulltext: false, forgetsUnsynced: true },
  zotero9,
  zotero10: { ...zotero9, zoteroVersion: '10.0.0', schemaVersion: 44, canWrite: true },
  disabled: { ...zotero9, enabled: false },
};
