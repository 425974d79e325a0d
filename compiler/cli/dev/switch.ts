/** Switches a host from one version of a server to the next; an old version ends once it has answered its requests. */
import { membersOf, readJsonMap } from '../../plan/read-json.ts';
import type { ServerProcess } from '../../edge/calls/start-server.ts';

/** Responses that declare capabilities or may be cached. */
const PATCHED = new Set(['initialize', 'server/discover', 'tools/list']);

const CHANGED = 'notifications/tools/list_changed';

interface State {
  readonly versions: ReturnType<typeof openVersions>;
  readonly subscribed: Set<Id>;
  /** In a host that starts with `initialize`, the messages that every version must get first. */
  readonly greeting: Map<string, string>;
  /** Messages that arrived before the first version was ready. */
  waiting: string[];
  readonly toHost: (line: string) => void;
}

export function openSwitch(toHost: (line: string) => void) {
  const versions = openVersions(toHost);
  const state: State = { versions, subscribed: new Set(), greeting: new Map(), waiting: [], toHost };
  return {
    /** A line of the host. */
    fromHost: (line: string): void => fromHost(line, state),
    /** From now on this version is the newest. `changed`: its list of tools is another. */
    replace(start: Start, changed: boolean): void {
      versions.replace(start);
      greet(state);
      if (!changed) return;
      if (state.greeting.has(INITIALIZED)) toHost(notification(CHANGED));
      for (const id of state.subscribed) toHost(notification(CHANGED, { _meta: subscription(id) }));
    },
    close: versions.close,
  };
}

const INITIALIZED = 'notifications/initialized';

/** The newest version gets what the host has said at the beginning, and what has waited for it. */
function greet(state: State): void {
  const { versions, greeting, waiting } = state;
  const [hello, ready] = [greeting.get('initialize'), greeting.get(INITIALIZED)];
  state.waiting = [];
  // The first version has answered the host; later ones get the request under our id, and their response is dropped.
  if (hello !== undefined && !waiting.includes(hello)) versions.tell(JSON.stringify({ ...JSON.parse(hello), id: OWN }));
  if (ready !== undefined) versions.tell(ready);
  for (const line of waiting) fromHost(line, state);
}

function fromHost(line: string, state: State): void {
  const message = readMessage(line);
  if (message?.id !== undefined && message.method === undefined) state.versions.answer(message.id, line);
  else if (message?.id !== undefined) request(line, message.id, message, state);
  else if (message) note(line, message, state);
  else state.versions.tell(line);
}

function request(line: string, id: Id, { method = '', params }: Message, state: State): void {
  if (method === 'subscriptions/listen') {
    const wanted = Object(params['notifications'])['toolsListChanged'] === true;
    // The host has not subscribed to this notification.
    if (wanted) state.subscribed.add(id);
    return state.toHost(acknowledgement(id, wanted));
  }
  if (method === 'initialize') state.greeting.set(method, line);
  if (!state.versions.ask(id, method, line)) state.waiting.push(line);
}

function note(line: string, { method = '', params }: Message, { versions, subscribed, greeting }: State): void {
  const id = params['requestId'];
  if (method === INITIALIZED) greeting.set(method, line);
  if (method !== 'notifications/cancelled' || !isId(id)) return versions.tell(line);
  subscribed.delete(id);
  versions.cancel(id, line);
}

const OWN = 'haft-dev';

function acknowledgement(id: Id, wanted: boolean): string {
  const notifications = wanted ? { toolsListChanged: true } : {};
  return notification('notifications/subscriptions/acknowledged', { notifications, _meta: subscription(id) });
}

function subscription(id: Id): MessageMembers {
  return { 'io.modelcontextprotocol/subscriptionId': id };
}

/** Starts a version; `take` gets its lines, `ended` is called after its exit. */
export type Start = (take: (line: string) => void, ended: () => void) => ServerProcess;

interface Version {
  readonly server: ServerProcess;
  /** Requests that it has not answered yet, with their methods. */
  readonly open: Map<Id, string>;
  /** Requests to the host that have no answer yet. */
  readonly asked: Set<Id>;
  retired: boolean;
}

interface VersionsState {
  readonly running: Set<Version>;
  newest: Version | undefined;
  /** How the newest was started. */
  start: Start | undefined;
  readonly toHost: (line: string) => void;
}

function openVersions(toHost: (line: string) => void) {
  const state: VersionsState = { running: new Set(), newest: undefined, start: undefined, toHost };
  return {
    /** Makes this version the newest; the previous one gets no more requests. */
    replace(start: Start): void {
      const before = state.newest;
      state.start = start;
      state.newest = open(start, state);
      if (before) retire(before);
    },
    /** Asks the newest version; whether there is one. */
    ask(id: Id, method: string, line: string): boolean {
      // A version that exited is started again by the next request.
      if (!state.newest && state.start) state.newest = open(state.start, state);
      state.newest?.open.set(id, method);
      state.newest?.server.send(line);
      return state.newest !== undefined;
    },
    /** Notifies the newest version. */
    tell: (line: string): void => state.newest?.server.send(line),
    /** Answers the version that asked this of the host. */
    answer(id: Id, line: string): void {
      const version = [...state.running].find(({ asked }) => asked.delete(id)) ?? state.newest;
      version?.server.send(line);
    },
    /** Notifies the version that works on this request, which will not be answered. */
    cancel(id: Id, line: string): void {
      for (const version of state.running) {
        if (!version.open.delete(id)) continue;
        version.server.send(line);
        if (version.retired) retire(version);
      }
    },
    close(): void {
      for (const { server } of state.running) server.end();
    },
  };
}

function open(start: Start, state: VersionsState): Version {
  const server = start(
    (line) => takeAnswer(version, line, state.toHost),
    () => endVersion(version, state),
  );
  const version: Version = { server, open: new Map(), asked: new Set(), retired: false };
  state.running.add(version);
  return version;
}

function endVersion(version: Version, state: VersionsState): void {
  state.running.delete(version);
  if (state.newest === version) state.newest = undefined;
  for (const id of version.open.keys()) state.toHost(exitedError(id));
  version.open.clear();
}

function takeAnswer(version: Version, line: string, toHost: (line: string) => void): void {
  const { id, method, result } = readMessage(line) ?? { params: {} };
  if (method !== undefined && id !== undefined) version.asked.add(id);
  if (method !== undefined || id === undefined) return toHost(line);
  const openMethod = version.open.get(id);
  // A response without a request of the host answers our own greeting, or was cancelled.
  if (openMethod === undefined) return;
  version.open.delete(id);
  toHost(result && PATCHED.has(openMethod) ? asChanging(id, result) : line);
  if (version.retired) retire(version);
}

function retire(version: Version): void {
  version.retired = true;
  if (version.open.size === 0) version.server.end();
}

/** The fields of MCP messages that `haft dev` reads when it switches versions. */
type Id = string | number;

type MessageMembers = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: Id;
  readonly method?: string;
  readonly params: MessageMembers;
  readonly result?: MessageMembers;
}

/** Nothing for a line that is no message: the server answers it as it would without us. */
function readMessage(line: string): Message | undefined {
  const message = readJsonMap(line);
  if (!message) return undefined;
  const { id, method } = message;
  const result = membersOf(message['result']);
  return {
    ...(isId(id) && { id }),
    ...(typeof method === 'string' && { method }),
    params: membersOf(message['params']) ?? {},
    ...(result && { result }),
  };
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}

function notification(method: string, params: MessageMembers = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

/** A response whose tools are declared as changing and, where clients may cache responses, as not cacheable. */
function asChanging(id: Id, result: MessageMembers): string {
  const capabilities = membersOf(result['capabilities']);
  const changing = capabilities && {
    capabilities: { ...capabilities, tools: { ...Object(capabilities['tools']), listChanged: true } },
  };
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: { ...result, ...changing, ...(result['ttlMs'] !== undefined && { ttlMs: 0 }) },
  });
}

/** The error response in place of a server that has exited. */
function exitedError(id: Id): string {
  const message = 'The server exited before it responded; see its log.';
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message } });
}

/** The answer to a line that is longer than a server takes; its id was not read. */
export function tooLarge(): string {
  const error = { code: -32600, message: 'The message is larger than 10 MiB.' };
  return JSON.stringify({ jsonrpc: '2.0', id: null, error });
}
