/** The definition that every behavior implements: everything the compiler has to know about one way to carry out a call. */
import type { Sentence } from '../../base/sentence.ts';
import type { ArgvElement, Behavior, FailureTest, OmitTable, ResultTable, TranslateTable } from '@haft/runtime';
import type { Json, Schema } from '@haft/runtime/language';
import type { Rename } from '../../base/diagnostic.ts';
import type { Shape } from '../shape/build.ts';
import type { ValueForm } from '../shape/form.ts';
import type { NodePath, PairSide } from '../yaml/spec.ts';
import type { OutputShape } from './output-shape.ts';
import type { Programs } from './programs.ts';
import type { Starter } from './starter.ts';

type Kind = Behavior['kind'];
export type Effects = 'read' | 'write' | 'destroy';

/** `ask:`: a behavior always has these, as the user is asked where the model leaves them out. */
type AskedParameters = readonly (string | Readonly<Record<string, string>>)[];

/** The names of the parameters that are asked for. */
export function askedNames(ask: AskedParameters = []): string[] {
  return ask.flatMap((one) => (typeof one === 'string' ? one : Object.keys(one)));
}

/** The facts about its tool that a behavior may use. */
export interface ToolContext {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly ask?: AskedParameters;
  /** Whether a call that is repeated has no further effect. */
  readonly idempotent?: boolean;
}

/** A text in which variables are filled in, with its place and what may be in it. */
export interface TemplateUse {
  readonly path: NodePath;
  readonly text: string;
  /** Every variable must have a value here, or the call cannot be carried out. */
  readonly inPath?: boolean;
  /** Inside `each … as`, where `item` is the element. */
  readonly inItem?: boolean;
  /** After a response, where `response` is its JSON. */
  readonly inResponse?: boolean;
  /** Names of the steps before it that have a row, of which `steps.name.column` is a value. */
  readonly rows?: readonly string[];
  /** Filled for each call, so that `user` is who calls. */
  readonly isOfCall?: boolean;
  /** A header of a connection, which may be one of the caller. */
  readonly isSentOn?: boolean;
}

/** The name of something that the server declares. */
export interface PlacedName {
  readonly path: NodePath;
  readonly name: string;
}

export interface BehaviorProblem {
  /** The text inside the value that it is about. */
  readonly word?: string;
  readonly message: string | Sentence;
  readonly hint: string | Sentence;
}

export interface PlacedProblem extends BehaviorProblem {
  readonly path: NodePath;
  readonly part?: PairSide;
}

/** A program that is started. */
export interface ProgramPlan {
  readonly argv: readonly ArgvElement[];
  readonly stdin?: string;
  readonly cwd?: string;
}

/** What rules and repairs read from one step of a behavior: the work itself, or a check before it. Paths are below the step. */
export interface StepParts {
  readonly templates: readonly TemplateUse[];
  readonly connections: readonly PlacedName[];
  /** Names of the upstreams that it calls. */
  readonly upstreams: readonly PlacedName[];
  /** Names of the databases in which it runs a statement. */
  readonly databases: readonly PlacedName[];
  /** Names of the environment variables that it passes on. */
  readonly variables: readonly PlacedName[];
  readonly translate: TranslateTable | undefined;
  /** Parameters that are named outside of templates. */
  readonly parameters: readonly PlacedName[];
  readonly program: ProgramPlan | undefined;
  /** Whether all parameters are sent under their names. */
  readonly passesAll: boolean;
  /** JSON that is sent with the types of the arguments in it. */
  readonly typed: Json | undefined;
  /** What is known of what tests and results read. */
  readonly output: OutputShape;
  /** Failures reported inside a success, in the order of `fails_when`. */
  readonly tests: readonly FailureTest[];
  /** `detail` of the failures that are read from the output. */
  readonly details: readonly PlacedName[];
  /** Values of parameters that count as absent, in all steps. */
  readonly omit: OmitTable | undefined;
  /** Values that the step reads for those after it. */
  readonly lets: ResultTable | undefined;
  /** Whether the output itself may be a part of what there is. */
  readonly mayBeCut: boolean;
}

export interface PlacedStep<S = object> {
  /** Path of the step below the behavior. */
  readonly path: NodePath;
  /** As the author wrote it. */
  readonly spec: S;
  readonly parts: StepParts;
}

/** A key with its value, to be written into a map. */
export interface PlacedKey {
  readonly path: NodePath;
  readonly key: string;
  readonly value: Json;
}

/** What contradicts the declared effects, as a clause, and what they should be. */
export interface Contradiction {
  readonly clause: string;
  readonly instead: Effects;
  /** The alternative to changing `effects`, as the end of a sentence. Default: change the request. */
  readonly otherwise?: string;
}

/** `sometimes`: only the call shows it. */
export type Blocks = 'always' | 'sometimes' | 'never';

/** The kind of change that a different call is. */
interface CallChange {
  readonly id: string;
  readonly says: string;
  readonly why: string;
  readonly example: { readonly before: string; readonly after: string };
}

/** What the descriptor depends on beside the tool's own keys. */
interface PlanContext {
  /** The export name that the tool's handler function has, or would have. */
  readonly exportName: string;
  /** The programs of its server. */
  readonly programs: Programs;
}

/** What a new behavior consists of. Nothing is optional, so that a part that was forgotten is a type error. */
interface BehaviorParts<K extends Kind, Spec> {
  /** The key of a tool, and the `kind` of the descriptor. */
  readonly key: K;
  readonly shape: Shape<Spec>;
  /** Whether the author's code runs, whose use of variables and connections cannot be analyzed. */
  readonly isCode: boolean;
  /**
   * Why `haft call --dry-run` cannot show what a call would do, a sentence; undefined where all of it goes through
   * `fetch`, `runProgram` of the context or an upstream, which a dry run watches and stops.
   */
  readonly notShown: string | undefined;
  /** The keys of a step that hold failures; a model reads those, and `result`. */
  readonly failureKeys: readonly (keyof Spec & string)[];
  steps(spec: Spec): readonly PlacedStep[];
  result(spec: Spec): ResultTable | undefined;
  /** Mistakes that no shape can describe; paths are below the behavior. */
  problems(spec: Spec, tool: ToolContext): readonly PlacedProblem[];
  contradiction(spec: Spec, effects: Effects): Contradiction | undefined;
  /**
   * The keys by which what is called sees no other names when a parameter is renamed: none where names of parameters are
   * not sent, undefined where that cannot be known. Templates are not part of it: they follow a rename by themselves.
   */
  nameMapping(spec: Spec, tool: ToolContext, renamed: Pick<Rename, 'from' | 'to'>): readonly PlacedKey[] | undefined;
  /** Templates of what a call uses without sending or starting anything, as JSON; undefined where that is nothing. */
  unsent(planned: Extract<Behavior, { kind: K }>): Json | undefined;
  /** The descriptor, with defaults resolved. */
  plan(spec: Spec, context: PlanContext): Extract<Behavior, { kind: K }>;
  /** Whether a call can be answered with content blocks of its own, such as a picture. */
  blocks(planned: Extract<Behavior, { kind: K }>): Blocks;
  /** The value that would plan to it again among `programs` of its server, as authors write it. `handlerFile` is the file of the handlers, where there is one. */
  write(planned: Extract<Behavior, { kind: K }>, handlerFile: string | undefined, programs: Programs): unknown;
  /** How `haft new` writes it. */
  readonly starter: Starter<Spec>;
  /** The form of the descriptor in a contract. */
  readonly contractForm: ValueForm;
  readonly change: CallChange | undefined;
}

type Holding<K extends Kind, Spec> = { readonly [P in K]?: Spec };

/** A behavior that a tool has. */
export interface BehaviorUse extends Pick<BehaviorParts<Kind, never>, 'key' | 'isCode'> {
  readonly failureKeys: readonly string[];
  /** Paths are below the tool. */
  readonly steps: readonly PlacedStep[];
  readonly result: ResultTable | undefined;
  /** Paths are below the tool. */
  readonly problems: readonly PlacedProblem[];
  contradiction(effects: Effects): Contradiction | undefined;
  /** Paths are below the tool. */
  nameMapping(renamed: Pick<Rename, 'from' | 'to'>): readonly PlacedKey[] | undefined;
}

/** The interface of a behavior for other modules: about a tool that may have it, and descriptors that may be of its kind. */
export interface BehaviorCell<K extends Kind, Spec> extends Pick<
  BehaviorParts<K, Spec>,
  'key' | 'shape' | 'notShown' | 'starter' | 'contractForm' | 'change'
> {
  readonly failureKeys: readonly string[];
  use(tool: Holding<K, Spec> & ToolContext): readonly BehaviorUse[];
  plan(tool: Holding<K, Spec>, context: PlanContext): Behavior | undefined;
  write(planned: Behavior, handlerFile: string | undefined, programs: Programs): Readonly<Record<string, unknown>>;
  /** `never` for descriptors of other kinds. */
  blocks(planned: Behavior): Blocks;
  unsent(planned: Behavior): Json | undefined;
}

export function behavior<K extends Kind, Spec>(parts: BehaviorParts<K, Spec>): BehaviorCell<K, Spec> {
  const { key, shape, isCode, notShown, failureKeys, starter, contractForm, change } = parts;
  return {
    key,
    shape,
    notShown,
    failureKeys,
    starter,
    contractForm,
    change,
    use(tool) {
      const spec = specIn<K, Spec>(tool, key);
      if (spec === undefined) return [];
      const steps = below([key], parts.steps(spec));
      const always = { ...tool, required: [...(tool.required ?? []), ...askedNames(tool.ask)] };
      const problems = below([key], parts.problems(spec, always));
      const contradiction = (effects: Effects): Contradiction | undefined => parts.contradiction(spec, effects);
      const nameMapping: BehaviorUse['nameMapping'] = (renamed) => {
        const mapping = parts.nameMapping(spec, tool, renamed);
        return mapping && below([key], mapping);
      };
      return [{ key, isCode, failureKeys, steps, result: parts.result(spec), problems, contradiction, nameMapping }];
    },
    plan(tool, context) {
      const spec = specIn<K, Spec>(tool, key);
      return spec === undefined ? undefined : parts.plan(spec, context);
    },
    blocks: (planned) => (isOfKind(planned, key) ? parts.blocks(planned) : 'never'),
    write(planned, handlerFile, programs) {
      return isOfKind(planned, key) ? { [key]: parts.write(planned, handlerFile, programs) } : {};
    },
    unsent: (planned) => (isOfKind(planned, key) ? parts.unsent(planned) : undefined),
  };
}

function specIn<K extends Kind, Spec>(tool: Holding<K, Spec>, key: K): Spec | undefined {
  return tool[key];
}

function isOfKind<K extends Kind>(planned: Behavior, kind: K): planned is Extract<Behavior, { kind: K }> {
  return planned.kind === kind;
}

/** The same problems, with their paths below the base. */
export function below<T extends { readonly path: NodePath }>(base: NodePath, placed: readonly T[]): T[] {
  return placed.map((one) => ({ ...one, path: [...base, ...one.path] }));
}
