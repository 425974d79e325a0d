// Packs the extension: one client file without node_modules, and a .vsix. What it needs is fetched for this run alone.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HERE = dirname(fileURLToPath(import.meta.url));
/** Node 20 runs them; the client wants VS Code 1.91 or later. */
const [CLIENT, PACKER] = ['vscode-languageclient@11.0.0', '@vscode/vsce@3.9.2'];

const out = resolve(process.argv[2] ?? 'haft.vsix');
const folder = mkdtempSync(join(tmpdir(), 'haft-vscode-'));
const npm = (...args) =>
  execFileSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
try {
  npm('install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, CLIENT, PACKER);
  const staged = join(folder, 'extension');
  mkdirSync(staged);
  for (const name of ['package.json', 'README.md', 'LICENSE']) cpSync(join(HERE, name), join(staged, name));
  await build({
    entryPoints: [join(HERE, 'client.cjs')],
    outfile: join(staged, 'dist/client.cjs'),
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    nodePaths: [join(folder, 'node_modules')],
    logLevel: 'warning',
  });
  const packer = join(folder, 'node_modules/@vscode/vsce/vsce');
  const flags = ['--no-dependencies', '--allow-missing-repository', '--out', out];
  execFileSync(process.execPath, [packer, 'package', ...flags], { cwd: staged, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
