/** An answer as a tree, of which each value can be picked. */
import type { Json } from '@haft/runtime/language';
import { button, el } from './dom.ts';

type Pick = (pointer: string, name: string) => void;

/** Members of one value that are drawn. */
const MAX_MEMBERS = 200;
/** Levels that are open at first. */
const OPEN_LEVELS = 3;

/** Lists and maps are drawn when they are opened. `pick` is absent where nothing can be picked. */
export function tree(value: Json, pick?: Pick, pointer = ''): HTMLElement {
  if (typeof value !== 'object' || value === null) return valueNode(JSON.stringify(value), pointer, pick);
  const entries = Object.entries(value);
  const size = Array.isArray(value) ? `list of ${entries.length}` : `${entries.length} values`;
  const list = el('ul');
  const details = el('details', {}, el('summary', {}, valueNode(size, pointer, pick)), list);
  const draw = (): void => {
    if (!details.open || list.childElementCount > 0) return;
    const left = entries.length - MAX_MEMBERS;
    list.append(
      ...entries
        .slice(0, MAX_MEMBERS)
        .map(([key, one]) => el('li', {}, `${key}: `, tree(one as Json, pick, below(pointer, key)))),
      ...(left > 0 ? [el('li', { class: 'quiet' }, `${left} more`)] : []),
    );
  };
  details.addEventListener('toggle', draw);
  details.open = pointer.split('/').length <= OPEN_LEVELS;
  draw();
  return details;
}

function below(pointer: string, key: string): string {
  return `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function valueNode(text: string, pointer: string, pick: Pick | undefined): HTMLElement {
  if (!pick) return el('span', { dir: 'auto' }, text);
  const title = `Pick ${pointer || 'everything'}`;
  return button(text, () => pick(pointer, nameFor(pointer)), { class: 'value', dir: 'auto', title });
}

/** The name that an author would give a field: the last key that is a word. */
function nameFor(pointer: string): string {
  const last = pointer.split('/').findLast((token) => !/^\d*$/.test(token)) ?? 'value';
  const words = last.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return words.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^[^a-z]+|_+$/g, '') || 'value';
}
