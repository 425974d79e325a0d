/** A page with the real AppBridge of MCP Apps around the page of a view, in a real Chromium. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Frame, Page } from 'playwright-core';
import { sharedBrowser } from './chromium.ts';

/** What hosts give a view without `csp`: nothing from outside. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; img-src data:;";

interface Shown {
  readonly result?: object;
  readonly input?: object;
  readonly capabilities?: object;
  /** The result of every call of the view. */
  readonly reply?: object;
  readonly context?: object;
  readonly width?: number;
  /** Whether styles are refused, as by a host with a policy of its own. */
  readonly unstyled?: boolean;
  /** What runs first in every frame. */
  readonly script?: string;
}

interface Bridge {
  readonly page: Page;
  readonly frame: Frame;
  /** What the view asked the host for, and its sizes. */
  readonly asked: () => Promise<readonly { readonly method: string; readonly params: Record<string, unknown> }[]>;
  readonly requests: readonly string[];
  readonly tell: (context: object) => Promise<void>;
}

const HOST = `
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
const { result, input, capabilities, context, reply } = window.SHOWN;
const frame = document.querySelector('iframe');
window.ASKED = [];
const note = (method, given) => (params) => { window.ASKED.push({ method, params }); return given; };
const bridge = new AppBridge(null, { name: 'host', version: '1' }, capabilities, { hostContext: context });
bridge.onsizechange = (params) => { note('size')(params); frame.style.height = params.height + 'px'; };
bridge.onopenlink = async (params) => note('open-link', {})(params);
bridge.onupdatemodelcontext = async (params) => note('update-model-context', {})(params);
bridge.oncalltool = async (params) => note('tools/call', reply)(params);
bridge.oninitialized = async () => {
  await bridge.sendToolInput({ arguments: input });
  if (result) await bridge.sendToolResult(result);
  window.READY = true;
};
window.TELL = (next) => bridge.setHostContext(next);
window.END = () => bridge.teardownResource({});
await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
frame.src = '/view.html';
`;

let hostCode: Promise<string> | undefined;

async function hostScript(): Promise<string> {
  hostCode ??= build({
    stdin: { contents: HOST, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
  }).then(({ outputFiles: [file] }) => file?.text ?? '');
  return hostCode;
}

/** Opens the page of a view, and waits until it has its result. `onEnd` gets what closes it. */
export async function bridged(html: string, shown: Shown, onEnd: (end: () => Promise<void>) => void): Promise<Bridge> {
  const { result, input = {}, capabilities = { openLinks: {}, serverTools: {}, updateModelContext: {} } } = shown;
  const { context = { theme: 'light' }, width = 760, unstyled = false, script } = shown;
  const told = JSON.stringify({ result, input, capabilities, context, reply: shown.reply }).replaceAll(
    '<',
    String.raw`\u003c`,
  );
  const host = `<!doctype html><meta charset="utf-8"><body style="margin:0"><iframe title="view" sandbox="allow-scripts" style="border:0;width:100%;height:20px"></iframe><script>window.SHOWN=${told}</script><script type="module" src="/host.js"></script>`;
  const bundle = await hostScript();
  const files: Record<string, readonly [string, string]> = {
    '/': ['text/html', host],
    '/host.js': ['text/javascript', bundle],
    '/view.html': ['text/html; charset=utf-8', html],
  };
  const server = createServer((request, response) => {
    const [type, text] = files[request.url ?? ''] ?? ['text/plain', ''];
    if (request.url === '/view.html')
      response.setHeader('content-security-policy', unstyled ? POLICY : `${POLICY} style-src 'unsafe-inline'`);
    response.setHeader('content-type', type).end(text);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onEnd(async () => void server.close().closeAllConnections());
  const page = await (await sharedBrowser()).newPage({ viewport: { width, height: 700 } });
  onEnd(() => page.close());
  if (script) await page.addInitScript(script);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requests: string[] = [];
  page.on('request', (request) => {
    const path = request.url().replace(origin, '');
    if (!Object.hasOwn(files, path) && !path.startsWith('data:') && path !== '/favicon.ico') requests.push(path);
  });
  page.on('dialog', (dialog) => {
    requests.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${origin}/`);
  await page.waitForFunction('window.READY === true');
  const frame = page.frames().find((one) => one.url().endsWith('/view.html'));
  if (!frame) throw new Error('no frame');
  if (result) await frame.waitForFunction(`!document.querySelector('main').textContent.startsWith('Waiting')`);
  return {
    page,
    frame,
    requests,
    asked: () => page.evaluate('window.ASKED'),
    tell: (next) => page.evaluate(`window.TELL(${JSON.stringify(next)})`),
  };
}
