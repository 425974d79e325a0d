/** The cell that every rule is: what it forbids, why, on whose word, with examples that are its tests and its docs. */
import type { Diagnostic, Severity } from '../diagnostic.ts';
import type { NodePath, Part } from '../load/spec.ts';
import type { Draft, Located, ParamPart, ServerPart, SkillPart, ToolPart } from './model.ts';

export interface Subjects {
  readonly server: ServerPart;
  readonly tool: ToolPart;
  readonly param: ParamPart;
  readonly skill: SkillPart;
}

export type Subject = keyof Subjects;

/** Reports a finding at `path` below the subject, or below `options.on` when another part is at fault. */
export type Report = (path: NodePath, message: string, hint: string, options?: ReportOptions) => void;

export interface ReportOptions {
  readonly part?: Part;
  readonly on?: Located<unknown>;
  readonly related?: Diagnostic['related'];
}

export interface Rule<S extends Subject = Subject> {
  /** `folder/file` under `rules/`; stable for ever. */
  readonly id: string;
  readonly subject: S;
  readonly severity: Severity;
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
  return { ...cell, run: (draft) => partsOf(cell.subject, draft).flatMap((part) => findings(cell, part, draft)) };
}

function partsOf<S extends Subject>(subject: S, draft: Draft): readonly Subjects[S][] {
  const parts: { readonly [K in Subject]: readonly Subjects[K][] } = {
    server: draft.servers,
    tool: draft.tools,
    param: draft.params,
    skill: draft.skills,
  };
  return parts[subject];
}

function findings<S extends Subject>(cell: Rule<S>, part: Subjects[S], draft: Draft): Diagnostic[] {
  const found: Diagnostic[] = [];
  cell.check(
    part,
    (path, message, hint, { part: side, on = part, related } = {}) => {
      const span = on.at(path, side);
      found.push({ code: cell.id, severity: cell.severity, message, hint, span, ...(related && { related }) });
    },
    draft,
  );
  return found;
}
