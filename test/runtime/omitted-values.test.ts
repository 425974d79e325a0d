/** `omit:`: an argument with this value counts as absent, wherever it is used. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HttpBehavior } from '../../runtime/descriptor/descriptor.ts';
import { runs } from '../support/runs.ts';
import { callTool } from './support/call-tool.ts';
import { get, recorder, strings } from './support/loopback.ts';

const behavior: Partial<HttpBehavior> = {
  method: 'POST',
  query: { q: '{q}', more: 'x:{q}' },
  headers: { 'X-Key': '{key}' },
  json: { key: '{key}', n: '{n}', tags: '{tags}', say: 'about {q}' },
};

test('a request with an omitted value is the request without the argument', async () => {
  const { base, seen } = await recorder();
  const omit = { q: '', key: 'all', n: 0, flag: false };
  const parameters = { ...strings('q', 'key'), n: { type: 'integer' }, tags: { type: 'array' } } as const;
  const value = fc.record(
    {
      q: fc.constantFrom('', 'a', 'all'),
      key: fc.constantFrom('', 'a', 'all'),
      n: fc.constantFrom(0, 1),
      tags: fc.constantFrom([], [''], ['all']),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(value, async (args) => {
      seen.length = 0;
      const bare = Object.fromEntries(
        Object.entries(args).filter(([name, one]) => Object.getOwnPropertyDescriptor(omit, name)?.value !== one),
      );
      await callTool(get(base, { ...behavior, omit }, { parameters }), args);
      await callTool(get(base, behavior, { parameters }), bare);
      const [first, second] = seen.map(({ url, headers, body }) => [url, headers['x-key'], body]);
      expect(first).toEqual(second);
    }),
    { numRuns: runs(500) },
  );
});

test('of a program, an argument, a group and a flag', async () => {
  const code = 'console.log(JSON.stringify({ args: process.argv.slice(1) }))'.replaceAll(/[{}]/g, '$&$&');
  const argv = [process.execPath, '-e', code, '--', '{q}', ['-k', '{key}'], { flag: '--flag' }, 'end'];
  const setting = {
    behavior: { kind: 'command', argv, stdout: 'json', max_bytes: 1000, omit: { q: '', key: 'all', flag: true } },
    parameters: { ...strings('q', 'key'), flag: { type: 'boolean' } },
  } as const;
  expect((await callTool(setting, { q: '', key: 'all', flag: true })).data).toEqual({ args: ['end'] });
  expect((await callTool(setting, { q: 'a', key: '', flag: false })).data).toEqual({ args: ['a', '-k', '', 'end'] });
});
