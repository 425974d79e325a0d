// Prints the lists of rules and of kinds of change from the files that hold them. Run by `npm run fix`; a test fails on drift.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LISTS = [
  { folder: 'compiler/check/rules', model: '../rule.ts', type: 'AnyRule', name: 'RULES', each: (name) => name },
  {
    folder: 'compiler/versions/changes',
    model: '../change.ts',
    type: 'AnyChangeKind',
    name: 'CHANGES',
    each: (name) => `...${name}`,
  },
];

/** Path and text of each list, as they must be. */
export function lists(root) {
  return LISTS.map(({ folder, model, type, name, each }) => {
    const files = filesBelow(`${root}/${folder}`);
    const imports = files.map(({ path, cells }) => `${importOf(cells, path)}\n`);
    const all = files.flatMap(({ cells }) => cells).sort((a, b) => (a.order < b.order ? -1 : 1));
    const items = all.map((cell) => `  ${each(cell.name)},\n`);
    return {
      path: `${folder}/index.ts`,
      text:
        `/** All of them, printed by \`npm run fix\` from the files of this folder. */\nimport type { ${type} } from '${model}';\n` +
        `${imports.join('')}\nexport const ${name}: readonly ${type}[] = [\n${items.join('')}];\n`,
    };
  });
}

/** On one line, or as the formatter breaks it. */
function importOf(cells, path) {
  const names = cells.map(({ name }) => name).sort();
  const line = `import { ${names.join(', ')} } from './${path}';`;
  return line.length <= 120 ? line : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from './${path}';`;
}

/** Each file below a subject's folder, with the constants that it exports; rules are in the order of their ids. */
function filesBelow(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.includes('/') && path.endsWith('.ts'))
    .sort();
  return paths.map((path) => {
    const text = readFileSync(`${folder}/${path}`, 'utf8');
    const cells = [...text.matchAll(/^export const (\w+)(?: = \w+\(\{\n  id: '([^']+)')?/gm)].map(
      ([, name, order = path]) => ({ name, order }),
    );
    if (cells.length === 0) throw new Error(`${folder}/${path} must export a constant, got none.`);
    return { path, cells };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  for (const { path, text } of lists(root)) writeFileSync(`${root}/${path}`, text);
}
