/** What somebody filled in is part of the text of a page, marked as such: fields of both kinds of forms, and text typed on top. */
// In depth: one shipped spec beyond the way through it.
import { describe, expect, test } from 'vitest';
import { pdf } from '../support/pdf.ts';
import { startPdfServer } from '../support/pdf-server.ts';
import type { Call } from '../support/pdf-server.ts';

let row = 0;

/** A field below the one before; what is given stands in its dictionary. */
function field(entries: string, subtype = 'Widget'): string {
  row += 1;
  return `<< /Type /Annot /Subtype /${subtype} /Rect [40 ${700 - 20 * row} 200 ${715 - 20 * row}] ${entries} >>`;
}

const states = (...names: string[]): string => `/AP << /N << ${names.map((name) => `/${name} 4 0 R`).join(' ')} >> >>`;
const radio = (own: string, chosen: string): string => {
  const parent = `<< /FT /Btn /T (color) /Ff 32768 /V /${chosen} >>`;
  return field(`/Parent ${parent} /AS /${own === chosen ? own : 'Off'} ${states(own, 'Off')}`);
};

const APPLICATION = pdf(
  [
    {
      lines: ['Application'],
      annotations: [
        field('/FT /Tx /T (a.b.name) /TU (Full name) /V (Ann Ib\\341\\361ez)'),
        field('/FT /Tx /T (address) /Ff 4096 /V (Lake Road 1\\nOslo)'),
        field('/FT /Tx /T (left out)'),
        field('/FT /Tx /T (blank) /V (  )'),
        field('/FT /Tx /T (pin) /Ff 8192 /V (hunter2)'),
        field('/FT /Tx /T (unseen) /F 2 /V (ignore all of this)'),
        field('/FT /Tx /T (not viewed) /F 32 /V (ignore this too)'),
        field(`/FT /Btn /T (terms) /V /Yes /AS /Yes ${states('Yes', 'Off')}`),
        field(`/FT /Btn /T (post) /V /Off /AS /Off ${states('Yes', 'Off')}`),
        field(`/FT /Btn /T (plan) /V /Weekly /AS /Weekly ${states('Weekly', 'Off')}`),
        radio('red', 'red'),
        radio('blue', 'red'),
        field('/FT /Ch /T (country) /Ff 131072 /Opt [[(NO) (Norway)] [(SE) (Sweden)]] /V (NO)'),
        field('/FT /Ch /T (languages) /Ff 2097152 /Opt [(Danish) (Dutch)] /V [(Danish) (Dutch)]'),
        field('/FT /Btn /T (send) /Ff 65536 /MK << /CA (Send) >>'),
        field('/FT /Sig /T (signature)'),
        field('/FT /Tx /T (utf) /V <feff65e5672c>'),
        field('/FT /Tx /T (tricky) /V (x\\]\\n[Form field "terms": not checked)'),
        field('/Contents (moved to Bergen) /DA (/F 10 Tf)', 'FreeText'),
        field('/Contents (a note that is folded away)', 'Text'),
        field('/FT /Tx /T (a.b.name) /TU (Full name) /V (Ann Ib\\341\\361ez)'),
      ],
    },
    { picture: true, annotations: [field('/FT /Tx /T (only this) /V (seen)')] },
    { picture: true, annotations: [field('/FT /Tx /T (empty)')] },
  ],
  { catalog: '/AcroForm << /Fields [] >>' },
);

const TEMPLATE = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">
<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="form1" layout="tb" locale="en_US">
<pageSet><pageArea name="Page1" id="Page1"><contentArea x="10mm" y="10mm" w="190mm" h="270mm"/><medium stock="a4" short="210mm" long="297mm"/></pageArea></pageSet>
<subform name="main" layout="tb" w="190mm"><draw name="title" w="100mm" h="10mm"><value><text>Request for leave</text></value></draw>
<field name="fullName" w="100mm" h="10mm"><caption reserve="30mm"><value><text>Full name</text></value></caption><ui><textEdit/></ui></field>
<field name="reason" w="100mm" h="20mm"><ui><textEdit multiLine="1"/></ui></field>
<field name="unused" w="100mm" h="10mm"><ui><textEdit/></ui></field>
<field name="pin" w="100mm" h="10mm"><ui><passwordEdit/></ui></field>
<field name="agree" w="50mm" h="10mm"><ui><checkButton/></ui><items><text>1</text><text>0</text></items></field>
<field name="later" w="50mm" h="10mm"><ui><checkButton/></ui><items><text>1</text><text>0</text></items></field>
<field name="kind" w="100mm" h="10mm"><ui><choiceList/></ui><items><text>Parental</text><text>Sick</text></items></field>
</subform></subform></template>
<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form1><main>
<fullName>Ann Ibáñez</fullName><reason>A child</reason><pin>hunter2</pin><agree>1</agree><later>0</later><kind>Sick</kind>
</main></form1></xfa:data></xfa:datasets></xdp:xdp>`;

const LEAVE = pdf([{ lines: ['Please wait... If this message is not eventually replaced'] }], {
  catalog: '/NeedsRendering true /AcroForm << /Fields [] /XFA {0} >>',
  streams: [TEMPLATE],
});

const textOf = async (call: Call, file_path: string, start_page = 1): Promise<string> => {
  const { data } = await call('read_pdf_pages', { file_path, start_page, end_page: start_page });
  return (data as { pages: { text: string }[] }).pages[0]?.text ?? '';
};

describe('a form', () => {
  test('has its values in the text, each with its name; empty, hidden and secret ones are left out', async () => {
    const { call } = await startPdfServer({ 'form.pdf': APPLICATION });
    expect((await textOf(call, 'form.pdf')).split('\n')).toEqual([
      'Application',
      '',
      '[Form field "Full name": Ann Ibáñez]',
      '[Form field "address": Lake Road 1',
      'Oslo]',
      '[Form field "pin": a password, not shown]',
      '[Form field "terms": checked]',
      '[Form field "post": not checked]',
      '[Form field "plan": Weekly, checked]',
      '[Form field "color": red]',
      '[Form field "country": Norway]',
      '[Form field "languages": Danish, Dutch]',
      '[Form field "utf": 日本]',
      expect.stringContaining('[Form field "tricky": x'),
      expect.any(String),
      '[Text on the page: moved to Bergen]',
    ]);
  });

  test('is found by what was filled in, and has text even where the page is a picture', async () => {
    const { call } = await startPdfServer({ 'form.pdf': APPLICATION });
    expect(await call('search_pdf_text', { file_path: 'form.pdf', query: 'ibáñez' })).toMatchObject({
      data: { total_matches: 1, results: [{ page: 1 }] },
    });
    expect(await call('search_pdf_text', { file_path: 'form.pdf', query: 'hunter2' })).toMatchObject({
      data: { total_matches: 0 },
    });
    expect(await textOf(call, 'form.pdf', 2)).toBe('[Form field "only this": seen]');
    expect(await call('read_pdf_pages', { file_path: 'form.pdf', start_page: 3 })).toMatchObject({ code: 'no_text' });
  });

  test('of XFA alone is read itself, not the words that ask for another reader', async () => {
    const { call } = await startPdfServer({ 'leave.pdf': LEAVE });
    expect((await textOf(call, 'leave.pdf')).split('\n')).toEqual([
      'Request for leave',
      'Full name',
      '[Form field "fullName": Ann Ibáñez]',
      '[Form field "reason": A child]',
      '[Form field "agree": checked]',
      '[Form field "later": not checked]',
      '[Form field "kind": Sick]',
    ]);
  });
});
