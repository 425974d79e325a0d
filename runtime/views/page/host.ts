/** The messages between the page and its host (MCP Apps 2026-01-26). */
import { type ShownRow, isRow } from './dom.ts';

export interface ViewHost {
  /** What it said about itself. */
  readonly can: (capability: string) => boolean;
  readonly request: (method: string, params: object) => Promise<ShownRow>;
  readonly notify: (method: string, params: object) => void;
  readonly locale: () => string | undefined;
}

type Receive = (name: string, params: ShownRow) => void;

/** Begins the handshake; `receive` gets what the host tells, by the last word of its method. */
export function connect(receive: Receive): ViewHost {
  let capabilities: ShownRow = {};
  let context: ShownRow = {};
  const adopt = (update: unknown): void => {
    context = { ...context, ...(isRow(update) ? update : {}) };
    applyContext(context);
  };
  const { request, notify } = openChannel((name, params) => {
    if (name === 'host-context-changed') adopt(params);
    receive(name, params);
  });
  const begin = async (): Promise<void> => {
    const appInfo = { name: document.title, version: '1' };
    const greeting = { appInfo, appCapabilities: {}, protocolVersion: '2026-01-26' };
    const { hostCapabilities, hostContext } = await request('ui/initialize', greeting);
    if (isRow(hostCapabilities)) capabilities = hostCapabilities;
    adopt(hostContext);
    notify('ui/notifications/initialized', {});
    reportSize(notify);
  };
  begin().catch(() => {});
  return { can: (name) => capabilities[name] !== undefined, request, notify, locale: () => localeIn(context) };
}

/** Requests, notifications and their replies (JSON-RPC) to and from the frame around this one. */
function openChannel(receive: Receive): Pick<ViewHost, 'request' | 'notify'> {
  const waiting = new Map<unknown, (message: ShownRow) => void>();
  let ids = 0;
  const post = (message: object): void => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    // The origin of a frame without one is "null" for everybody.
    if (source !== parent || !isRow(data)) return;
    const { id, method, params } = data;
    if (typeof method !== 'string') {
      waiting.get(id)?.(data);
      waiting.delete(id);
    } else if (id === undefined) {
      receive(method.slice(method.lastIndexOf('/') + 1), isRow(params) ? params : {});
    } else {
      const isKnown = method === 'ping' || method === 'ui/resource-teardown';
      post(isKnown ? { id, result: {} } : { id, error: { code: -32601, message: 'Unknown method.' } });
    }
  });
  return {
    notify: (method, params) => post({ method, params }),
    request: (method, params) =>
      new Promise((resolve, reject) => {
        const id = (ids += 1);
        waiting.set(id, ({ error, result }) => {
          if (isRow(error)) reject(new Error(String(error['message'])));
          else resolve(isRow(result) ? result : {});
        });
        post({ id, method, params });
      }),
  };
}

function localeIn({ locale }: ShownRow): string | undefined {
  try {
    return typeof locale === 'string' ? Intl.getCanonicalLocales(locale)[0] : undefined;
  } catch {
    return undefined;
  }
}

function applyContext({ theme, styles }: ShownRow): void {
  const { style } = document.documentElement;
  if (theme === 'dark' || theme === 'light') style.colorScheme = theme;
  const variables = isRow(styles) ? styles['variables'] : undefined;
  for (const [name, value] of Object.entries(isRow(variables) ? variables : {}))
    if (name.startsWith('--') && typeof value === 'string') style.setProperty(name, value);
}

/** Hosts begin with a few pixels and follow this. */
function reportSize(notify: ViewHost['notify']): void {
  let last = 0;
  const report = (): void => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (height !== last) notify('ui/notifications/size-changed', { height });
    last = height;
  };
  new ResizeObserver(report).observe(document.documentElement);
  report();
}
