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

export function openVersions(toHost: (line: string) => void): Versions {
  const running = new Set<Version>();
  let newest: Version | undefined;
  let latest: Start | undefined;

  const ended = (version: Version): void => {
    running.delete(version);
    if (newest === version) newest = undefined;
    for (const id of version.open.keys()) toHost(gone(id));
    version.open.clear();
  };
  const open = (start: Start): Version => {
    const server = start(
      (line) => answered(version, line, toHost),
      () => ended(version),
    );
    const version: Version = { server, open: new Map(), retired: false };
    running.add(version);
    return version;
  };

  return {
    replace(start) {
      const before = newest;
      latest = start;
      newest = open(start);
      if (before) retire(before);
    },
    ask(id, method, line) {
      // A version that exited is started again by the next request.
      if (!newest && latest) newest = open(latest);
      newest?.open.set(id, method);
      newest?.server.send(line);
      return newest !== undefined;
    },
    tell: (line) => newest?.server.send(line),
    cancel(id, line) {
      for (const version of running) {
        if (!version.open.delete(id)) continue;
        version.server.send(line);
        if (version.retired) retire(version);
      }
    },
    close() {
      for (const { server } of running) server.end();
    },
  };
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
