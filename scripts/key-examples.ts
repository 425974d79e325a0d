/** Examples of the keys of the language: what the specs and guides of this repository write, by the path of the key. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';

/** A part of the published schema, as far as it describes keys. */
interface KeyNode {
  readonly properties?: Readonly<Record<string, KeyNode>>;
  readonly items?: KeyNode;
  readonly additionalProperties?: boolean | KeyNode;
  readonly allOf?: readonly { readonly then: KeyNode }[];
  readonly $ref?: string;
}

/** By the path of the key, such as `server connections.<name>.base_url`. */
export type Examples = ReadonlyMap<string, string>;

/** Characters of an example: longer ones do not fit into a table. */
const MAX_LENGTH = 80;

export function keyExamples(definitions: Readonly<Record<string, KeyNode>>, root: string): Examples {
  const found = new Map<string, string>();
  const visit = (node: KeyNode, value: unknown, path: string): void => {
    for (const form of [node, ...(node.allOf ?? []).map(({ then }) => then)]) {
      const { $ref } = form;
      if ($ref !== undefined) {
        const name = $ref.slice($ref.lastIndexOf('/') + 1);
        const target = definitions[name];
        if (target && typeof value === 'object') visit(target, value, `${name} `);
      } else if (Array.isArray(value)) {
        for (const item of value) if (form.items) visit(form.items, item, `${path}[]`);
      } else if (typeof value === 'object' && value !== null) visitMap(form, value as Record<string, unknown>, path);
    }
  };
  const visitMap = (form: KeyNode, map: Readonly<Record<string, unknown>>, path: string): void => {
    const other = typeof form.additionalProperties === 'object' ? form.additionalProperties : undefined;
    for (const [key, value] of Object.entries(map)) {
      const known = form.properties?.[key];
      if (known) {
        const at = `${path}${/[\s]$/.test(path) ? '' : '.'}${key}`;
        const example = found.has(at) ? undefined : exampleOf(key, value);
        if (example !== undefined) found.set(at, example);
        if (key === 'tools' && path === 'server ') visit({ items: definitions['tool'] ?? {} }, value, 'tool ');
        else visit(known, value, at);
      } else if (other && form.properties === undefined) visit(other, value, `${path}.<name>`);
    }
  };
  for (const document of documents(root)) {
    const kind = typeof document['kind'] === 'string' ? document['kind'] : 'server';
    const node = definitions[kind];
    if (node) visit(node, document, `${kind} `);
  }
  return new Map([...found].map(([path, text]) => [path.replace('tool []', 'tool ').replace('tool .', 'tool '), text]));
}

function exampleOf(key: string, value: unknown): string | undefined {
  const text = stringify({ [key]: value }, { collectionStyle: 'flow', lineWidth: 0 })
    .trim()
    .slice(1, -1)
    .trim();
  return text.length <= MAX_LENGTH && !text.includes('\n') ? text : undefined;
}

/** Specs first, in the order of their paths, then the guides. */
function documents(root: string): Record<string, unknown>[] {
  const specs = filesBelow(root, 'specs', '.yaml').map((path) => readFileSync(path, 'utf8'));
  const guides = filesBelow(root, 'docs', '.md').flatMap((path) => {
    const blocks = readFileSync(path, 'utf8').matchAll(/^```yaml\n([^]*?)^```$/gm);
    return [...blocks].map(([, text = '']) => (text.startsWith('- ') ? `kind: server\ntools:\n${text}` : text));
  });
  return [...specs, ...guides, readFileSync(join(root, 'scripts/key-examples.yaml'), 'utf8')]
    .flatMap((text) => parseAllDocuments(text))
    .flatMap((document) => {
      const value: unknown = 'errors' in document && document.errors.length === 0 ? document.toJS() : undefined;
      return typeof value === 'object' && value !== null && 'kind' in value ? [value as Record<string, unknown>] : [];
    });
}

function filesBelow(root: string, folder: string, extension: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(extension) && !/^(?:rules|adr)[\\/]|spec-language/.test(path))
    .sort()
    .map((path) => join(root, folder, path));
}
