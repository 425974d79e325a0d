/** The text of a page that is a form of XFA and nothing else: PDF.js gives it as a tree like that of a web page. */
import { tellBox, tellField } from './form-field.ts';

/** A node as PDF.js gives it. */
export interface XfaNode {
  readonly name?: string;
  readonly value?: unknown;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly children?: readonly (XfaNode | null)[];
}

const BOXES: ReadonlySet<unknown> = new Set(['checkbox', 'radio']);

/** Lines as they stand on the page. `name` is that of the element around. */
export function tellXfa(node: XfaNode | null, name: unknown = ''): string {
  const lines: string[] = [];
  const walk = (one: XfaNode | null | undefined, around: unknown): void => {
    if (!one) return;
    const inside = one.attributes?.['xfaName'] ?? around;
    const value = inputOf(one);
    if (value !== undefined) lines.push(tellField({ name: inside, value }));
    else if (typeof one.value === 'string') lines.push(one.value);
    // The children of a field are its choices, and an editor has its text as value as well.
    if (value === undefined && !isInput(one)) for (const child of one.children ?? []) walk(child, inside);
  };
  walk(node, name);
  return lines.join('\n');
}

function isInput({ name }: XfaNode): boolean {
  return name === 'input' || name === 'textarea' || name === 'select' || name === 'option' || name === 'button';
}

/** What a field was filled in with; nothing where it is no field, or empty. Fields for passwords are not in the tree. */
function inputOf(node: XfaNode): string | undefined {
  if (!isInput(node) || node.name === 'option' || node.name === 'button') return undefined;
  const { type, checked, value, textContent } = node.attributes ?? {};
  if (type === 'radio' && checked !== true) return undefined;
  if (BOXES.has(type)) return tellBox(checked === true);
  const text = value ?? textContent ?? node.value;
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  return text;
}
