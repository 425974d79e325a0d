/** The running versions of one server: an old version ends once it has answered its requests. */
import { asChanging, gone, readMessage } from './message.ts';
import type { Id } from './message.ts';
import type { ServerProcess } from './server-process.ts';

/** Starts a version; `take` gets its lines, `ended` is called after its exit. */
export type Start = (take: (line: string) => void, ended: () => void) => ServerProcess;

interface Versions {
  /** Makes this version the newest; the previous one gets no more requests. */
  readonly replace: (start: Start) => void;
  /** Asks the newest version; whether there is one. */
  readonly ask: (id: Id, method: string, line: string) => boolean;
  /** Notifies the newest version. */
  readonly tell: (line: string) => void;
  /** Notifies the version that works on this request, which will not be answered. */
  readonly cancel: (id: Id, line: string) => void;
  readonly close: () => void;
}

interface Version {
  readonly server: ServerProcess;
  /** Requests that it has not answered yet, with their methods. */
  readonly open: Map<Id, string>;
  retired: boolean;
}

/** Responses that declare capabilities or may be cached. */
const PATCHED = new Set(['initialize', 'server/discover', 'tools/list']);

interface State {
  readonly running: Set<Version>;
  newest: Version | undefined;
  /** How the newest was started. */
  start: Start | undefined;
  readonly toHost: (line: string) => void;
}

export function openVersions(toHost: (line: string) => void): Versions {
  const state: State = { running: new Set(), newest: undefined, start: undefined, toHost };
  return {
    replace(start) {
      const before = state.newest;
      state.start = start;
      state.newest = open(start, state);
      if (before) retire(before);
    },
    ask(id, method, line) {
      // A version that exited is started again by the next request.
      if (!state.newest && state.start) state.newest = open(state.start, state);
      state.newest?.open.set(id, method);
      state.newest?.server.send(line);
      return state.newest !== undefined;
    },
    tell: (line) => state.newest?.server.send(line),
    cancel(id, line) {
      for (const version of state.running) {
        if (!version.open.delete(id)) continue;
        version.server.send(line);
        if (version.retired) retire(version);
      }
    },
    close() {
      for (const { server } of state.running) server.end();
    },
  };
}

function open(start: Start, state: State): Version {
  const server = start(
    (line) => answered(version, line, state.toHost),
    () => ended(version, state),
  );
  const version: Version = { server, open: new Map(), retired: false };
  state.running.add(version);
  return version;
}

function ended(version: Version, state: State): void {
  state.running.delete(version);
  if (state.newest === version) state.newest = undefined;
  for (const id of version.open.keys()) state.toHost(gone(id));
  version.open.clear();
}

function answered(version: Version, line: string, toHost: (line: string) => void): void {
  const { id, method, result } = readMessage(line) ?? { params: {} };
  if (method !== undefined || id === undefined) return toHost(line);
  const asked = version.open.get(id);
  // A response without a request of the host answers our own greeting, or was cancelled.
  if (asked === undefined) return;
  version.open.delete(id);
  toHost(result && PATCHED.has(asked) ? asChanging(id, result) : line);
  if (version.retired) retire(version);
}

function retire(version: Version): void {
  version.retired = true;
  if (version.open.size === 0) version.server.end();
}
