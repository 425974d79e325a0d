/** One difference between two Plans, and the definition that every kind of difference implements. */
import type { Json, Schema } from '@haft/runtime/language';
import type { About } from '../base/diagnostic.ts';
import type { ToolReference } from '../check/tool-names.ts';
import type { ServerPlan, SkillPlan, ToolPlan } from '../plan/model.ts';

/** wire: does a caller break? · model: will a model choose or fill it differently? · policy: is it allowed by EXT §9? */
type Axis = 'wire' | 'model' | 'policy';

/** `unknown`: the two forms cannot be compared; never to be read as safe. */
export type ChangeLevel = 'breaking' | 'risky' | 'safe' | 'unknown';

export interface Change {
  /** The id of its kind, `subject/what`. */
  readonly kind: string;
  readonly axis: Axis;
  readonly level: ChangeLevel;
  /** Names of the later Plan where the thing is in both. */
  readonly target: About;
  /** In words: `parameter "limit" of tool "search_references"`. */
  readonly subject: string;
  readonly before?: Json;
  readonly after?: Json;
  readonly why: string;
  /** The next step, in the imperative. */
  readonly next: string;
  /** Of a breaking change on the wire: what worked and no longer does, if an example could be made. */
  readonly witness?: Witness;
  /** The same while lines move and dates pass: for reviews that refer to it. */
  readonly fingerprint: string;
  /** The command that `next` asks for, where it is one and certain. */
  readonly command?: string;
  /** Of a judgment: the fingerprint of the change that it is about. */
  readonly judges?: string;
  /** Judgments about this very change: it is reported once, with them. */
  readonly violations?: readonly Change[];
}

/** An example made from both schemas and tried with the runtime's validator. */
export interface Witness {
  readonly of: 'call' | 'result';
  /** The tool by its earlier name. */
  readonly tool: string;
  /** Arguments that were accepted, or the data of a result that was returned. */
  readonly before: Json;
  /** What happens now: the error message, or the data of a result and what is missing in it. */
  readonly now: string;
}

/** A part of the earlier Plan with its counterpart in the later one. */
export interface Pair<T> {
  readonly before: T | undefined;
  readonly after: T | undefined;
}

export interface HasName {
  readonly name: string;
}

/** The proof that two different names are of one thing: the same source, or the same form with nearly the same words. */
export type Renaming = false | 'source' | 'likeness';

export interface RenamedPair<T> extends Pair<T> {
  readonly renamed: Renaming;
}

/** Renamed where most of the tools have the same names. */
export interface ServerPair extends RenamedPair<ServerPlan> {
  readonly tools: readonly ToolPair[];
  /** Only pairs that differ: no kind of change needs to look at the others. */
  readonly changed: readonly ToolPair[];
  readonly schemas: readonly SchemaPair[];
}

/** Renamed by their source, or by schema and description. */
export interface ToolPair extends RenamedPair<ToolPlan> {
  readonly server: string;
  /** Its server; an added or removed server has its tools with it. */
  readonly owner: Pair<ServerPlan>;
}

/** What a tool names in its place that is deprecated, or was released as deprecated. */
export function useOf({ before, after }: Pair<ToolPlan>): ToolReference | undefined {
  return (after?.deprecated ?? before?.deprecated)?.use;
}

/** A schema at one place of a tool's arguments or result, in both Plans. */
export interface SchemaPair extends Pair<Schema> {
  readonly tool: ToolPair;
  readonly side: 'argument' | 'result';
  /** In terms of the spec: `['parameters', 'authors', 'items', 'properties', 'name']`. */
  readonly path: readonly string[];
  readonly name: string;
  /** Its name in the earlier Plan, where it has another one by now. */
  readonly renamedFrom?: string;
  readonly required: Pair<boolean>;
  /** The object or list that holds it. */
  readonly holder: Pair<Schema>;
  /** The schemas of the whole, into which references lead. */
  readonly roots: { readonly before: Schema; readonly after: Schema };
  /** Texts inside branches, which no pair of their own has. */
  readonly branchTexts: readonly TextChange[];
}

/** A title or a description that reads differently. */
export interface TextChange extends Pair<string> {
  readonly key: 'title' | 'description';
  readonly path: readonly (string | number)[];
}

export interface SkillPair extends RenamedPair<SkillPlan> {
  /** Hosts can read it from a server, in both Plans. */
  readonly served: boolean;
}

export interface ChangePairs {
  readonly server: ServerPair;
  /** Only where the two are not the same to the letter. */
  readonly tool: ToolPair;
  /** Only where both Plans have the tool, and not the same schema at this place. */
  readonly schema: SchemaPair;
  readonly skill: SkillPair;
}

export type ChangeScope = keyof ChangePairs;

export interface ChangeFacts {
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
  /** Added to the path of the pair. */
  readonly path?: readonly (string | number)[];
  /** Where the kind's own level is not right in this case. */
  readonly level?: ChangeLevel;
  /** Where the kind's own reason is not the right one. */
  readonly why?: string;
  /** Where the kind's own step is not the best one. */
  readonly next?: string;
}

/** A kind of change, in the file of its aspect under `changes/`. */
export interface ChangeKind {
  /** `subject/what`; stable for ever. */
  readonly id: string;
  readonly scope: ChangeScope;
  /** Judgments of policy are made by the rules below `policy/`, never by a kind. */
  readonly axis: Exclude<Axis, 'policy'>;
  readonly level: ChangeLevel;
  /** The output that it is about: it is reported where haft.yaml has that written for the server. */
  readonly output?: string;
  /** What happened, in one sentence. */
  readonly says: string;
  readonly why: string;
  readonly next: string;
  /** Keys of a spec, laid over the example of the scope: the change is exactly the one between these two. */
  readonly example: { readonly before: string; readonly after: string };
  /** The kind of the opposite direction, or the reason why none exists. */
  readonly mirror: string;
  run(pairs: AllPairs): Change[];
}

/** A kind without what follows from its opposite. */
export type DraftKind = Omit<ChangeKind, 'example' | 'mirror'> & Partial<Pick<ChangeKind, 'example' | 'mirror'>>;

/** Ends of ids: a kind with the first one undoes that with the second one, whose example it has the other way round. */
export const OPPOSITES = {
  removed: 'added',
  dropped: 'introduced',
  widened: 'narrowed',
  opened: 'closed',
  optional: 'required',
  loosened: 'tightened',
  lengthened: 'shortened',
} as const;

export type Opposite = `${string}${'/' | '-'}${keyof typeof OPPOSITES}`;

/** A kind as it is written below its axis, level and id. Of two opposites one has the example, and the other names it where its id does not. */
export interface WrittenKind<S extends ChangeScope>
  extends Pick<ChangeKind, 'says' | 'why' | 'next' | 'output'>, Partial<Pick<ChangeKind, 'example' | 'mirror'>> {
  /** Of schemas only arguments where the id says `param`, and results where it says `result`. */
  detect: Detect<ChangePairs[S]>;
}

/** Reports what changed from the one to the other. */
export type Detect<P> = (pair: P, report: (what: ChangeFacts) => void) => void;

export type AllPairs = { readonly [S in ChangeScope]: readonly ChangePairs[S][] };
