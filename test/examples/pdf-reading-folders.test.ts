/** Only the folders that the user names are read, whatever a path says, and a setting that is missing or wrong is reported. */
// In depth: one shipped spec beyond the way through it.
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { pdf } from '../support/pdf.ts';
import { startPdfServer } from '../support/pdf-server.ts';
import type { PdfServerOptions } from '../support/pdf-server.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const good = pdf([{ lines: ['inside'] }]);

test.skipIf(ON_WINDOWS)('nothing outside them is read, nor told of, whatever way the path takes', async () => {
  const secret = temporaryFolder({ 'secret.pdf': good });
  const { call, folder } = await startPdfServer({ 'in/good.pdf': good });
  symlinkSync(join(secret, 'secret.pdf'), join(folder, 'link.pdf'));
  symlinkSync(secret, join(folder, 'way'));
  symlinkSync(join(folder, 'in'), join(folder, 'within'));
  writeFiles(`${folder}-beside`, { 'good.pdf': good });
  onTestFinished(() => rmSync(`${folder}-beside`, { recursive: true }));
  const codeOf = async (file_path: string): Promise<string> =>
    (await call('get_pdf_info', { file_path })).code ?? 'read';
  const outside = [
    join(secret, 'secret.pdf'),
    join(secret, 'is-not-there.pdf'),
    `${folder}/../${secret.split('/').at(-1)}/secret.pdf`,
    `../${secret.split('/').at(-1)}/secret.pdf`,
    'in/../../is-not-there.pdf',
    'link.pdf',
    'way/secret.pdf',
    'way/is-not-there.pdf',
    `${folder}-beside/good.pdf`,
    '/etc/passwd',
  ];
  for (const path of outside) expect([path, await codeOf(path)]).toEqual([path, 'outside_folders']);
  for (const path of ['in/good.pdf', join(folder, 'in/good.pdf'), 'in/../in/good.pdf', 'within/good.pdf']) {
    expect([path, await codeOf(path)]).toEqual([path, 'read']);
  }
  for (const path of ['in/none.pdf', 'none/at/all.pdf', 'in/a\u0000.pdf']) {
    expect([path, await codeOf(path)]).toEqual([path, 'file_not_found']);
  }
});

test('several folders are searched in turn, and missing or wrong settings are reported', async () => {
  const other = temporaryFolder({ 'other.pdf': good });
  const none = join(other, 'none');
  const ask = async (PDF_FOLDERS: string, more: PdfServerOptions['env'] = {}): Promise<unknown> => {
    const { call } = await startPdfServer({}, { env: { PDF_FOLDERS, ...more } });
    const { code, error, retry_hint } = await call('get_pdf_info', { file_path: 'other.pdf' });
    return code === undefined ? 'read' : [code, error, retry_hint];
  };
  expect(await ask(`${none}:${other}`)).toBe('read');
  expect(await ask('')).toEqual([
    'env_missing',
    expect.stringContaining('PDF_FOLDERS is not set'),
    expect.stringMatching(/^Ask the user to set PDF_FOLDERS /),
  ]);
  expect(await ask('papers')).toEqual(['setting_invalid', expect.stringContaining('"papers"'), expect.anything()]);
  expect(await ask(none)).toEqual(['setting_invalid', expect.stringContaining('none of'), expect.anything()]);
  expect(await ask(other, { PDF_SECONDS: '0' })).toEqual([
    'setting_invalid',
    expect.stringContaining('PDF_SECONDS'),
    expect.anything(),
  ]);
});
