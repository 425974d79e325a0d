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
    const cells = cellsBelow(`${root}/${folder}`);
    const imports = cells.map((cell) => `import { ${cell.name} } from './${cell.path}';\n`);
    const items = cells.map((cell) => `  ${each(cell.name)},\n`);
    return {
      path: `${folder}/index.ts`,
      text:
        `/** All of them, printed by \`npm run fix\` from the files of this folder. */\nimport type { ${type} } from '${model}';\n` +
        `${imports.join('')}\nexport const ${name}: readonly ${type}[] = [\n${items.join('')}];\n`,
    };
  });
}

/** Each file below a subject's folder, with the one name that it exports. */
function cellsBelow(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.includes('/') && path.endsWith('.ts'))
    .sort();
  return paths.map((path) => {
    const names = [...readFileSync(`${folder}/${path}`, 'utf8').matchAll(/^export const (\w+)/gm)].map(
      ([, name]) => name,
    );
    if (names.length !== 1) throw new Error(`${folder}/${path} must export one constant, got ${names.length}.`);
    return { path, name: names[0] };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  for (const { path, text } of lists(root)) writeFileSync(`${root}/${path}`, text);
}
