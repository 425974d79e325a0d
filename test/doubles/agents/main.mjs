/**
 * A double of the programs of hosts: `node main.mjs <host> <script> <their own flags>`. It reads the settings of its host
 * from its home, starts their servers over stdio as the host does, and prints the host's stream of output, as Claude Code
 * 2.1.330, Codex 0.169.0 and Gemini CLI 0.61.0 print it. What its model does is in the script: JSON with `rules`, a word of a request
 * and what it leads to, and a `trouble`.
 */
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { FACES } from './faces.mjs';

const [host = '', script = '{}', ...flags] = process.argv.slice(2);
const face = FACES[host];
const { rules = {}, trouble = 'none' } = JSON.parse(script);
if (flags.includes('--version')) {
  process.stdout.write(`${face.version}\n`);
  process.exit(0);
}

/** An MCP client of one server: all tools, and a call. */
async function connect({ name, command, args }) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last = 0;
  const ask = async (method, params) => {
    last += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
    for (;;) {
      const { value } = await lines.next();
      const { id, result } = JSON.parse(value);
      if (id === last) return result;
    }
  };
  const clientInfo = { name: host, version: '1' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  const { tools } = await ask('tools/list', {});
  return {
    name,
    tools,
    call: (tool, given) => ask('tools/call', { name: tool, arguments: given }),
    end: () => child.kill(),
  };
}

const request = (await text(process.stdin)).trim();
const home = process.env.HOME;
const { print, entries, skills: folder } = face;
const servers = trouble === 'no-servers' ? [] : await Promise.all(entries(home, flags).map(connect));
const skills = (() => {
  try {
    return readdirSync(join(home, folder));
  } catch {
    return [];
  }
})();
const out = (...lines) => lines.forEach((line) => process.stdout.write(`${JSON.stringify(line)}\n`));
const callsFor = (words) => Object.entries(rules).flatMap(([word, calls]) => (words.includes(word) ? calls : []));
const wanted = callsFor(request);

const model = flags[flags.indexOf('--model') + 1];
const { url, body } = face.sends?.({ request, servers: trouble === 'searches' ? [] : servers, skills, model }) ?? {};
if (url && trouble !== 'silent')
  await fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
if (trouble === 'other-output') process.stdout.write('Welcome \u001B[1mback\u001B[0m!\n{"type": [1, 2\n{"a":1}\n');
if (trouble === 'other-output' || trouble === 'silent') process.exit(0);
out(...print.begin({ request, servers, skills }));
if (trouble === 'hangs') await new Promise(() => setInterval(() => {}, 60_000));
if (trouble === 'own-tool') out(...print.ownTool());
for (const { name, arguments: given = {} } of wanted) {
  const server = servers.find(({ tools }) => tools.some((tool) => tool.name === name));
  if (server) {
    const result = await server.call(name, given);
    const said = String(result.content[0].text);
    const next = callsFor(said);
    if (next.length === 0 && !said.includes('This is an eval') && !said.includes('"success":false')) process.exit(9);
    wanted.push(...next);
    if (trouble !== 'other-version') out(...print.tool(server.name, name, given, result));
  } else if (skills.includes(name)) {
    const file = join(home, folder, name, 'SKILL.md');
    out(...print.skill(name, file, readFileSync(file, 'utf8')));
  }
}
if (trouble === 'failed') {
  out(...print.failed('Invalid API key · Please run /login'));
  process.exitCode = 1;
} else if (trouble === 'dies') {
  process.stderr.write('fatal: out of memory\n');
  process.exitCode = 134;
} else {
  out(...print.end(wanted.length > 0 ? 'I was not able to do that.' : 'Hello! What can I do for you?'));
}
for (const { end } of servers) end();
