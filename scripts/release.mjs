// `npm run release -- <version>`: what a release changes, in both packages at once. Nothing is written without `--write`, and nothing is published here.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `npm run release -- <version|major|minor|patch> [--write] [--sign]

Shows what a release changes: versions, the section of the changelog, addresses of the packages. With --write it changes them,
packs both packages, commits, and tags the commit; --sign signs the tag, which the workflow "Release" asks for.
`;

const KEYS = ['repository', 'homepage', 'bugs'];

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-[0-9A-Za-z.-]+)?$/;

/** Which version `wanted` is after `current`, or undefined if it is not a version or not a later one. */
export function nextVersion(current, wanted) {
  const [major, minor, patch] = numbersOf(current);
  if (wanted === 'major') return `${major + 1}.0.0`;
  if (wanted === 'minor') return `${major}.${minor + 1}.0`;
  if (wanted === 'patch') return `${major}.${minor}.${patch + 1}`;
  if (!VERSION.test(wanted ?? '')) return undefined;
  const [later, earlier] = [numbersOf(wanted), [major, minor, patch]];
  const index = later.findIndex((number, place) => number !== earlier[place]);
  return index >= 0 && later[index] > earlier[index] ? wanted : undefined;
}

function numbersOf(version) {
  return VERSION.exec(version).slice(1, 4).map(Number);
}

/**
 * The texts of all files that a release changes, by path, and what stands in its way. `read` gives the text of a file of the
 * repository, `date` is YYYY-MM-DD, `tags` are those of the repository, `changed` the files that git does not have as they are.
 */
export function releasePlan({ wanted, read, date, tags, changed }) {
  const current = JSON.parse(read('package.json')).version;
  const version = nextVersion(current, wanted);
  if (version === undefined) {
    return {
      problems: [`Expected a version after ${current}, or major, minor or patch, got "${wanted ?? ''}".`],
      files: {},
    };
  }
  const addresses = JSON.parse(read('addresses.json'));
  const [head, section, rest] = sectionsOf(read('CHANGELOG.md'));
  const problems = [
    ...KEYS.flatMap((key) => addressProblem(key, addresses[key])),
    ...(section.trim() === '' ? ['CHANGELOG.md has nothing under "Unreleased".'] : []),
    ...(tags.includes(`v${version}`) ? [`The tag v${version} exists.`] : []),
    ...(changed.length > 0 ? [`Files are not committed: ${changed.join(', ')}.`] : []),
  ];
  const files = {
    'package.json': withVersion(read('package.json'), current, version),
    'runtime/package.json': packageText(read('runtime/package.json'), version, addresses, 'runtime'),
    'compiler/package.json': packageText(read('compiler/package.json'), version, addresses, 'compiler'),
    'package-lock.json': lockText(read('package-lock.json'), version),
    'compiler/base/version.ts': read('compiler/base/version.ts').replace(`'${current}'`, `'${version}'`),
    'CHANGELOG.md': `${head}## Unreleased\n\n## ${version} (${date})\n${section}${rest}`,
  };
  return { version, problems, files };
}

function addressProblem(key, value) {
  if (typeof value === 'string' && URL.canParse(value) && value.startsWith('https://')) return [];
  return [`addresses.json: "${key}" must be an https address of the owner, got ${JSON.stringify(value ?? null)}.`];
}

/** Before, inside and after the section of what is not released. */
function sectionsOf(changelog) {
  const [head, rest = ''] = changelog.split(/^## Unreleased\n/m);
  const end = /^## /m.exec(rest)?.index ?? rest.length;
  return [head, rest.slice(0, end), rest.slice(end)];
}

function withVersion(text, current, version) {
  return text.replace(`"version": "${current}"`, `"version": "${version}"`);
}

function packageText(text, version, { repository, homepage, bugs }, directory) {
  const { version: _version, repository: _repository, homepage: _homepage, bugs: _bugs, ...rest } = JSON.parse(text);
  const { name, description, ...others } = rest;
  if (others.dependencies) others.dependencies['@haft/runtime'] = version;
  const from = { repository: { type: 'git', url: `git+${repository}.git`, directory }, homepage, bugs };
  return json({ name, version, description, ...from, ...others });
}

function lockText(text, version) {
  const lock = JSON.parse(text);
  lock.version = version;
  for (const folder of ['', 'compiler', 'runtime']) lock.packages[folder].version = version;
  lock.packages.compiler.dependencies['@haft/runtime'] = version;
  return json(lock);
}

function json(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function run(root, program, ...args) {
  return execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

function linesOf(text) {
  return text.split('\n').filter((line) => line !== '');
}

function write(root, { version, files }, sign) {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  run(root, process.execPath, 'scripts/build.mjs');
  run(root, process.execPath, 'scripts/fix.mjs');
  for (const workspace of ['runtime', 'compiler']) run(root, 'npm', 'pack', '--dry-run', '--workspace', workspace);
  run(root, 'git', 'commit', '--all', '--message', `Release ${version}`);
  run(root, 'git', 'tag', sign ? '--sign' : '--annotate', `v${version}`, '--message', `Haft ${version}`);
  return `Committed and tagged v${version}. To publish it: git push --follow-tags\n`;
}

function main(root, args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { write: { type: 'boolean' }, sign: { type: 'boolean' }, tagged: { type: 'string' } },
  });
  const read = (path) => readFileSync(join(root, path), 'utf8');
  if (values.tagged !== undefined) return tagged(read, values.tagged);
  if (positionals.length !== 1) return { text: USAGE, code: 2 };
  const plan = releasePlan({
    wanted: positionals[0],
    read,
    date: new Date().toISOString().slice(0, 10),
    tags: linesOf(run(root, 'git', 'tag')),
    changed: linesOf(run(root, 'git', 'status', '--porcelain')).map((line) => line.slice(2).trim()),
  });
  if (plan.problems.length > 0) return { text: `${plan.problems.join('\n')}\nNothing was written.\n`, code: 1 };
  if (values.write) return { text: write(root, plan, values.sign), code: 0 };
  const paths = Object.keys(plan.files).map((path) => `  ${path}\n`);
  return { text: `Release ${plan.version} would change:\n${paths.join('')}With --write it does.\n`, code: 0 };
}

/** Both packages have the version of the tag, and the command line needs exactly that runtime. */
function tagged(read, tag) {
  const [compiler, runtime] = ['compiler', 'runtime'].map((room) => JSON.parse(read(`${room}/package.json`)));
  const versions = [compiler.version, runtime.version, compiler.dependencies['@haft/runtime']];
  const wrong = versions.find((version) => `v${version}` !== tag);
  return wrong === undefined
    ? { text: '', code: 0 }
    : { text: `The tag is ${tag}, a package has ${wrong}.\n`, code: 1 };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { text, code } = main(root, process.argv.slice(2));
  process[code === 0 ? 'stdout' : 'stderr'].write(text);
  process.exitCode = code;
}
