/** Notifies clients that lists of another server have changed. */
import type { PassedCapability } from '../../descriptor/descriptor.ts';
import type { JsonObject } from '../../language/json.ts';
import { notificationLine } from '../../protocol/message.ts';
import type { Outlet } from '../../protocol/progress.ts';
import { frame } from '../../redaction/redacted.ts';
import type { Upstreams } from '../connect.ts';

const NOTIFICATIONS = {
  prompts: frame`notifications/prompts/list_changed`,
  resources: frame`notifications/resources/list_changed`,
} as const;

interface Changes {
  readonly capabilities: JsonObject;
  readonly attach: (outlet: Outlet) => void;
}

/** A client that does not read gets one notification when it does. */
export function notifyChanges(passed: ReadonlyMap<PassedCapability, string>, upstreams: Upstreams): Changes {
  const outlets = new Set<Outlet>();
  const waiting = new Map<Outlet, Set<keyof typeof NOTIFICATIONS>>();
  const tell = (outlet: Outlet, list: keyof typeof NOTIFICATIONS): void => {
    if (outlet.isReady()) return outlet.send(notificationLine(NOTIFICATIONS[list], frame`{}`));
    const others = waiting.get(outlet);
    if (others) return void others.add(list);
    const due = new Set([list]);
    waiting.set(outlet, due);
    outlet.whenReady(() => {
      waiting.delete(outlet);
      for (const one of due) tell(outlet, one);
    });
  };
  const lists = (['prompts', 'resources'] as const).filter((list) => passed.has(list));
  upstreams.listen({
    onOpen: () => {},
    onNotification: (name, method) => {
      const list = lists.find((one) => NOTIFICATIONS[one] === method);
      if (list !== undefined && passed.get(list) === name) for (const outlet of outlets) tell(outlet, list);
    },
  });
  return {
    capabilities: Object.fromEntries(lists.map((list) => [list, { listChanged: true }])),
    attach: (outlet) => void outlets.add(outlet),
  };
}
