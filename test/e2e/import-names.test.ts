/** Names of imported tools after an upgrade: what is written stays, and the better name is proposed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Members', version: '1' },
  servers: [{ url: 'https://members.example' }],
  paths: {
    '/users/': {
      post: {
        operationId: 'create_user_users__post',
        summary: 'Creates a user',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object', properties: { email: { type: 'string' } } } } },
        },
        responses: { 200: { description: 'Done' } },
      },
    },
  },
});

test('a name that an earlier import wrote stays, and the update proposes the better one', () => {
  const folder = temporaryFolder({ 'haft.yaml': '{}\n', 'members.json': DOCUMENT });
  expect(haft(folder, 'import', 'openapi', 'members.json', '--all').code).toBe(0);
  const files = ['specs/members/tools.yaml', 'haft.imports.json'].map((path) => join(folder, path));
  for (const path of files) {
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(/\bcreate_user\b/);
    writeFileSync(path, text.replaceAll(/\bcreate_user\b/g, 'create_user_users_post'));
  }
  const before = files.map((path) => readFileSync(path, 'utf8'));
  const updated = haft(folder, 'import', '--update');
  expect(updated.code).toBe(0);
  expect(updated.stdout + updated.stderr).toContain('haft bump --renamed create_user_users_post=create_user');
  expect(files.map((path) => readFileSync(path, 'utf8'))).toEqual(before);
});
