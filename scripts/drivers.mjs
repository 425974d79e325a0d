// Prints the drivers of databases as functions, which servers that use them include. Run by `npm run fix`; a test fails on drift.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const TARGET = fileURLToPath(new URL('../compiler/emit/server/drivers.generated.ts', import.meta.url));

/** Of each kind of database: what of a package is used, the packages in it, and what of it is left out. */
const DRIVERS = {
  postgres: {
    entry: `exports.Client = require('pg/lib/client.js');
exports.messages = require('pg-protocol').serialize;`,
    packages: ['pg', 'pg-protocol'],
    // Values, addresses and passwords are read by the runtime: nothing but what the spec names.
    without: {
      'pg-types': 'exports.getTypeParser = () => String; exports.setTypeParser = () => {};',
      'pg-connection-string': 'exports.parse = () => ({});',
      pgpass: 'module.exports = (_parameters, done) => done();',
      'pg-cloudflare': '',
    },
  },
  mysql: {
    entry: `const Connection = require('../node_modules/mysql2/lib/connection.js');
const Config = require('../node_modules/mysql2/lib/connection_config.js');
const { TypedParameter } = require('../node_modules/mysql2/lib/packets/typed_parameter.js');
const integer = (value) => new TypedParameter(8, value, false);
exports.connect = (options) => Object.assign(new Connection({ config: new Config(options) }), { integer });`,
    packages: ['mysql2', 'lru.min', 'long'],
    // The connection is utf8mb4, certificates are those of Node, and rows are read without code made of texts.
    without: {
      charset_encodings:
        "module.exports = new Proxy({}, { get: (_all, number) => (number === '63' ? 'binary' : 'utf8') });",
      charsets: 'module.exports = { BINARY: 63, UTF8MB4_UNICODE_CI: 224 };',
      'constants/errors': '',
      ssl_profiles: '',
      binary_parser: '',
      text_parser: '',
      binlog_dump: '',
      server_handshake: '',
      'iconv-lite': `exports.getDecoder = () => ({ write: String, end: () => '' });
exports.getEncoder = () => ({ write: (text) => Buffer.from(text), end: () => undefined });`,
      'sql-escaper': 'exports.format = (text) => text;',
      cardinal: '',
      'named-placeholders': '',
    },
  },
};

/** The TypeScript module that holds the functions. */
export async function driversModule() {
  const texts = await Promise.all(Object.entries(DRIVERS).map(async ([kind, one]) => [kind, await driver(one)]));
  return `/** The drivers of databases as functions of \`require\`, made by scripts/drivers.mjs from their packages. */
export const DRIVERS = {
${texts.map(([kind, text]) => `  ${kind}:\n    ${JSON.stringify(text)},\n`).join('')}} as const;
`;
}

/** The environment of the process is empty for it: a driver looks into variables that no spec declares. */
async function driver({ entry, packages, without }) {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: dirname(fileURLToPath(import.meta.url)) },
    bundle: true,
    write: false,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    define: { 'process.env': '{}' },
    plugins: [{ name: 'without', setup: (one) => leaveOut(one, without) }],
  });
  const notices = packages.map(noticeOf).join('\n\n');
  return `/*\n${notices}\n*/\nfunction (require) {\nconst module = { exports: {} }, exports = module.exports;\n${outputFiles[0].text}return module.exports;\n}`;
}

/** Modules by the end of their path. */
function leaveOut(one, without) {
  const names = new RegExp(`(?:^|/)(${Object.keys(without).join('|')})(?:\\.js)?$`);
  one.onResolve({ filter: names }, ({ path }) => ({ path: names.exec(path)[1], namespace: 'without' }));
  one.onLoad({ filter: /^/, namespace: 'without' }, ({ path }) => ({ contents: without[path] }));
}

/** Its license wants to be where its code is. */
function noticeOf(name) {
  const folder = fileURLToPath(new URL(`../node_modules/${name}/`, import.meta.url));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^license/i.test(one)) ?? '';
  return `${name} ${version}\n${readFileSync(join(folder, file), 'utf8').trim()}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, await driversModule());
