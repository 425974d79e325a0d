/** Faults in the files of hosts, each as it is planted and found. */
import { SECRET } from './doctor-bench.ts';
import { CLAUDE, CODEX, HTTP, mcp, replacing } from './doctor-planting.ts';
import type { Planted } from './doctor-planting.ts';

export const FILE_FAULTS: readonly Planted[] = [
  {
    fault: 'a comment in .mcp.json',
    line: 'claude-code --project',
    plant: replacing('my project/.mcp.json', '{\n', '{\n  // mine\n'),
    id: 'file-refused',
    place: '~/my project/.mcp.json:2',
    says: /Claude Code does not read the file\. The file has a comment/,
  },
  {
    fault: 'a trailing comma for Gemini',
    line: 'gemini --user',
    plant: replacing('.gemini/settings.json', /\}\s*$/, ',}\n'),
    id: 'file-refused',
    place: '~/.gemini/settings.json',
    says: /trailing comma/,
  },
  {
    fault: 'a byte order mark for Gemini',
    line: 'gemini --user',
    plant: replacing('.gemini/settings.json', /^/, '\ufeff'),
    id: 'file-refused',
    place: '~/.gemini/settings.json:1',
    says: /byte order mark/,
  },
  {
    fault: 'a TOML file that is broken',
    line: 'codex --user',
    plant: replacing(CODEX, /^/, `token = "${SECRET}\n`),
    id: 'file-refused',
    place: '~/.codex/config.toml:1',
    says: /not valid TOML/,
  },
  {
    fault: 'an entry in a file of another host',
    line: 'vscode --project --env=LIBRARY_URL=http://127.0.0.1:9',
    plant: () => {},
    asked: 'copilot',
    id: 'not-connected',
    place: 'copilot',
    says: /"library" is in ~\/my project\/\.vscode\/mcp\.json, which it does not read[^]*haft install copilot --user/,
  },
  {
    fault: 'an entry below the key of another host',
    line: '',
    plant: (bench) => bench.write({ 'my project/.vscode/mcp.json': mcp('{ "command": "node" }') }),
    asked: 'vscode',
    id: 'wrong-key',
    place: '~/my project/.vscode/mcp.json, mcpServers.library',
    says: /reads servers below "servers"/,
  },
  {
    fault: 'an entry that somebody has removed',
    line: 'claude-code --user',
    plant: (bench) => bench.write({ [CLAUDE]: '{}' }),
    id: 'entry-gone',
    place: '~/.claude.json, mcpServers.library',
    says: /no longer in the file/,
  },
  ...(['claude-code', 'codex', 'copilot', 'gemini'] as const).map((id): Planted => ({
    fault: `a folder that ${id} does not trust`,
    line: `${id} --project`,
    plant: () => {},
    id: 'not-approved',
    place: `~/my project/`,
    says: /does not start this server[^]*fix: (?:Approve|Trust|Start it in this folder)/,
  })),
  {
    fault: 'a command as a list',
    line: '',
    plant: (bench) => bench.write({ [CLAUDE]: mcp('{ "command": ["node", "x"] }') }),
    id: 'entry-form',
    place: '~/.claude.json, mcpServers.library.command',
    says: /expects a string with the program alone here; it is a list/,
  },
  {
    fault: 'a command as a string where a list is expected',
    line: 'opencode --user',
    plant: (bench) =>
      bench.write({
        '.config/opencode/opencode.json': '{ "mcp": { "library": { "type": "local", "command": "node x" } } }',
      }),
    id: 'entry-form',
    place: '~/.config/opencode/opencode.json, mcp.library.command',
    says: /expects one list/,
  },
  {
    fault: 'an address without a type',
    line: '',
    plant: (bench) => bench.write({ [CLAUDE]: mcp(`{ ${HTTP} }`) }),
    id: 'url-without-type',
    place: '~/.claude.json, mcpServers.library.type',
    says: /by "type" with the value "http", which is missing/,
  },
  {
    fault: 'variables beside an address for Codex',
    line: '',
    plant: (bench) =>
      bench.write({ [CODEX]: `[mcp_servers.library]\nurl = "http://127.0.0.1:9"\nenv = { K = "${SECRET}" }\n` }),
    id: 'env-beside-url',
    place: '~/.codex/config.toml, mcp_servers.library.env',
    says: /rejects its whole file/,
  },
];
