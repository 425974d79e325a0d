/** Every package format asks for what it starts or needs, and for nothing else: variables, tokens, flags and versions of Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FORMATS } from '../../compiler/features/pack/formats/index.ts';
import type { ServerPlan } from '../../compiler/plan/model.ts';
import { KEY, PLAN, content, listeningFiles, server, textOf } from '../support/packed.ts';

const ENV = { SHELF_KEY: KEY, SHELF: { description: 'Which one.', secret: false, optional: true } };
const AUTH = { issuer: 'https://id.example', scopes: {}, headers: { 'X-Shelf': true } };
/** They start some servers, and have the address of others. */
const STARTS_SOME = new Set(['plugin', 'gemini']);

test('a package starts a server with a flag that it has, and asks for nothing of one that it does not start', () => {
  const offered = fc.shuffledSubarray(['stdio' as const, 'http' as const, 'sse' as const], { minLength: 1 });
  fc.assert(
    fc.property(offered, (transports) => {
      const one = content({}, { ...PLAN, servers: server('catalog', { transports, env: ENV, auth: AUTH }) });
      const isStarted = transports.includes('stdio');
      for (const { id, leavesOut, files, obstacle } of FORMATS) {
        if (obstacle(one)) continue;
        const [scripts, others] = [true, false].map((are) =>
          files(one).filter((file) => file.path.endsWith('.mjs') === are),
        );
        const text = [...leavesOut(one), ...(others ?? []).map(textOf)].join('\n');
        const flags = new Set(Array.from(text.matchAll(/--(stdio|http|sse)\b/g), ([, flag]) => flag));
        expect(transports, id).toEqual(expect.arrayContaining([...flags]));
        if (!STARTS_SOME.has(id)) continue;
        expect([scripts?.length, /shelf_key/i.test(text), text.includes('X-Shelf')], id).toEqual(
          isStarted ? [1, true, false] : [0, false, true],
        );
      }
    }),
  );
});

test.each(['container', 'systemd'])(
  '%s: a server asks for the token without `auth`, and for its address with it',
  (id) => {
    const texts = (more: Partial<ServerPlan>): string => listeningFiles(id, more).slice(0, 1).map(textOf).join('\n');
    expect(texts({})).toMatch(/HAFT_TOKEN/);
    expect(texts({ auth: AUTH })).toMatch(/^(?!.*token).*HAFT_URL/is);
  },
);

test('a unit keeps the file of its variables from others', () => {
  const [unit = ''] = listeningFiles('systemd', { env: ENV }).map(textOf);
  expect(unit).toContain('# install -Dm600 env /etc/catalog/env ');
});

test('a package is for the versions of Node that Haft is for, and for those with SQLite where the server reads it', () => {
  const databases = { shop: { kind: 'sqlite' as const, folder: '/srv', path: 'shop.db', timeout_ms: 1 } };
  const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../compiler/package.json'), 'utf8'));
  for (const [more, range] of [
    [{}, engines.node],
    [{ databases }, '^22.13.0 || >=23.4.0'],
  ] as const) {
    const one = content({}, { ...PLAN, servers: server('catalog', { transports: ['stdio'], ...more }) });
    const texts = FORMATS.filter(({ id }) => id === 'npm' || id === 'mcpb').flatMap(({ files }) =>
      files(one).map(textOf),
    );
    const found = texts.flatMap((text) => Array.from(text.matchAll(/"node": "([\d.^|>= ]+)"/g), ([, node]) => node));
    expect(found).toEqual([range, range]);
  }
});
