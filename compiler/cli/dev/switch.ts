/** Connects one host to the changing versions of a server: a call ends on its version, new calls go to the newest (MCP, both eras). */
import { notification, readMessage } from './message.ts';
import type { Id, Members, Message } from './message.ts';
import { openVersions } from './versions.ts';
import type { Start } from './versions.ts';

interface Switch {
  /** A line of the host. */
  readonly fromHost: (line: string) => void;
  /** From now on this version is the newest. `changed`: its list of tools is another. */
  readonly replace: (start: Start, changed: boolean) => void;
  readonly close: () => void;
}

const CHANGED = 'notifications/tools/list_changed';

export function openSwitch(toHost: (line: string) => void): Switch {
  const versions = openVersions(toHost);
  const subscribed = new Set<Id>();
  /** In a host that starts with `initialize`, the messages that every version must get first. */
  const greeting = new Map<string, string>();
  /** Messages that arrived before the first version was ready. */
  let waiting: string[] = [];

  const request = (line: string, id: Id, { method = '', params }: Message): void => {
    if (method === 'subscriptions/listen') {
      const wanted = Object(params['notifications'])['toolsListChanged'] === true;
      // The host has not subscribed to this notification.
      if (wanted) subscribed.add(id);
      return toHost(acknowledged(id, wanted));
    }
    if (method === 'initialize') greeting.set(method, line);
    if (!versions.ask(id, method, line)) waiting.push(line);
  };
  const note = (line: string, { method = '', params }: Message): void => {
    const id = params['requestId'];
    if (method === 'notifications/initialized') greeting.set(method, line);
    if (method !== 'notifications/cancelled' || !isId(id)) return versions.tell(line);
    subscribed.delete(id);
    versions.cancel(id, line);
  };
  const fromHost = (line: string): void => {
    const message = readMessage(line);
    if (message?.id !== undefined && message.method !== undefined) request(line, message.id, message);
    else if (message) note(line, message);
    else versions.tell(line);
  };

  return {
    fromHost,
    replace(start, changed) {
      versions.replace(start);
      const [queued, hello] = [waiting, greeting.get('initialize')];
      waiting = [];
      // The first version has answered the host; later ones get the request under our id, and their response is dropped.
      if (hello !== undefined && !queued.includes(hello))
        versions.tell(JSON.stringify({ ...JSON.parse(hello), id: OWN }));
      const ready = greeting.get('notifications/initialized');
      if (ready !== undefined) versions.tell(ready);
      queued.forEach(fromHost);
      if (!changed) return;
      if (ready !== undefined) toHost(notification(CHANGED));
      for (const id of subscribed) toHost(notification(CHANGED, { _meta: subscription(id) }));
    },
    close: versions.close,
  };
}

const OWN = 'haft-dev';

function acknowledged(id: Id, wanted: boolean): string {
  const notifications = wanted ? { toolsListChanged: true } : {};
  return notification('notifications/subscriptions/acknowledged', { notifications, _meta: subscription(id) });
}

function subscription(id: Id): Members {
  return { 'io.modelcontextprotocol/subscriptionId': id };
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}
