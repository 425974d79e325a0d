/** A text with a comma in braces that was not quoted: the fix gives the text that the author wrote, and nothing else changes. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { load } from '../compiler/spec/yaml/load.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { applyEdits } from '../compiler/spec/yaml/apply-edits.ts';
import { costlyRuns } from './support/runs.ts';

const specWith = (map: string): string => `kind: server
name: notes
version: 1.0.0
summary: Keeps notes.
tools:
  - name: find_notes
    description: ${map}
    effects: read
    parameters: {}
    command: { argv: [notes] }
`;

/** What the proposed edits make of the description. */
function fixed(map: string): unknown {
  const text = specWith(map);
  const { diagnostics } = planSpecs([{ path: 'a.yaml', text }]);
  const edits = diagnostics.flatMap(({ code, fix }) => (code === 'spec/unknown-key' && fix ? fix.edits : []));
  return edits.length === 0 ? undefined : parse(applyEdits(text, edits)).tools[0].description;
}

test.each<[map: string, description: object | undefined]>([
  ['{ does: Finds notes, and lists them, when: asked }', { does: 'Finds notes, and lists them', when: 'asked' }],
  ['{ does: Finds notes, old ones, or new, when: asked }', { does: 'Finds notes, old ones, or new', when: 'asked' }],
  ['{ does: a, b, when: c, d }', { does: 'a, b', when: 'c, d' }],
  ['{ does: Finds "notes", and lists, when: asked }', { does: 'Finds "notes", and lists', when: 'asked' }],
  ['{ does: "Finds notes", and lists, when: asked }', undefined],
  ['{ does: Finds notes, and lists:, when: asked }', undefined],
  ['{ does: Finds notes,\n      and lists, when: asked }', undefined],
  ['{ and lists, does: Finds notes, when: asked }', undefined],
  ['{ does: Finds notes, lists: yes, when: asked }', undefined],
  ['\n      does: Finds notes\n      lists:\n      when: asked', undefined],
])('%s', (map, description) => expect(fixed(map)).toEqual(description));

const words = fc.stringMatching(/^[a-zéA-Z0-9][\w é.;!?\\'"(){}%-]{0,12}[\w.é]$/);

test('any plain text with commas', () => {
  fc.assert(
    fc.property(fc.array(words, { minLength: 2, maxLength: 4 }), words, (parts, when) => {
      const text = parts.join(', ');
      const map = `{ does: ${text}, when: "${when.replaceAll(/[\\"]/g, '')}" }`;
      const { documents } = load([{ path: 'a.yaml', text: specWith(map) }]).value;
      const read = Object(documents[0]?.value).tools?.[0].description;
      fc.pre(read !== undefined && Object.keys(read).length > 2);
      const made = fixed(map);
      if (made !== undefined) expect(made).toEqual({ does: text, when: when.replaceAll(/[\\"]/g, '') });
      else expect(text).toMatch(/[:{}"']/);
    }),
    { numRuns: costlyRuns(10_000) },
  );
});
