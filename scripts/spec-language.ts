/** Prints docs/spec-language.md from the one source of the language's shape. Run by `npm run fix`; a test fails on drift. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { specSchema } from 'haft';

export const TARGET: string = fileURLToPath(new URL('../docs/spec-language.md', import.meta.url));

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
  ['tool', 'A tool in a document of its own (`kind: tool`)'],
  ['skill', 'A skill (`kind: skill`)'],
  ['schema', 'A schema (`parameters`, `properties`, `items`, `returns`)'],
  ['resultRule', 'A rule of `result`'],
  ['config', 'Settings of a project (`haft.yaml`)'],
] as const;

const INTRO = `# The spec language

Printed from \`compiler/check/documents/\`; \`haft schema\` gives the same as a JSON Schema for editors.
Specs are YAML files anywhere below the spec folder; a file may hold several documents. A folder is a package: tools in documents of
their own belong to the nearest server up the folders, and what lies in \`references/\`, \`scripts/\` and \`assets/\` travels with its skills.
**Bold** keys are required.
`;

export function specLanguagePage(): string {
  const definitions: Readonly<Record<string, Node>> = specSchema.$defs;
  const sections = SECTIONS.map(([name, title]) => `## ${title}\n\n${tables(definitions[name] ?? {}, '').join('\n')}`);
  return `${[INTRO, ...sections].join('\n')}`;
}

/** A table of the keys of a map, then those of the maps inside it. */
function tables(node: Node, path: string): string[] {
  const forms = [node, ...(node.allOf ?? []).map((form) => form.then)].filter((form) => form.properties);
  return forms.flatMap((form) => {
    const entries = Object.entries(form.properties ?? {});
    const rows = entries.map(([key, value]) => row(key, value, form.required?.includes(key) ?? false));
    const table = ['| key | form | meaning |', '|---|---|---|', ...rows, ''];
    return [
      ...(path === '' ? [] : [`### \`${path}\``, '']),
      ...table,
      ...entries.flatMap(([key, value]) => inner(value, path === '' ? key : `${path}.${key}`)),
    ];
  });
}

/** The tools of a server have the keys of a tool: told once. */
function inner(node: Node, path: string): string[] {
  if (path === 'tools') return [];
  if (node.properties) return tables(node, path);
  if (node.items?.properties) return tables(node.items, `${path}[]`);
  const values = node.additionalProperties;
  if (typeof values !== 'object') return [];
  return values.properties ? tables(values, `${path}.<name>`) : [...new Set(inner(values, `${path}.<name>`))];
}

function row(key: string, node: Node, required: boolean): string {
  return `| ${required ? `**\`${key}\`**` : `\`${key}\``} | ${cell(formOf(node))} | ${cell(meaning(node))} |`;
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
    node.patternErrorMessage === undefined || node.pattern === '\\S' ? '' : `Form: ${node.patternErrorMessage}.`,
    node.minimum === undefined || node.maximum === undefined ? '' : `From ${node.minimum} to ${node.maximum}.`,
    node.maxItems === undefined ? '' : `${node.minItems ?? 0} to ${node.maxItems}.`,
  ];
  return [node.description ?? (node.$ref ? 'See below.' : ''), ...bounds].filter((text) => text !== '').join(' ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, specLanguagePage());
