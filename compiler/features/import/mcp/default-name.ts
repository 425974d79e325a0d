/** The name of an import, from what it is imported from; `--name` says another. */
import { unpinnedPackage } from '../../../check/analysis/unpinned-package.ts';

/** The package that a launcher starts, else the program or its script. */
export function nameOfCommand(argv: readonly string[]): string {
  const [program = '', ...args] = argv;
  const isLauncher = /(?:^|[\\/])(?:npx|bunx|uvx|pnpx|node|python3?|bun|deno|docker)(?:\.\w+)?$/.test(program);
  const open = unpinnedPackage(argv);
  const main = open === undefined ? args.find((one) => !one.startsWith('-') && one !== 'run') : argv[open];
  const written = isLauncher && main !== undefined ? main : program;
  const [, scope = '', rest = ''] = /^@([\w.-]+)\/(.+)$/.exec(written) ?? ['', '', written];
  const last = (rest.split(/[\\/]/).at(-1) ?? '')
    .split(/(?<=.)(?:@|==)/, 1)
    .join('')
    .replace(/\.(?:[cm]?[jt]s|py|exe|cmd)$/, '');
  return serverName(last) || serverName(scope) || 'upstream';
}

/** The second-level domain, or the machine. */
export function nameOfAddress(url: string): string {
  const [, host = ''] = /^https?:\/\/([^/?#:]+)/i.exec(url) ?? [];
  const labels = host.split('.').filter((label) => !/^(?:api|www|mcp)$/.test(label));
  return serverName(labels.at(-2) ?? labels[0] ?? '') || 'upstream';
}

/** As a server of Haft may be named; `mcp` and `server` around the name say nothing. Empty where nothing is left. */
export function serverName(text: string): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-?(?:mcp-)?(?:server-)?(?:mcp-)?/, '')
    .replace(/(?:^|-)(?:mcp)?-?(?:server|mcp)?-?$/, '');
  // Hyphens are single by now, so one at an end is the only one there.
  const plain = name.replaceAll(/^-|-$/g, '').slice(0, 60).replace(/-$/, '');
  return /^\d/.test(plain) ? `server-${plain}` : plain;
}
