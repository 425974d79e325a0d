/** Responses in other charsets than plain UTF-8 are read, or the charset is named. */
import { expect, test } from 'vitest';
import { callTool } from './support/call-tool.ts';
import { get, http } from './support/loopback.ts';

const JSON_TEXT = '{"a":"ü–ß","b":"“x”"}';
const WINDOWS = Buffer.from('{"a":"\xfc\x96\xdf","b":"\x93x\x94"}', 'latin1');
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

const answering = (type: string, body: Uint8Array): Promise<string> =>
  http((_request, response) => response.setHeader('Content-Type', type).end(body));

test.each<[string, string, Buffer]>([
  ['a byte order mark', 'application/json', Buffer.from(`\uFEFF${JSON_TEXT}`)],
  ['UTF-8 by name', 'application/json; charset="UTF-8"', Buffer.from(JSON_TEXT)],
  ['UTF-16 little endian by its mark', 'application/json', Buffer.from(`\uFEFF${JSON_TEXT}`, 'utf16le')],
  ['UTF-16 big endian by its mark', 'application/json; charset=utf-16', utf16be(`\uFEFF${JSON_TEXT}`)],
  ['UTF-16 big endian by name', 'text/json;charset=utf-16be', utf16be(JSON_TEXT)],
  ['UTF-16 little endian without mark and name', 'application/json', Buffer.from(JSON_TEXT, 'utf16le')],
  ['UTF-16 big endian without mark, under another name', 'application/json; charset=utf-8', utf16be(JSON_TEXT)],
  ['Windows-1252 by name', "application/json; charset='windows-1252'", WINDOWS],
  ['Latin-1 by name, which the web reads as Windows-1252', 'application/json; charset=ISO-8859-1; x=1', WINDOWS],
  ['no UTF-8 and no name', 'application/json', WINDOWS],
])('%s', async (_name, type, body) => {
  expect((await callTool(get(await answering(type, body)))).data).toEqual({ a: 'ü–ß', b: '“x”' });
});

test.each<[string, string, Buffer]>([
  ['x-made-up', 'application/json; charset=x-made-up', Buffer.from('{}')],
  ['utf-32', 'application/json; charset=utf-32', Buffer.from([0x7b, 0, 0, 0, 0x7d, 0, 0, 0])],
  ['utf-32le', 'application/json', Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0])],
])('%s is named', async (charset, type, body) => {
  expect(await callTool(get(await answering(type, body)))).toMatchObject({
    code: 'bad_response',
    error: expect.stringContaining(`"${charset}"`),
  });
});
