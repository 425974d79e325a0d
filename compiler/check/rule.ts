/** The cell that every rule is: what it forbids, why, on whose word, with examples that are its tests and its docs. */
import type { Diagnostic, Fix, Severity, TextEdit } from '../diagnostic.ts';
import type { NodePath, Part } from '../load/spec.ts';
import type { Profile } from './settings.ts';
import type { Draft, Located, ParamPart, ServerPart, SkillPart, ToolPart } from './model.ts';

export interface Subjects {
  readonly server: ServerPart;
  readonly tool: ToolPart;
  readonly param: ParamPart;
  /** Parameters and results, at any depth. */
  readonly schema: ParamPart;
  readonly skill: SkillPart;
}

export type Subject = keyof Subjects;

/** Reports a finding at `path` below the subject, or below `options.on` when another part is at fault. */
export type Report = (path: NodePath, message: string, hint: string, options?: ReportOptions) => void;

export interface ReportOptions {
  readonly part?: Part;
  /** Narrows the place to this text inside the value. */
  readonly word?: string | undefined;
  readonly on?: Located<unknown>;
  /** Certain repairs; left away as a whole when one of them cannot be made safely. */
  readonly fix?: { readonly title: string; readonly edits: readonly (TextEdit | undefined)[] };
  readonly related?: Diagnostic['related'];
}

export interface Rule<S extends Subject = Subject> {
  /** `folder/file` under `rules/`; stable for ever. */
  readonly id: string;
  readonly subject: S;
  readonly severity: Severity;
  /** The rule itself, as one sentence. */
  readonly says: string;
  /** Later steps rely on it: neither its severity nor a suppression can switch it off. */
  readonly locked?: boolean;
  /** Speaks of names that other files declare: silent while one of them cannot be read. */
  readonly resolves?: boolean;
  /** The profiles it holds in; both where absent. */
  readonly profiles?: readonly Profile[];
  /** One or two sentences: what goes wrong for a model or a host when the rule is broken. */
  readonly why: string;
  /** EXT §, or the specification that says so. */
  readonly source: string;
  /** Keys of a spec, in YAML, laid over the example of the subject in the tests. */
  readonly good: readonly string[];
  readonly bad: readonly string[];
  check(part: Subjects[S], report: Report, draft: Draft): void;
}

/** A rule with its subject forgotten, so that rules of all subjects fit into one list. */
export interface AnyRule extends Omit<Rule, 'check'> {
  run(draft: Draft): Diagnostic[];
}

export function rule<S extends Subject>(cell: Rule<S>): AnyRule {
  return {
    ...cell,
    run: (draft) => {
      const severity = cell.locked ? cell.severity : (draft.settings.severities[cell.id] ?? cell.severity);
      return severity === 'off'
        ? []
        : partsOf(cell, draft).flatMap((part) => findings({ ...cell, severity }, part, draft));
    },
  };
}

function partsOf<S extends Subject>({ subject, profiles }: Rule<S>, draft: Draft): readonly Subjects[S][] {
  const parts: { readonly [K in Subject]: readonly Subjects[K][] } = {
    server: draft.servers,
    tool: draft.tools,
    param: draft.params,
    schema: draft.schemas,
    skill: draft.skills,
  };
  const all = parts[subject];
  return profiles ? all.filter((part) => profiles.includes(draft.settings.profileOf(part.file))) : all;
}

function findings<S extends Subject>(cell: Rule<S>, part: Subjects[S], draft: Draft): Diagnostic[] {
  const found: Diagnostic[] = [];
  cell.check(
    part,
    (path, message, hint, { part: side, word, on = part, related, fix } = {}) => {
      const span = on.at(path, side, word);
      found.push({
        code: cell.id,
        severity: cell.severity,
        message,
        hint,
        span,
        ...(related && { related }),
        ...certain(fix),
      });
    },
    draft,
  );
  return found;
}

function certain(fix: ReportOptions['fix']): { readonly fix?: Fix } {
  const edits = fix?.edits.filter((edit) => edit !== undefined) ?? [];
  return fix && edits.length === fix.edits.length ? { fix: { title: fix.title, edits } } : {};
}
