/** In some hosts, pictures are lost where a result also has structured data. */
import { declaresData, showsBlocks } from '../../../spec/behaviors/index.ts';
import { rule } from '../../rule.ts';

const picture = (more: string): string => `name: draw_city
---
kind: tool
name: show_cover
server: library
effects: read
description: { does: Shows the cover of a book., when: the user asks what a book looks like }
parameters: { name: { type: string, description: Name of the file., maxLength: 80 } }
required: [name]
${more}`;
const FILE = 'file: { folder: /srv/covers, path: "{name}.png", format: bytes }';
const RETURNS = 'returns: { type: object, properties: { path: { type: string } } }';

export const contentWithData = rule({
  id: 'tool/content-with-data',
  subject: 'tool',
  severity: 'warning',
  says: 'A tool that shows pictures, audio or resources should declare no `returns`.',
  why: 'Where a result has structured data, some hosts give the model the data and drop the rest: the model never sees the picture, whatever the server sends.',
  source: 'MCP 2025-11-25 (tools, “Structured Content”); recorded from the hosts themselves (docs/hosts.md)',
  good: [picture(FILE), picture(`${FILE.replace('bytes', 'text')}\n${RETURNS}`)],
  bad: [
    picture(`${FILE}\n${RETURNS}`),
    picture(`${FILE}\nreturns: { type: object, additionalProperties: { type: string } }`),
  ],
  check({ spec }, report, { settings }) {
    if (!spec.returns || !declaresData(spec.returns)) return;
    const hosts = settings.hosts.filter(({ dropsContentWithData }) => dropsContentWithData).map(({ title }) => title);
    if (hosts.length === 0 || !showsBlocks(spec)) return;
    report(
      ['returns'],
      `Tool "${spec.name}" returns data with its content, and ${hosts.join(' and ')} gives a model only the data.`,
      'Remove `returns`: the content then reaches every host.',
      { part: 'key' },
    );
  },
});
