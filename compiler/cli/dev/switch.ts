/** Connects one host to the changing versions of a server: a call ends on its version, new calls go to the newest (MCP, both eras). */
import {
  type Id,
  type Message,
  type MessageMembers,
  type Start,
  isId,
  notification,
  openVersions,
  readMessage,
} from './versions.ts';

interface Switch {
  /** A line of the host. */
  readonly fromHost: (line: string) => void;
  /** From now on this version is the newest. `changed`: its list of tools is another. */
  readonly replace: (start: Start, changed: boolean) => void;
  readonly close: () => void;
}

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

export function openSwitch(toHost: (line: string) => void): Switch {
  const versions = openVersions(toHost);
  const state: State = { versions, subscribed: new Set(), greeting: new Map(), waiting: [], toHost };
  return {
    fromHost: (line) => fromHost(line, state),
    replace(start, changed) {
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
  if (message?.id !== undefined && message.method !== undefined) request(line, message.id, message, state);
  else if (message) note(line, message, state);
  else state.versions.tell(line);
}

function request(line: string, id: Id, { method = '', params }: Message, state: State): void {
  if (method === 'subscriptions/listen') {
    const wanted = Object(params['notifications'])['toolsListChanged'] === true;
    // The host has not subscribed to this notification.
    if (wanted) state.subscribed.add(id);
    return state.toHost(acknowledged(id, wanted));
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

function acknowledged(id: Id, wanted: boolean): string {
  const notifications = wanted ? { toolsListChanged: true } : {};
  return notification('notifications/subscriptions/acknowledged', { notifications, _meta: subscription(id) });
}

function subscription(id: Id): MessageMembers {
  return { 'io.modelcontextprotocol/subscriptionId': id };
}
