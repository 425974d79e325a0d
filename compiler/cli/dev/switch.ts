/** One host, one server that changes: every call ends on the version it began with, new ones go to the newest (MCP, both eras). */
import { asChanging, notification, readMessage } from './message.ts';
import type { Id, Message } from './message.ts';
import type { ServerProcess } from './server-process.ts';

/** Starts a version; `take` gets its lines, `ended` is called when it is gone. */
export type Start = (take: (line: string) => void, ended: () => void) => ServerProcess;

export interface Switch {
  /** A line of the host. */
  readonly fromHost: (line: string) => void;
  /** From now on this version is the newest. `changed`: its list of tools is another. */
  readonly replace: (start: Start, changed: boolean) => void;
  readonly close: () => void;
}

interface Version {
  readonly server: ServerProcess;
  /** Requests of the host that it has not answered yet, with their methods. */
  readonly open: Map<Id, string>;
  current: boolean;
}

/** In a host of `initialize`, what every version has to hear first. */
interface Greeting {
  line?: string;
  done?: string;
}

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const CHANGED = 'notifications/tools/list_changed';
/** Answers that say what the server can do, or may be kept for a while. */
const PATCHED = new Set(['initialize', 'server/discover', 'tools/list']);

export function openSwitch(toHost: (line: string) => void): Switch {
  const versions = new Set<Version>();
  const subscribed = new Set<Id>();
  const greeting: Greeting = {};
  let newest: Version | undefined;
  let latest: Start | undefined;
  let waiting: string[] = [];

  const answered = (version: Version, line: string): void => {
    const { id, method, result } = readMessage(line) ?? { params: {} };
    if (method !== undefined || id === undefined) return toHost(line);
    const asked = version.open.get(id);
    // What nobody asked is our own greeting, or was cancelled.
    if (asked === undefined) return;
    version.open.delete(id);
    toHost(result && PATCHED.has(asked) ? asChanging(id, result) : line);
    if (!version.current) retire(version);
  };

  const ended = (version: Version): void => {
    versions.delete(version);
    if (newest === version) newest = undefined;
    for (const id of version.open.keys()) toHost(GONE(id));
    version.open.clear();
  };

  const request = (line: string, id: Id, { method = '', params }: Message): void => {
    if (method === 'subscriptions/listen') return subscribe(id, params['notifications']);
    if (method === 'initialize') greeting.line = line;
    // One that ended by itself is started again by whoever needs it.
    if (!newest && latest) open(latest);
    if (!newest) return void waiting.push(line);
    newest.open.set(id, method);
    newest.server.send(line);
  };

  const subscribe = (id: Id, wanted: unknown): void => {
    const honoured = Object(wanted)['toolsListChanged'] === true ? { toolsListChanged: true } : {};
    subscribed.add(id);
    toHost(
      notification('notifications/subscriptions/acknowledged', {
        notifications: honoured,
        _meta: { [SUBSCRIPTION]: id },
      }),
    );
  };

  const note = (line: string, { method, params }: Message): void => {
    const id = params['requestId'];
    if (method === 'notifications/initialized') greeting.done = line;
    if (method === 'notifications/cancelled' && (typeof id === 'string' || typeof id === 'number')) {
      subscribed.delete(id);
      return cancel(id, line);
    }
    newest?.server.send(line);
  };

  const cancel = (id: Id, line: string): void => {
    for (const version of versions) {
      if (!version.open.delete(id)) continue;
      version.server.send(line);
      if (!version.current) retire(version);
    }
  };

  const greet = ({ server }: Version): void => {
    // The host was answered by the first version; this one is told under an id of ours, and its answer is dropped.
    if (greeting.line !== undefined) server.send(JSON.stringify({ ...JSON.parse(greeting.line), id: 'haft-dev' }));
    if (greeting.done !== undefined) server.send(greeting.done);
  };

  const open = (start: Start): void => {
    const version: Version = {
      server: start(
        (line) => answered(version, line),
        () => ended(version),
      ),
      open: new Map(),
      current: true,
    };
    versions.add(version);
    newest = version;
    latest = start;
    if (!waiting.some((line) => line === greeting.line)) greet(version);
    const queued = waiting;
    waiting = [];
    queued.forEach(fromHost);
  };

  const fromHost = (line: string): void => {
    const message = readMessage(line);
    if (message?.id !== undefined && message.method !== undefined) request(line, message.id, message);
    else if (message) note(line, message);
    else newest?.server.send(line);
  };

  return {
    fromHost,
    replace(start, changed) {
      const before = newest;
      open(start);
      if (before) retire(before);
      if (!changed) return;
      if (greeting.done !== undefined) toHost(notification(CHANGED));
      for (const id of subscribed) toHost(notification(CHANGED, { _meta: { [SUBSCRIPTION]: id } }));
    },
    close() {
      for (const { server } of versions) server.end();
    },
  };
}

/** It goes once it has answered everything. */
function retire(version: Version): void {
  version.current = false;
  if (version.open.size === 0) version.server.end();
}

const GONE = (id: Id): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: { code: -32603, message: 'The server ended before it could answer; its log says why.' },
  });
