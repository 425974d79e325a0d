/** Tools as texts: what is printed is read back byte for byte, and only when something asks for it. */
import { assert, json, oneof, property, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import { quoteLiteral } from '../../compiler/emit/code.ts';
import { AROUND_DATA } from '../../compiler/emit/server/descriptor.ts';
import type { CallTool } from '../../runtime/server/call.ts';
import type { PrintedServer, ToolDescriptor } from '../../runtime/descriptor/descriptor.ts';
import { lazily, readPrintedServer } from '../../runtime/server/printed.ts';
import { systemClock } from '../../runtime/server/clock.ts';
import { createLimiter } from '../../runtime/server/limits.ts';
import { serveTools } from '../../runtime/protocol/tools.ts';
import { createRedact } from '../../runtime/redaction/secret-search.ts';
import { descriptorOf, tool } from './support/descriptor.ts';
import { anyUnicode } from '../support/random-text.ts';

const { behavior, ...listed } = tool;
const { tools: _tools, ...server } = descriptorOf();
const printed: PrintedServer = {
  ...server,
  printed: [
    ['get_x', JSON.stringify(listed), JSON.stringify({ behavior })],
    ['broken', '{"name":"broken"}', 'not JSON'],
  ],
};

test('a quoted text is the text, whatever is in it', () => {
  const text = oneof(anyUnicode(), json(), stringMatching(/^["'\\\u2028\u200b\n`${}]*$/));
  const evaluated = (code: string): unknown => new Function(`return ${code};`)();
  assert(property(text, (one) => evaluated(quoteLiteral(one)) === one));
});

test('the two halves of the envelope are its schema', () => {
  expect(JSON.parse(`${AROUND_DATA.join('{"type":"null"}')}}`)).toMatchObject({
    properties: { success: { type: 'boolean' }, data: { type: 'null' }, retry_hint: { type: 'string' } },
    required: ['success'],
  });
});

const redact = createRedact({}, {});

test('a list parses nothing, a call only its own tool, --list all', () => {
  const server = readPrintedServer(printed);
  const prepare =
    ({ name }: ToolDescriptor): CallTool =>
    () => ({ outcome: redact.text(name), open: { code: undefined, abort: () => {} } });
  const served = serveTools(server, prepare, {
    redact,
    env: {},
    log: () => {},
    gate: createLimiter(server.limits, systemClock),
  });
  expect(served.list()).toBe(`"tools":[${JSON.stringify(listed)},{"name":"broken"}]`);
  expect([...served.tools.keys()]).toEqual(['get_x', 'broken']);
  expect(served.tools.get('get_x')?.({}, { allowance: () => 0 }).outcome).toBe('get_x');
  expect(served.tools.get('toString')).toBeUndefined();
  expect(() => served.tools.get('broken')).toThrow(SyntaxError);
  expect(() => server.tools).toThrow(SyntaxError);
  expect(readPrintedServer({ ...printed, printed: printed.printed.slice(0, 1) }).tools).toEqual([tool]);
});

test('a tool is made ready once', () => {
  let made = 0;
  const tools = lazily(printed.printed, () => (made += 1));
  expect([tools.get('get_x'), tools.get('get_x'), made]).toEqual([1, 1, 1]);
});
