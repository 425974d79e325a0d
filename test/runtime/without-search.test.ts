/** A server without the search for secrets: allowed where there is nothing to hide, and nowhere else. */
import { expect, test } from 'vitest';
import { assemble } from '../../runtime/server/assemble.ts';
import type { ServerDescriptor } from '../../runtime/descriptor/descriptor.ts';
import { secrets } from '../../runtime/modules.ts';
import { descriptorOf } from './support/descriptor.ts';

const server = descriptorOf({ tools: [] });

test.each<[string, Partial<ServerDescriptor>]>([
  ['reads a variable', { env: { KEY: { description: 'A key.', secret: false, optional: true } } }],
  ['listens', { transports: ['stdio', 'http'] }],
])('a server that %s does not start without it', (_what, more) => {
  const start = (modules: typeof secrets | object): unknown =>
    assemble({ ...server, ...more }, {}, { KEY: 'hunter22' }, () => {}, modules).redact.text('hunter22');
  expect(() => start({})).toThrow('this server does not include the search for secrets');
  expect(start(secrets)).toBeTypeOf('string');
});

test('a server that does neither starts, and changes no text', () => {
  const { redact } = assemble(server, {}, { HAFT_TOKEN: 'hunter22' }, () => {});
  expect(redact.text('hunter22')).toBe('hunter22');
  expect(assemble(server, {}, { HAFT_TOKEN: 'hunter22' }, () => {}, secrets).redact.text('hunter22')).toBe(
    '[redacted]',
  );
});
