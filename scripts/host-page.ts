/** Prints docs/hosts.md from the hosts themselves. Run by `npm run fix`; a test fails on drift. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConfigPath, Host } from '../compiler/hosts/host.ts';
import { HOSTS } from '../compiler/hosts/index.ts';

export const FILE: string = fileURLToPath(new URL('../docs/hosts.md', import.meta.url));

const INTRO = `# Hosts

What each host needs to start a server and to read skills; printed from \`compiler/hosts/\`. *Ran* means that the program itself was
tried in that version, *docs* that its documentation says so. The script has to be given by its absolute path.
`;

export function hostPage(): string {
  return [INTRO, ...HOSTS.map(section)].join('\n');
}

function section(host: Host): string {
  const { id, title, verified, config, container, add, reload, skills, toolName, variable } = host;
  const server = { name: 'library', command: 'node', args: ['/path/to/server.mjs'], env: ['LIBRARY_KEY'] };
  const entry = container.reduceRight<unknown>((inner, key) => ({ [key]: inner }), { library: host.entry(server) });
  const toml = `[${container.join('.')}.library]\n${Object.entries(host.entry(server))
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
    .join('\n')}`;
  const format = config.format === 'toml' ? 'toml' : 'json';
  const facts = [
    `- File: ${paths(config.user)} for the user, \`${config.project}\` for a project (${config.format}).`,
    `- Command: ${add ? `\`${add('library', 'node /path/to/server.mjs')}\`` : 'none'}.`,
    `- Variables: ${variable ? `\`${variable('NAME')}\`` : 'by name only, as in the entry'}.`,
    `- After a change: ${reload}`,
    `- Skills: ${[...skills.user, ...skills.project].map((path) => `\`${path}\``).join(', ')}.`,
    `- A model sees a tool as \`${toolName.form}\`, at most ${toolName.maxLength} characters.`,
  ];
  return `## ${title}\n\n\`${id}\`, ${verified}.\n\n${facts.join('\n')}\n\n\`\`\`${format}\n${format === 'toml' ? toml : JSON.stringify(entry, null, 2)}\n\`\`\`\n`;
}

function paths(path: ConfigPath): string {
  if (typeof path === 'string') return `\`${path}\``;
  return `\`${path.linux}\` (Linux), \`${path.macos}\` (macOS), \`${path.windows}\` (Windows)`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, hostPage());
