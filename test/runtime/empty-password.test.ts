/** Services with one key take it as the user or as the password of Basic, and the other is empty (RFC 7617, section 2). */
import { expect, test } from 'vitest';
import { descriptorsOf } from '../../compiler/edge/calls/call-over.ts';
import { allTools } from '../../compiler/plan/named-tools.ts';
import { callOnce } from '../../runtime/try.ts';
import { compiled } from '../support/bumped.ts';
import { http } from './support/loopback.ts';

test.each([
  ['{ user: "{env.SHOP_KEY}", password: "" }', 'key:'],
  ['{ user: "", password: "{env.SHOP_KEY}" }', ':key'],
])('basic: %s', async (basic, credentials) => {
  const sent: unknown[] = [];
  const base = await http(({ headers }, response) => {
    sent.push(headers.authorization);
    response.end('{"id":1}');
  });
  const { plan } = compiled(`kind: server
name: shop
version: 1.0.0
summary: Sells books.
env: { SHOP_KEY: { description: Key of the shop., secret: true } }
connections: { shop: { base_url: "${base}", auth: { basic: ${basic} } } }
tools:
  - name: get_order
    description: { does: Gets the order of a book., when: the user asks what was ordered }
    effects: read
    http: { connection: shop, request: GET /order }
`);
  const [tool] = allTools(plan);
  const found = descriptorsOf(tool ?? expect.fail('no tool'));
  const { text } = await callOnce({ ...found, args: {}, variables: { SHOP_KEY: 'key' }, write: () => {} }).result;
  expect(JSON.parse(text)).toMatchObject({ success: true });
  expect(sent).toEqual([`Basic ${Buffer.from(credentials).toString('base64')}`]);
});
