/** What `haft dev` tells a host between two versions, and what not; servers are lists of the lines that they were sent. */
import { expect, test } from 'vitest';
import { type Start, openSwitch } from '../compiler/cli/dev/switch.ts';

const ID = 'io.modelcontextprotocol/subscriptionId';

function connected() {
  const told: { method?: string; id?: unknown; params?: Record<string, unknown> }[] = [];
  const sent: string[][] = [];
  const servers: ((message: object) => void)[] = [];
  const start: Start = (take) => {
    const lines: string[] = [];
    sent.push(lines);
    servers.push((message) => take(JSON.stringify({ jsonrpc: '2.0', ...message })));
    return { send: (line) => lines.push(line), end: () => {} };
  };
  const { fromHost, replace } = openSwitch((line) => told.push(JSON.parse(line)));
  const say = (message: object): void => fromHost(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const listen = (id: number, notifications: object): void =>
    say({ id, method: 'subscriptions/listen', params: { notifications } });
  return { told, sent, servers, say, listen, replace: (changed: boolean) => replace(start, changed) };
}

test('only subscribed clients get notifications of changed tools, and none after a cancellation', () => {
  const { told, say, listen, replace } = connected();
  replace(false);
  listen(1, { toolsListChanged: true });
  listen(2, { resourcesListChanged: true });
  const acknowledged = told.splice(0).map(({ params }) => [params?.['notifications'], Object(params?.['_meta'])[ID]]);
  expect(acknowledged).toEqual([
    [{ toolsListChanged: true }, 1],
    [{}, 2],
  ]);
  replace(true);
  expect(told.splice(0)).toEqual([
    { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta: { [ID]: 1 } } },
  ]);
  replace(false);
  expect(told).toEqual([]);
  say({ method: 'notifications/cancelled', params: { requestId: 1 } });
  replace(true);
  expect(told).toEqual([]);
});

test('a host of the earlier era is notified without subscribing, once it is ready; the next version gets the same greeting', () => {
  const { told, sent, say, replace } = connected();
  replace(false);
  say({ id: 7, method: 'initialize', params: {} });
  replace(true);
  expect(told).toEqual([]);
  say({ method: 'notifications/initialized' });
  replace(true);
  expect(told).toEqual([{ jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: {} }]);
  const methods = sent.map((lines) => lines.map((line) => [JSON.parse(line).id, JSON.parse(line).method]));
  expect(methods).toEqual([
    [[7, 'initialize']],
    [
      ['haft-dev', 'initialize'],
      [undefined, 'notifications/initialized'],
    ],
    [
      ['haft-dev', 'initialize'],
      [undefined, 'notifications/initialized'],
    ],
  ]);
});

test('messages before the first version wait for it', () => {
  const { sent, say, replace } = connected();
  say({ id: 1, method: 'tools/list', params: {} });
  replace(false);
  expect(sent.map((lines) => lines.length)).toEqual([1]);
});

test('the answer of the host goes to the version that asked, also after it was replaced', () => {
  const { told, sent, servers, say, replace } = connected();
  replace(false);
  say({ id: 1, method: 'tools/call', params: {} });
  servers[0]?.({ id: 'q', method: 'elicitation/create', params: {} });
  replace(false);
  say({ id: 'q', result: { action: 'accept' } });
  servers[0]?.({ id: 1, result: {} });
  expect(told).toMatchObject([{ id: 'q', method: 'elicitation/create' }, { id: 1 }]);
  expect(sent.map((lines) => lines.map((line) => JSON.parse(line).id))).toEqual([[1, 'q'], []]);
});
