/** Tools that require elicitation, and clients that cannot ask: hidden from older ones, an error of the protocol in 2026-07-28, a result for the model where it is called all the same. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ServerDescriptor, ToolDescriptor } from '../../runtime/descriptor/descriptor.ts';
import type { JsonObject } from '../../runtime/language/json.ts';
import { asking, handlerTools } from '../../runtime/modules.ts';
import { combine } from '../../runtime/optional-modules.ts';
import { openSession } from '../../runtime/protocol/session.ts';
import { assemble } from '../../runtime/server/assemble.ts';
import type { StartModules } from '../../runtime/server/start.ts';
import { unwanted } from '../../runtime/transport/serve-fetch.ts';
import { runs } from '../support/runs.ts';
import { descriptorOf, tool } from './support/descriptor.ts';

const seat: ToolDescriptor = { ...tool, name: 'choose_seat', requires: 'elicitation' };

/** One request to a server of these tools over a connection of its own, after `initialize` with these capabilities. */
async function ask(
  tools: readonly ToolDescriptor[],
  capabilities: JsonObject | undefined,
  method: string,
  params: object = {},
): Promise<ReturnType<typeof JSON.parse>> {
  const server: ServerDescriptor = descriptorOf({ format: 5, asks: true, tools });
  const modules = combine<StartModules>([handlerTools, asking]);
  const { answer, allow } = assemble(server, { run: () => ({ ran: true }) }, {}, () => {}, modules);
  const lines: string[] = [];
  const send = (line: string): void => void lines.push(line);
  const session = openSession(answer, { allowance: allow(), outlet: { ...unwanted, send }, lasting: true });
  const say = (id: number, own: string, given: object): void =>
    session.receive(JSON.stringify({ jsonrpc: '2.0', id, method: own, params: given }));
  if (capabilities) say(0, 'initialize', { protocolVersion: '2025-11-25', capabilities });
  say(1, method, params);
  await new Promise<void>((resolve) => session.whenIdle(resolve));
  return JSON.parse(lines.at(-1) ?? '');
}

const namesIn = ({ result }: { result: { tools: { name: string }[] } }): string[] =>
  result.tools.map(({ name }) => name);

test('an older client that cannot ask sees every other tool, and one that can sees all', async () => {
  const one = fc.record({ requires: fc.boolean(), listed: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 6 }), async (all) => {
      const tools = all.map(({ requires, listed }, at): ToolDescriptor => ({
        ...(requires ? seat : tool),
        name: `get_${at}`,
        ...(!listed && { listed: false }),
      }));
      const listed = tools.filter((own) => own.listed === undefined);
      expect(namesIn(await ask(tools, { elicitation: {} }, 'tools/list'))).toEqual(listed.map(({ name }) => name));
      for (const silent of [{}, { elicitation: { url: {} } }, undefined]) {
        const expected = listed.filter(({ requires }) => !requires).map(({ name }) => name);
        expect(namesIn(await ask(tools, silent, 'tools/list'))).toEqual(expected);
      }
    }),
    { numRuns: runs(500, 10) },
  );
  expect((await ask([seat], {}, 'tools/list', { cursor: 'x' })).error).toMatchObject({ code: -32602 });
});

test('a call of it is a result that the model reads', async () => {
  const { result } = await ask([seat], {}, 'tools/call', { name: 'choose_seat' });
  expect(result.structuredContent).toMatchObject({ success: false, code: 'cannot_ask' });
  const asked = await ask([seat], { elicitation: {} }, 'tools/call', { name: 'choose_seat' });
  expect(asked.result.structuredContent).toMatchObject({ success: true });
});

const modern = (elicitation?: object): object => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': elicitation ? { elicitation } : {},
  },
});

test('in 2026-07-28 it is listed for all, and its call names the missing capability', async () => {
  expect(namesIn(await ask([seat, tool], undefined, 'tools/list', modern()))).toEqual(['choose_seat', 'get_x']);
  const { error } = await ask([seat], undefined, 'tools/call', { name: 'choose_seat', ...modern() });
  expect(error).toEqual({
    code: -32021,
    message: 'choose_seat asks the user, and the client cannot ask (elicitation).',
    data: { requiredCapabilities: { elicitation: { form: {} } } },
  });
  const { result } = await ask([seat], undefined, 'tools/call', { name: 'choose_seat', ...modern({}) });
  expect(result).toMatchObject({ resultType: 'complete', structuredContent: { success: true } });
  expect((await ask([seat, tool], undefined, 'tools/call', { name: 'get_x', ...modern() })).result).toBeDefined();
});
