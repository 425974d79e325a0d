/** One host, one server that changes: every call ends on the version it began with, new ones go to the newest (MCP, both eras). */
import { notification, readMessage } from './message.ts';
import type { Id, Members, Message } from './message.ts';
import { openVersions } from './versions.ts';
import type { Start } from './versions.ts';

export interface Switch {
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
  /** In a host that begins with `initialize`, what every version has to hear first. */
  const greeting = new Map<string, string>();
  /** What came before there was a version. */
  let waiting: string[] = [];

  const request = (line: string, id: Id, { method = '', params }: Message): void => {
    if (method === 'subscriptions/listen') {
      const wanted = Object(params['notifications'])['toolsListChanged'] === true;
      // Nothing may be sent that was not asked for.
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
      // The host was answered by the first version; others are told under an id of ours, and their answer is dropped.
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
