// Finds the findings of precision.yaml again: fetches its packages, lists their tools, and checks them: `npm run build && node test/bench/precision.mjs`.
// Prints for each rule how many findings are judged and useful, and the findings that nobody has judged.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const HAFT = fileURLToPath(new URL('../../compiler/bin/haft.js', import.meta.url));
const { packages, findings } = parse(readFileSync(new URL('precision.yaml', import.meta.url), 'utf8'));
const PATIENCE = 30_000;

/** Servers only want to see that there is one: a value for each variable that the code of a package names. */
function credentials(directory) {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(
      (file) =>
        file.isFile() && /\.[cm]?js$/.test(file.name) && !/node_modules/.test(relative(directory, file.parentPath)),
    )
    .flatMap((file) => [
      ...readFileSync(join(file.parentPath, file.name), 'utf8').matchAll(/env(?:\.|\[['"])([A-Z][A-Z0-9_]{2,})/g),
    ])
    .map(([, name]) => name);
  const values = [
    [/(?:TOKEN|KEY|SECRET|PASSWORD|PASS|USER|USERNAME|ACCOUNT|ID|ORG|WORKSPACE)$/, 'none'],
    [/EMAIL$/, 'a@b.example'],
    [/SID$/, `AC${'0'.repeat(32)}`],
    [/(?:URL|ENDPOINT|SITE|SERVER|URI)$/, 'http://127.0.0.1:9'],
    [/(?:HOST|DOMAIN)$/, '127.0.0.1'],
  ];
  return Object.fromEntries(
    names.flatMap((name) => values.flatMap(([form, value]) => (form.test(name) ? [[name, value]] : []))),
  );
}

/** The tools that a server lists; none where it does not start. */
function toolsOf(program, args, given) {
  const env = { PATH: process.env.PATH, HOME: folder, MDB_MCP_TELEMETRY: 'disabled', ...given };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  child.stdin.on('error', () => {});
  const listed = new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), PATIENCE);
    const end = (tools) => (clearTimeout(timer), resolve(tools));
    let rest = '';
    child
      .on('exit', () => end([]))
      .stdout.on('data', (data) => {
        const lines = (rest + data).split('\n');
        rest = lines.pop();
        for (const line of lines.filter((one) => one.startsWith('{'))) {
          const { id, result } = JSON.parse(line);
          if (id === 1) send({ method: 'notifications/initialized' });
          if (id === 1) send({ id: 2, method: 'tools/list', params: {} });
          if (id === 2) end(result?.tools ?? []);
        }
      });
  });
  const clientInfo = { name: 'precision', version: '1.0.0' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo } });
  return listed.finally(() => child.kill());
}

/** The text of the tool or of its parameter, of which only the hash is kept. */
function hashOf({ description = '', inputSchema }, [first, ...path]) {
  const keys = path.filter((key) => key !== 'description' && key !== 'type');
  const schema = keys.reduce((value, key) => value?.properties?.[key] ?? value?.[key], inputSchema);
  const text = first === 'parameters' ? (schema?.description ?? '') : description;
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function count(rows, found) {
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort();
  for (const id of rules) {
    const judged = rows.filter(({ rule }) => rule === id);
    const useful = judged.filter(({ verdict }) => verdict === 'useful');
    process.stdout.write(`${id}: useful in ${useful.length} of ${judged.length} judged findings\n`);
  }
  const open = found.filter(({ code, verdict }) => rules.includes(code) && !verdict);
  for (const { code, server, tool, path } of open)
    process.stdout.write(`not judged: ${code} ${server} ${tool} ${path.join('/')}\n`);
}

const folder = mkdtempSync(join(tmpdir(), 'precision-'));
const run = (program, ...args) => spawnSync(program, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
try {
  const listed = {};
  for (const [name, { package: own, version, arguments: args }] of Object.entries(packages)) {
    // Two packages may need two versions of a third.
    const home = join(folder, 'packages', name);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'package.json'), '{ "private": true }');
    run(
      'npm',
      'install',
      '--prefix',
      home,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--legacy-peer-deps',
      `${own}@${version}`,
    );
    const directory = join(home, 'node_modules', own);
    const { bin, main } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
    const program =
      typeof bin === 'string' ? bin : (bin?.[own.split('/').pop()] ?? Object.values(bin ?? {})[0] ?? main);
    const bare = await toolsOf(join(directory, program), args, {});
    listed[name] = bare.length > 0 ? bare : await toolsOf(join(directory, program), args, credentials(directory));
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ tools: listed[name] }));
    run(process.execPath, HAFT, 'import', 'mcp', '--list', `${name}.json`, '--name', name);
  }
  const { diagnostics } = JSON.parse(run(process.execPath, HAFT, 'check', '--format', 'json').stdout);
  const found = diagnostics.flatMap(({ code, file, tool, path }) => {
    const server = file.split('/')[1];
    const own = listed[server]?.find(({ name }) => name === tool);
    if (!own) return [];
    const text = hashOf(own, path);
    const row = findings.find(
      (one) => one.rule === code && one.server === server && one.tool === tool && one.text === text,
    );
    return [{ code, server, tool, path, ...(row && { verdict: row.verdict }) }];
  });
  const again = findings.filter((row) => found.some(({ code, tool }) => code === row.rule && tool === row.tool));
  count(again, found);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
