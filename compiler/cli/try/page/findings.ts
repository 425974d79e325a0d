/** Findings of `haft check`, each with its place and its next step. */
import type { ShownFinding } from '../messages.ts';
import { badge, el, quiet, sentence } from './dom.ts';

export function findingNodes(findings: readonly ShownFinding[], hidden: number): readonly Node[] {
  if (findings.length === 0) return [el('p', { class: 'ahead' }, 'No findings.')];
  const more = hidden > 0 ? [quiet(sentence(`${hidden} more: \`haft check\` lists them.`))] : [];
  return [el('div', { class: 'findings' }, ...findings.map(findingNode)), ...more];
}

function findingNode({ severity, code, message, hint, place }: ShownFinding): Node {
  return el(
    'article',
    { class: 'finding' },
    el('p', {}, badge(severity), ' ', sentence(message)),
    quiet(sentence(hint)),
    quiet(el('bdi', {}, place), ' ', el('code', {}, code)),
  );
}
