/** In profile `ext`, a skill whose description is one text: its parts as a proposal, and a fix where they say the same text. */
import type { Diagnostic, Fix } from '../../../base/diagnostic.ts';
import { textAt } from '../../../spec/shape/place.ts';
import type { SpecDocument } from '../../../spec/yaml/spec.ts';
import { joinParts, skillDescription } from '../../description.ts';
import type { ShapeFinding } from '../../documents/shape-finding.ts';
import { splitDescription } from '../prose/split-description.ts';
import type { SplitDescription } from '../prose/split-description.ts';

export function withSplitDescription(
  document: SpecDocument,
  findings: readonly ShapeFinding[],
): readonly ShapeFinding[] {
  const text = textAt(document.value, 'description');
  const parts = text === undefined ? undefined : splitDescription(text);
  if (text === undefined || !parts) return findings;
  return findings.map((finding) => {
    const { path, diagnostic } = finding;
    const isIt = diagnostic?.code === 'spec/wrong-type' && path.length === 1 && path[0] === 'description';
    return isIt ? { ...finding, diagnostic: { ...diagnostic, ...proposal(document, text, parts) } } : finding;
  });
}

function proposal(document: SpecDocument, text: string, parts: SplitDescription): Pick<Diagnostic, 'hint' | 'fix'> {
  const fix = joined(parts) === text.trim() ? fixOf(document, parts) : undefined;
  const missing = ['triggers', 'not_for'].filter((key) => !Object.hasOwn(parts, key));
  const rest = missing.length === 0 ? '' : ` Then add ${missing.map((key) => `\`${key}\``).join(' and ')}.`;
  return { hint: `Its sentences are these parts: ${JSON.stringify(parts)}.${rest}`, ...(fix && { fix }) };
}

function joined({ does, when, triggers = [], not_for = [] }: SplitDescription): string {
  return joinParts(skillDescription({ does, when, triggers, not_for }));
}

function fixOf(document: SpecDocument, description: SplitDescription): Fix | undefined {
  const target = { ...Object(document.value), description };
  const edit = document.edit({ kind: 'rewrite', path: [], target, changed: [['description']] });
  return (
    edit && {
      title: `Split the description of "${textAt(document.value, 'name') ?? ''}" into its parts.`,
      edits: [edit],
    }
  );
}
