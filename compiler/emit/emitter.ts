/** The definition that every emitter implements: which files of the output folder it prints from a Plan. */
import type { Host } from '../spec/hosts/host.ts';
import type { Plan, ServerPlan, SkillPlan } from '../plan/model.ts';
import type { OutputFile, TextFile } from './output-file.ts';
import type { CarriedFiles } from './skill/served.ts';

/** What files are printed with, besides the Plan. */
export interface EmitContext {
  /** From the output folder to the project, such as `..`: generated TypeScript imports the author's files. */
  readonly toProject: string;
  /** The files of the skills that servers serve. */
  readonly carried: CarriedFiles;
  /** The hosts for which there is a file. */
  readonly hosts: readonly Host[];
}

/** One path of an emitter, with `<name>` for the name of a skill, server or host, and what is there. */
type OutputPath = readonly [path: string, what: string];

interface AnyEmitter {
  /** Its name in `outputs:` of haft.yaml. */
  readonly id: string;
  readonly title: string;
  /** Standard outputs are printed unless haft.yaml turns them off, others where it names them. */
  readonly standard: boolean;
  /** Why it cannot be turned off, as a sentence. */
  readonly required?: string;
  /** Every path that it can print. */
  readonly paths: readonly [OutputPath, ...OutputPath[]];
}

/** `of`: the files are printed for each skill, for each server, or once. */
export type Emitter = AnyEmitter &
  (
    | { readonly of: 'skill'; files(skill: SkillPlan, context: EmitContext): readonly OutputFile[] }
    | {
        readonly of: 'server';
        files(server: ServerPlan, context: EmitContext, plan: Plan): readonly OutputFile[];
        /** Further ones with `skill: true`. */
        skillFiles?(server: ServerPlan): readonly OutputFile[];
      }
    | { readonly of: 'project'; files(plan: Plan, context: EmitContext): readonly OutputFile[] }
  );

/** A file whose text is printed when it is asked for. */
export function textFile(path: string, source: string, print: () => string): TextFile {
  return {
    kind: 'text',
    path,
    source,
    get text() {
      return print();
    },
  };
}
