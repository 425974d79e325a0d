/** `redirect: location` after a write: the address on the same origin is the success, any other is not. */
import { expect, test } from 'vitest';
import { callTool } from './support/call-tool.ts';
import { get, inTurn } from './support/loopback.ts';

const WRITES = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s', async (method) => {
  const { base, seen } = await inTurn(
    (_request, response) => response.writeHead(303, { Location: '/tasks/7?x=1' }).end(),
    (_request, response) => response.writeHead(303, { Location: 'https://login.example/' }).end(),
    (_request, response) => response.writeHead(303).end(),
    (_request, response) => response.writeHead(204).end(),
  );
  const setting = get(base, { method, redirect: 'location' }, { annotations: WRITES });
  expect(await callTool(setting)).toMatchObject({ success: true, data: { location: `${base}/tasks/7?x=1` } });
  for (const _more of [1, 2])
    expect(await callTool(setting)).toMatchObject({
      success: false,
      retry_hint: expect.stringContaining('may have taken effect'),
    });
  expect(await callTool(setting)).toMatchObject({ success: true });
  expect(seen).toHaveLength(4);
});
