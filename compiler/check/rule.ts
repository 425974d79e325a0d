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

/** What a check may look at beside its part. Whoever declares `around` sees everything, and is asked anew at every change. */
export type Seen<A extends boolean> = A extends true ? Draft : Pick<Draft, 'settings'>;

export interface Rule<S extends Subject = Subject, A extends boolean = boolean> {
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
  /** Looks beyond its part; what the others find is remembered as long as their part stays as it is. */
  readonly around?: A;
  /** The profiles it holds in; both where absent. */
  readonly profiles?: readonly Profile[];
  /** One or two sentences: what goes wrong for a model or a host when the rule is broken. */
  readonly why: string;
  /** EXT §, or the specification that says so. */
  readonly source: string;
  /** Keys of a spec, in YAML, laid over the example of the subject in the tests. */
  readonly good: readonly string[];
  readonly bad: readonly string[];
  check(part: Subjects[S], report: Report, draft: Seen<A>): void;
}

/** Parts by what they are. */
export type Parts = { readonly [K in Subject]: readonly Subjects[K][] };

/** A rule with its subject forgotten, so that rules of all subjects fit into one list. */
export interface AnyRule extends Omit<Rule, 'check'> {
  /** What it finds among these parts. */
  run(parts: Parts, draft: Draft): Diagnostic[];
}

export function rule<S extends Subject, A extends boolean = false>(cell: Rule<S, A>): AnyRule {
  const { subject, profiles } = cell;
  return {
    ...cell,
    run: (parts, draft) => {
      const { settings } = draft;
      const severity = cell.locked ? cell.severity : (settings.severities[cell.id] ?? cell.severity);
      const found: Diagnostic[] = [];
      if (severity === 'off') return found;
      for (const part of parts[subject]) {
        if (profiles && !profiles.includes(settings.profileOf(part.file))) continue;
        // A draft is more than its settings: the narrower view is only what the cell is allowed to see.
        cell.check(part, reporter(cell.id, severity, part, found), draft as Seen<A>);
      }
      return found;
    },
  };
}

function reporter(code: string, severity: Severity, part: Located<unknown>, found: Diagnostic[]): Report {
  return (path, message, hint, { part: side, word, on = part, related, fix } = {}) => {
    const span = on.at(path, side, word);
    found.push({ code, severity, message, hint, span, ...(related && { related }), ...certain(fix) });
  };
}

function certain(fix: ReportOptions['fix']): { readonly fix?: Fix } {
  const edits = fix?.edits.filter((edit) => edit !== undefined) ?? [];
  return fix && edits.length === fix.edits.length ? { fix: { title: fix.title, edits } } : {};
}
