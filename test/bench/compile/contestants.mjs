// Who compiles: ours, the others from the package registry, and a program that does nothing.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { haftSpecs } from './haft-specs.mjs';
import { placesOf } from './operations.mjs';
import { graphQl, openApi, typeSpec } from './peer-inputs.mjs';

const HAFT = fileURLToPath(new URL('../../../compiler/bin/haft.js', import.meta.url));

/**
 * `inputs`: by path, for so many operations. `args`: of node, in the folder of the inputs. `outputs`: what a cold run must
 * not find. `proof`: the file that names the last operation when everything was done.
 */
const PEERS = [
  {
    name: 'TypeSpec',
    packages: pinned('1.11.0', '@typespec/compiler', '@typespec/http', '@typespec/openapi', '@typespec/openapi3'),
    inputs: (count) => ({ ...typeSpec(count), 'tspconfig.yaml': 'emit: ["@typespec/openapi3"]\n' }),
    args: (bin) => [bin('@typespec/compiler/cmd/tsp.js'), 'compile', '.'],
    watch: (bin) => [bin('@typespec/compiler/cmd/tsp.js'), 'compile', '.', '--watch'],
    saved: (count) => `places/${placesOf(count)[0].name}.tsp`,
    written: () => ['tsp-output/@typespec/openapi3/openapi.yaml'],
    outputs: ['tsp-output'],
    proof: () => 'tsp-output/@typespec/openapi3/openapi.yaml',
  },
  {
    name: 'openapi-typescript',
    packages: { 'openapi-typescript': '7.13.0', typescript: '5.9.3' },
    inputs: openApi,
    args: (bin) => [bin('openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'out/types.ts'],
    outputs: ['out'],
    proof: () => 'out/types.ts',
  },
  {
    name: '@hey-api/openapi-ts',
    packages: { '@hey-api/openapi-ts': '0.95.0', typescript: '5.9.3' },
    inputs: openApi,
    args: (bin) => [
      bin('@hey-api/openapi-ts/bin/run.js'),
      '-i',
      'openapi.json',
      '-o',
      'out',
      '-p',
      '@hey-api/typescript',
    ],
    outputs: ['out'],
    proof: () => 'out/types.gen.ts',
  },
  {
    name: 'GraphQL codegen',
    packages: { '@graphql-codegen/cli': '7.4.3', '@graphql-codegen/typescript': '6.1.0', graphql: '16.11.0' },
    // A package of its tree asks for a version of this one that the registry does not have.
    overrides: { '@graphql-tools/batch-execute': '10.2.0' },
    inputs: (count) => ({ ...graphQl(count), 'codegen.json': CODEGEN }),
    args: (bin) => [bin('@graphql-codegen/cli/esm/bin.js'), '--config', 'codegen.json'],
    outputs: ['out'],
    proof: () => 'out/types.ts',
  },
  {
    name: 'openapi-mcp-generator',
    packages: { 'openapi-mcp-generator': '4.0.1' },
    inputs: openApi,
    args: (bin) => [
      bin('openapi-mcp-generator/bin/openapi-mcp-generator.js'),
      '-i',
      'openapi.json',
      '-o',
      'out',
      '--force',
    ],
    outputs: ['out'],
    proof: () => 'out/src/index.ts',
  },
];

const CODEGEN = '{ "schema": "schema/*.graphql", "generates": { "out/types.ts": { "plugins": ["typescript"] } } }\n';

const serverFile = (index, file) => (count) => `generated/servers/${placesOf(count).at(index).name}/${file}`;

const OURS = {
  name: 'ours',
  inputs: haftSpecs,
  /** The contract, against which every compile compares. */
  prepare: [HAFT, 'release'],
  args: () => [HAFT, 'compile'],
  watch: () => [HAFT, 'watch'],
  saved: (count) => `specs/${placesOf(count)[0].name}.yaml`,
  written: (count) => [serverFile(0, 'tools.ts')(count), serverFile(0, 'server.mjs')(count)],
  outputs: ['generated', '.haft'],
  proof: serverFile(-1, 'tools.ts'),
};

const FLOOR = { name: '`node -e 0`', inputs: () => ({}), args: () => ['-e', '0'], outputs: [] };

function pinned(version, ...names) {
  return Object.fromEntries(names.map((name) => [name, version]));
}

/** Whether the built command line knows this command. */
export function haftKnows(command) {
  return execFileSync(process.execPath, [HAFT, '--help'], { encoding: 'utf8' }).includes(`\n  ${command} `);
}

/** All that could be made ready below `folder`, with what is said about those that could not. */
export function contestants(folder, wanted) {
  const found = [FLOOR, OURS].map((one) => ({ ...one, home: join(folder, one === OURS ? 'ours' : 'floor') }));
  const missing = [];
  for (const peer of PEERS.filter(({ name }) => wanted === undefined || wanted.includes(name))) {
    const home = join(folder, peer.name.replaceAll(/[^\w-]+/g, '-'));
    const problem = install(peer, home);
    const bin = (path) => join(home, 'node_modules', path);
    if (problem === undefined)
      found.push({ ...peer, home, args: () => peer.args(bin), ...(peer.watch && { watch: () => peer.watch(bin) }) });
    else missing.push({ name: peer.name, problem });
  }
  return { found, missing };
}

/** Why it did not succeed, or nothing. What is there from before stays. */
function install({ name, packages, overrides = {} }, home) {
  const manifest = JSON.stringify({ private: true, dependencies: packages, overrides });
  const file = join(home, 'package.json');
  if (existsSync(join(home, 'node_modules')) && readFileSync(file, 'utf8') === manifest) return undefined;
  console.error(`Installing ${name} …`);
  mkdirSync(home, { recursive: true });
  writeFileSync(file, manifest);
  try {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'];
    execFileSync('npm', ['install', ...flags], { cwd: home, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
    return undefined;
  } catch (error) {
    return String(error.stderr || error.message)
      .trim()
      .split('\n')
      .slice(0, 3)
      .join(' ');
  }
}

/** Writes the inputs anew; gives the folder in which to compile. */
export function prepared({ home, inputs }, count) {
  const folder = join(home, `of-${count}`);
  for (const [path, text] of Object.entries(inputs(count))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(folder, { recursive: true });
  return folder;
}
