/** Checks the shape of each document, by its kind and profile. */
import type { Diagnostic, Fix } from '../../../base/diagnostic.ts';
import { memoizeBy } from '../../../base/memo.ts';
import type { Definitions } from '../definitions/expand.ts';
import { definitionFindings, toolFindings } from '../definitions/findings.ts';
import { NO_DEFINITIONS } from '../definitions/shared.ts';
import { importedFindings } from '../imported/findings.ts';
import { importedSkillFindings } from '../imported/skill.ts';
import { joinParts, skillDescription } from '../../description.ts';
import { type ShapeFinding, checkShape } from '../../documents/check-shape.ts';
import { IMPORTED_KEYS } from '../../documents/imported.ts';
import { type DocumentKind, KINDS } from '../../documents/language.ts';
import type { Profile, Settings } from '../../settings.ts';
import { specAt, textAt, valueAt } from '../../../spec/shape/place.ts';
import type { NodePath, SpecDocument } from '../../../spec/yaml/spec.ts';

export interface ShapedDocument {
  readonly kind: DocumentKind;
  readonly document: SpecDocument;
  readonly profile: Profile;
  readonly findings: readonly ShapeFinding[];
}

/** Undefined for a document without a valid `kind`. */
export const shapes = memoizeBy((settings: Settings) =>
  memoizeBy((document: SpecDocument): ShapedDocument | undefined => {
    const kind = KINDS.find((name) => name === valueAt(document.value, 'kind'));
    if (kind === undefined) return undefined;
    const profile = settings.profileOf(document.file);
    const shape = checkShape(document, kind, profile);
    if (profile === 'ext') {
      const hinted = withImportedHints(kind, shape);
      return shapedAs(kind, document, profile, kind === 'skill' ? withSplitDescription(document, hinted) : hinted);
    }
    const whole = kind === 'skill' ? importedSkillFindings : importedFindings;
    return shapedAs(kind, document, profile, whole(document, shape));
  }),
);

function shapedAs(
  kind: DocumentKind,
  document: SpecDocument,
  profile: Profile,
  findings: readonly ShapeFinding[],
): ShapedDocument {
  return { kind, document, profile, findings: kind === 'server' ? withUses(document, findings) : findings };
}

/** A key that only profile `mcp` has is not a typo. */
function withImportedHints(kind: DocumentKind, findings: readonly ShapeFinding[]): readonly ShapeFinding[] {
  return findings.map((finding) => {
    const { diagnostic } = finding;
    const [key, of] = [diagnostic?.about.path.at(-1), finding.path[0] === 'tools' ? 'tool' : kind];
    if (diagnostic?.code !== 'spec/unknown-key' || !IMPORTED_KEYS[of].has(String(key))) return finding;
    const hint = `"${key}" is a key of profile mcp: set profiles: { <folder>: mcp } in haft.yaml, or remove it.`;
    return { ...finding, diagnostic: { ...diagnostic, hint } };
  });
}

/** The findings of a server, including those about its definitions and their uses in its tools. */
function withUses(document: SpecDocument, findings: readonly ShapeFinding[]): readonly ShapeFinding[] {
  if (findings.some(({ unsound, path: [key] }) => unsound && key === 'definitions')) return findings;
  const definitions = specAt<Definitions | undefined>(document, ['definitions']) ?? NO_DEFINITIONS;
  const own = definitionFindings(document, definitions);
  if (own.length > 0) return [...findings, ...own];
  const tools = valueAt(document.value, 'tools');
  const broken = brokenTools(findings);
  const inline = Array.isArray(tools) ? [...tools.keys()].filter((index) => !broken.has(index)) : [];
  const uses = inline.flatMap((index) => toolFindings(document, ['tools', index], definitions));
  return uses.length > 0 ? [...findings, ...uses] : findings;
}

/** The indexes of inline tools with an invalid shape; undefined for the document around them. */
export function brokenTools(findings: readonly ShapeFinding[]): ReadonlySet<number | undefined> {
  return new Set(findings.filter(({ unsound }) => unsound).map(({ path }) => toolIndex(path)));
}

/** The index of the inline tool that a path leads into. */
export function toolIndex(path: NodePath): number | undefined {
  return path[0] === 'tools' && typeof path[1] === 'number' ? path[1] : undefined;
}

function withSplitDescription(document: SpecDocument, findings: readonly ShapeFinding[]): readonly ShapeFinding[] {
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
  const joined = joinParts(skillDescription({ ...parts, triggers: [], not_for: [] }));
  const fix = joined === text.trim() ? fixOf(document, parts) : undefined;
  const hint = `Its sentences are these parts: ${JSON.stringify(parts)}. Then add \`triggers\` and \`not_for\`.`;
  return { hint, ...(fix && { fix }) };
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

interface SplitDescription {
  readonly does: string;
  /** What follows "Use when". */
  readonly when: string;
}

/** Undefined where the text is more, or does not say both what the skill does and when it is used. */
export function splitDescription(text: string): SplitDescription | undefined {
  const [, does = '', when = ''] = DOES_AND_WHEN.exec(text.trim().replaceAll(/\s+/g, ' ')) ?? [];
  if (does === '' || NO_DEED.test(does) || ELSEWHERE.test(does)) return undefined;
  if (FURTHER.test(when) || CUT.test(when)) return undefined;
  return { does, when: when.replace(/(?<![.!?])\.$/, '') };
}

const DOES_AND_WHEN = /^([^]+?[.!?]) Use (?:this skill |this |it )?when(?:ever)? ([^]+)$/;

/** Orders to the model, and situations: they do not say what the skill does. */
const NO_DEED = /^(?:Use|You|MUST|MANDATORY|ALWAYS|IMPORTANT|CRITICAL|REQUIRED|When|Whenever|If|Before|After)\b/;

/** What belongs elsewhere is said in front. */
const ELSEWHERE = /\binstead\b|\bnot for\b|\b(?:do not|don't|never) use\b/i;

/** A second sentence, or one that starts again. */
const FURTHER = /;|^Use |[.!?]["')]? ["'(]?[A-Z]/;

/** Texts that were cut or joined by a program. */
const CUT = /^\S+$|\b(?:an?|and|asks|for|needs|of|or|says|the|to|users?|via|wants|with)\.*$/i;
