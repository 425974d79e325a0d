/** The host of views (MCP Apps 2026-01-26): a frame without an origin, and its messages. */
import type { JsonObject } from '@haft/runtime/language';
import type { ShownQuestion, ShownTool, TriedCall } from '../messages.ts';
import { ask } from './ask.ts';
import { el, say } from './dom.ts';

type Notify = (method: string, params: object) => void;

interface Message {
  readonly jsonrpc?: string;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: {
    readonly height?: unknown;
    readonly url?: unknown;
    readonly name?: unknown;
    readonly arguments?: JsonObject;
  };
}

/** The frame with its switches. `envelope`: a result as a tool returns it. */
export function viewNodes(tool: ShownTool, input: JsonObject, envelope: JsonObject): readonly Node[] {
  const frame = el('iframe', { title: `View of ${tool.name}`, sandbox: 'allow-scripts', src: tool.view });
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const dark = el('input', { type: 'checkbox', checked: isDark });
  const narrow = el('input', { type: 'checkbox' });
  const context = (): object => ({
    theme: dark.checked ? 'dark' : 'light',
    displayMode: 'inline',
    locale: navigator.language,
  });
  const notify = talk(frame, tool.name, input, wholeResult(envelope), context);
  dark.addEventListener('change', () => notify('host-context-changed', context()));
  narrow.addEventListener('change', () => (frame.style.width = narrow.checked ? '420px' : '100%'));
  return [
    el('h3', {}, 'View, as a host draws it'),
    el('div', { class: 'row' }, el('label', {}, dark, ' Dark'), el('label', {}, narrow, ' 420 px wide')),
    frame,
  ];
}

function wholeResult(envelope: JsonObject): JsonObject {
  if (envelope['content'] !== undefined || envelope['structuredContent'] !== undefined) return envelope;
  const content = [{ type: 'text', text: JSON.stringify(envelope) }];
  return { structuredContent: envelope, content, ...(envelope['success'] === false && { isError: true }) };
}

function talk(frame: HTMLIFrameElement, tool: string, input: JsonObject, result: JsonObject, context: () => object) {
  const post = (message: object): void => frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const notify: Notify = (method, params) => post({ method: `ui/notifications/${method}`, params });
  const listen = ({ source, data }: MessageEvent): void => {
    if (!frame.isConnected) return removeEventListener('message', listen);
    const { jsonrpc, id, method, params = {} } = (data ?? {}) as Message;
    if (source !== frame.contentWindow || jsonrpc !== '2.0') return;
    if (method === 'ui/initialize') post({ id, result: hostFacts(context()) });
    else if (method === 'ui/notifications/initialized') {
      notify('tool-input', { arguments: input });
      notify('tool-result', result);
    } else if (method === 'ui/notifications/size-changed') frame.style.height = `${Number(params.height)}px`;
    else if (method === 'ui/open-link') {
      say(`The view asks to open ${String(params.url)}`);
      post({ id, result: {} });
    } else if (method === 'tools/call')
      callFor(tool, params).then(
        (called) => post({ id, result: called }),
        (error: unknown) => post({ id, error: { code: -32_603, message: String(error) } }),
      );
    else if (id !== undefined && method !== undefined)
      post({ id, error: { code: -32_601, message: 'Unknown method.' } });
  };
  addEventListener('message', listen);
  return notify;
}

function hostFacts(hostContext: object): object {
  return {
    protocolVersion: '2026-01-26',
    hostInfo: { name: 'haft try', version: '1' },
    hostCapabilities: { serverTools: {}, openLinks: {} },
    hostContext,
  };
}

/** A tool of the same server; what has an effect asks first. */
async function callFor(tool: string, { name, arguments: args = {} }: NonNullable<Message['params']>) {
  const wanted = { tool: `${tool.slice(0, tool.indexOf('.'))}.${String(name)}`, arguments: args };
  let reply = await ask('/api/call', { ...wanted, agreed: false });
  if ('ask' in reply && confirm(reply.ask)) reply = await ask('/api/call', { ...wanted, agreed: true });
  if ('ask' in reply) throw new Error('The user did not agree to the call.');
  const { success, result } = await resultOf(reply);
  const whole = wholeResult(result);
  return whole === result ? result : { ...whole, isError: !success };
}

/** After what the tool asks to confirm. A form has no place in a view. */
async function resultOf(step: TriedCall | ShownQuestion): Promise<TriedCall> {
  if (!('question' in step)) return step;
  const { question, message, confirms } = step;
  const accepted = confirms && confirm(message);
  const next = await ask('/api/answer', { question, accepted, values: { confirm: true } });
  if (!confirms)
    throw new Error(`The tool asks its user: "${message}" Give these arguments, or call it in its own tab.`);
  return resultOf(next);
}
