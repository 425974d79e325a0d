/** Kilo CLI. A relative of opencode, with the same entries. */
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';
import { OPENCODE_ENTRIES } from './opencode.ts';

export const kilo: Host = {
  id: 'kilo',
  title: 'Kilo CLI',
  verified: 'docs',
  programs: ['kilo'],
  reservedServers: [],
  config: { user: { paths: ['${XDG_CONFIG_HOME:-~/.config}/kilo/kilo.json'], format: LENIENT } },
  ...OPENCODE_ENTRIES,
  environment: 'whole',
  reload: 'Restart it.',
  skills: { user: [], project: [] },
};
