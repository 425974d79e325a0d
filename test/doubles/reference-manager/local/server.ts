import type { Server } from 'node:net';

import { GROUP } from '../constants.ts';
import type { Profile } from '../constants.ts';
import type { Journal } from '../../journal.ts';
import { createGroupStore, createStore } from '../store.ts';
import type { Rival } from '../store.ts';
import type { LocalApp } from './context.ts';
import { localHandler } from './dispatch.ts';
import type { Keyring } from './keyring.ts';
import { LOCAL_PROFILES } from './profile.ts';
import { createRawServer } from './raw-server.ts';

/** How a local application is started. */
export interface LocalOptions {
  profile: Exclude<Profile, 'web'>;
  journal: Journal;
  keyring: Keyring;
  editable: boolean;
  rival: Rival | undefined;
}

/** The local application on a server that is not listening yet. */
export function createLocalServer({ profile: name, journal, keyring, editable, rival }: LocalOptions): Server {
  const profile = LOCAL_PROFILES[name];
  const app: LocalApp = {
    profile,
    store: { ...createStore(profile.canWrite ? 'client' : 'synced'), ...(rival && { rival }) },
    voice: { base: '', libraryName: 'My Library', emptyFields: false },
    journal,
    keyring,
    editable,
    group: {
      store: createGroupStore(profile.canWrite ? 'client' : 'synced'),
      voice: { base: '', libraryName: GROUP.name, emptyFields: false, library: 'group' },
    },
  };
  const server = createRawServer(profile.zoteroVersion, localHandler(app));
  server.on('listening', () => {
    const address = server.address();
    if (typeof address === 'object' && address !== null) {
      app.voice.base = `http://localhost:${address.port}/api/`;
      app.group.voice.base = app.voice.base;
    }
  });
  return server;
}
