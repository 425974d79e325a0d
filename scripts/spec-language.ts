/** Prints docs/spec-language.md from the one source of the language's shape. Run by `npm run fix`; a test fails on drift. */
import { specSchema } from 'haft';
import { keyExamples } from './key-examples.ts';
import type { Examples } from './key-examples.ts';
import type { Printer } from './printer.ts';

interface Node {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly additionalProperties?: boolean | Node;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly patternErrorMessage?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly allOf?: readonly { readonly then: Node }[];
  readonly $ref?: string;
}

const SECTIONS = [
  ['server', 'A tool server (`kind: server`)'],
  ['tool', 'A tool in its own document (`kind: tool`)'],
  ['skill', 'A skill (`kind: skill`)'],
  ['schema', 'A schema (`parameters`, `properties`, `items`, `returns`)'],
  ['resultRule', 'A rule of `result`'],
  ['adapterRule', 'A rule of `deprecated.result`'],
  ['config', 'Settings of a project (`haft.yaml`)'],
] as const;

const INTRO = `# The spec language

Printed from \`compiler/check/documents/\`; \`haft schema\` prints the same as a JSON Schema for editors.
Specs are YAML files anywhere below the spec folder; a file may contain several documents. A tool in its own
document belongs to the server in the nearest parent folder; files in \`references/\`, \`scripts/\` and \`assets/\` belong to the skill next to them.
Hidden files, \`node_modules\` and links to nothing are left out of them, with a warning that names each (\`skill/files-left\`); what systems, git and editors
write into any folder (\`.DS_Store\`, \`.git\`, \`.gitkeep\`, \`.keep\`, names that start with \`.#\` or \`._\`, swap files such as \`.notes.md.swp\`) is left out without one.
**Bold** keys are required.
`;

export const print: Printer = (root) => ({ 'docs/spec-language.md': specLanguagePage(root) });

function specLanguagePage(root: string): string {
  const definitions: Readonly<Record<string, Node>> = specSchema.$defs;
  const examples = keyExamples(definitions, root);
  const sections = SECTIONS.map(([name, title]) => {
    const printed = withSameRows(mergeTables(tablesOf(definitions[name] ?? {}, '', { name, examples })));
    return `## ${title}\n\n${printed.flatMap(linesOf).join('\n')}`;
  });
  return `${[INTRO, ...sections].join('\n')}`;
}

/** The keys of one map, or of several maps that have the same keys. */
interface Table {
  readonly paths: readonly string[];
  readonly rows: readonly Row[];
}

interface Row {
  /** Without the example. */
  readonly text: string;
  readonly example: string;
}

interface Place {
  readonly name: string;
  readonly examples: Examples;
}

/** The forms that a value may have, such as a text or a map. */
function formsOf(node: Node): readonly Node[] {
  return [node, ...(node.allOf ?? []).map((form) => form.then)];
}

/** The keys of a map, then those of the maps inside it. */
function tablesOf(node: Node, path: string, place: Place): Table[] {
  return formsOf(node).flatMap((form) => {
    const entries = Object.entries(form.properties ?? {});
    const rows = entries.map(([key, value]) => {
      const example = place.examples.get(`${place.name} ${path === '' ? key : `${path}.${key}`}`);
      return {
        text: row(key, value, form.required?.includes(key) ?? false),
        example: example ?? (hasTable(value) ? `${key}: …` : derivedExample(key, value)),
      };
    });
    return [
      ...(form.properties ? [{ paths: path === '' ? [] : [path], rows }] : []),
      ...entries.flatMap(([key, value]) => {
        // The tools of a server have the keys of a tool, which have their own section.
        return path === '' && key === 'tools' ? [] : tablesOf(value, path === '' ? key : `${path}.${key}`, place);
      }),
      ...(form.items ? tablesOf(form.items, `${path}[]`, place) : []),
      ...(typeof form.additionalProperties === 'object'
        ? tablesOf(form.additionalProperties, `${path}.<name>`, place)
        : []),
    ];
  });
}

/** Maps with the same keys, such as those of failures, are one table. */
function mergeTables(all: readonly Table[]): Table[] {
  const byText = new Map<string, Table>();
  for (const table of all) {
    const text = JSON.stringify([table.paths.length === 0, table.rows.map((one) => one.text)]);
    const first = byText.get(text);
    const paths = [...new Set([...(first?.paths ?? []), ...table.paths])];
    const rows = (first?.rows ?? table.rows).map((one, n) => ({
      ...one,
      example: one.example || (table.rows[n]?.example ?? ''),
    }));
    byText.set(text, { paths, rows });
  }
  return [...byText.values()];
}

/** A key that means the same in another table of the section takes its example from there. */
function withSameRows(all: readonly Table[]): Table[] {
  const rows = all.flatMap((table) => table.rows);
  const plain = ({ text }: Row): string => text.replaceAll('**', '');
  const known = new Map(rows.flatMap((one) => (one.example === '' ? [] : [[plain(one), one.example]])));
  const withExample = (one: Row): Row => ({ ...one, example: one.example || (known.get(plain(one)) ?? '') });
  return all.map((table) => ({ ...table, rows: table.rows.map(withExample) }));
}

function linesOf({ paths, rows }: Table): string[] {
  return [
    ...(paths.length === 0 ? [] : [`### ${paths.map((path) => `\`${path}\``).join(', ')}`, '']),
    '| key | type | description | example |',
    '|---|---|---|---|',
    ...rows.map(({ text, example }) => `${text} ${example === '' ? '' : `\`${cell(example)}\` `}|`),
    '',
  ];
}

function row(key: string, node: Node, required: boolean): string {
  return `| ${required ? `**\`${key}\`**` : `\`${key}\``} | ${cell(formOf(node))} | ${cell(meaning(node))} |`;
}

/** Its keys have examples of their own. */
function hasTable(node: Node): boolean {
  return formsOf(node).some(({ properties, items, additionalProperties: values }) => {
    const inside = items ?? (typeof values === 'object' ? values : undefined);
    return properties !== undefined || (inside !== undefined && hasTable(inside));
  });
}

/** Where no spec and no guide writes the key: a value that its schema names. */
function derivedExample(key: string, node: Node): string {
  const value = node.enum?.at(-1) ?? (node.type === 'boolean' ? true : (node.default ?? node.minimum));
  return value === undefined || typeof value === 'object' ? '' : `${key}: ${String(value)}`;
}

function formOf(node: Node): string {
  if (node.$ref === '#/$defs/schema') return 'schema';
  if (node.$ref) return 'rule';
  if (node.enum) return node.enum.map((value) => `\`${value}\``).join(', ');
  if (node.items) return `list of ${formOf(node.items)}`;
  if (typeof node.additionalProperties === 'object') return `map of ${formOf(node.additionalProperties)}`;
  if (node.allOf)
    return [node.type ?? []]
      .flat()
      .map((type) => NAMES[type] ?? type)
      .join(' or ');
  return [node.type ?? 'any']
    .flat()
    .map((type) => NAMES[type] ?? type)
    .join(' or ');
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true / false',
  object: 'map',
  array: 'list',
  any: 'any value',
};

function meaning(node: Node): string {
  const bounds = [
    node.default === undefined ? '' : `Default: \`${JSON.stringify(node.default)}\`.`,
    node.patternErrorMessage === undefined || node.pattern === '\\S' ? '' : `Format: ${node.patternErrorMessage}.`,
    node.minimum === undefined || node.maximum === undefined ? '' : `From ${node.minimum} to ${node.maximum}.`,
    node.maxItems === undefined ? '' : `${node.minItems ?? 0} to ${node.maxItems}.`,
  ];
  return [node.description ?? (node.$ref ? 'See below.' : ''), ...bounds].filter((text) => text !== '').join(' ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
