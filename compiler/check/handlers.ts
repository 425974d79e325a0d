/** Checks that each handler that a tool names exists and that each exported function has a tool; works on parsed files. */
import { secretInLongText } from './analysis/secrets/literal-secret.ts';
import { idOf } from './analysis/names/tool-references.ts';
import { qualifiedName } from './tool-names.ts';
import { nearest } from '@haft/runtime/language';
import { type Diagnostic, type Severity, type Span, inFileOrder } from '../base/diagnostic.ts';
import { flatMapMemo } from '../base/memo.ts';
import { handlerFileIn } from '../spec/behaviors/handler.ts';
import type { CheckedSpec, Refusal, ToolPart } from './model.ts';
import type { Settings } from './settings.ts';

/** A handler file as the edge has parsed it. */
export interface HandlerFile {
  /** Relative to the project. */
  readonly path: string;
  /** Whether the file does not exist. */
  readonly absent?: boolean;
  readonly exports: readonly ExportedName[];
  /** `export * from` makes the list of exports incomplete, so that nothing can be reported as missing. */
  readonly open: boolean;
  /** Why the file must not be read, also where it does not exist; the other fields are empty then. */
  readonly refusal?: Refusal;
  /** What its code, and that of the files it imports, uses beside `call`. */
  readonly reaches?: readonly OutsideReach[];
  /** Its text, in which no secret should be. */
  readonly text?: string;
  /** Why the file is not valid TypeScript; the other fields are empty then. */
  readonly problem?: { readonly message: string; readonly span: Span };
}

/** A use of programs, files or the network without the checks that `call` has. */
export interface OutsideReach {
  /** `node:fs`, or the name of a global. */
  readonly name: string;
  readonly instead: 'run' | 'file' | 'request';
  readonly span: Span;
}

export interface ExportedName {
  readonly name: string;
  readonly span: Span;
}

/** A tool with a handler: the file, and the name that its function has. */
export interface HandlerUse {
  readonly tool: ToolPart;
  readonly path: string;
  readonly name: string;
}

const HANDLER_REACH = 'server/handler-reach';
const HANDLER_SECRET = 'server/handler-secret';

/** Findings that a comment above `handler:` can suppress, and whose severity haft.yaml can set. */
export const HANDLER_RULES: ReadonlySet<string> = new Set([HANDLER_REACH, HANDLER_SECRET]);

export const HANDLER_ORPHAN = 'server/handler-orphan';

interface Circumstances {
  /** Whether the code of a missing handler was there before, so that no stub may take its place. */
  readonly isLost?: (use: HandlerUse) => boolean;
  /** As haft.yaml sets them. */
  readonly severities?: Settings['severities'];
}

export function checkHandlers(
  uses: readonly HandlerUse[],
  files: readonly HandlerFile[],
  { isLost = () => false, severities = {} }: Circumstances = {},
): Diagnostic[] {
  const { [HANDLER_REACH]: severity = 'warning', [HANDLER_SECRET]: ofSecrets = 'error' } = severities;
  const diagnostics = files.flatMap((file) => {
    const own = uses.filter((use) => use.path === file.path);
    const [first] = own;
    const { refusal, problem } = file;
    if (!first) return [];
    if (refusal) return [findingAt(first, refusal)];
    if (problem) return [syntaxFinding(first, problem)];
    const absent = file.open ? [] : missingHandlers(uses, file);
    return [
      ...absent.map((use) => {
        const renamed = likelyRenamed(use, uses, file);
        return !renamed && isLost(use) ? missingHandler(use, file) : missing(use, renamed);
      }),
      ...orphansOf(uses, file).map((orphan) => orphanFinding(orphan, [first, ...own.slice(1)])),
      ...(severity === 'off' ? [] : (file.reaches ?? []).map((reach) => reaching(reach, first, severity))),
      ...(ofSecrets === 'off' ? [] : secretsIn(file, first, ofSecrets)),
    ];
  });
  return inFileOrder([...diagnostics, ...sharedHandlers(uses)]);
}

/** Tools of several servers whose names, and so whose functions, are the same. */
function sharedHandlers(uses: readonly HandlerUse[]): Diagnostic[] {
  const first = new Map(uses.toReversed().map((use) => [`${use.path} ${use.name}`, use]));
  return uses.flatMap((use): Diagnostic[] => {
    const other = first.get(`${use.path} ${use.name}`);
    if (!other || other === use) return [];
    const [later, earlier] = [use, other].map(({ tool }) => `"${qualifiedName(idOf(tool))}"`);
    return [
      findingAt(use, {
        code: 'server/handler-shared',
        message: `Tools ${earlier} and ${later} have the same function "${use.name}" of "${use.path}".`,
        hint: 'Name another file under `handler` of one of them.',
        related: [{ message: 'The other tool.', span: other.tool.at(['handler']) }],
      }),
    ];
  });
}

/** Tools whose function the file does not export. */
export function missingHandlers(uses: readonly HandlerUse[], file: HandlerFile): HandlerUse[] {
  return uses.filter((use) => use.path === file.path && !file.exports.some(({ name }) => name === use.name));
}

function orphansOf(uses: readonly HandlerUse[], file: HandlerFile): ExportedName[] {
  return file.exports.filter(({ name }) => !uses.some((use) => use.path === file.path && use.name === name));
}

/** A function without a tool and with a similar name is probably a typo: no stub is added. */
export function likelyRenamed(
  use: HandlerUse,
  uses: readonly HandlerUse[],
  file: HandlerFile,
): ExportedName | undefined {
  const orphans = orphansOf(uses, file);
  const guess = nearest(
    use.name,
    orphans.map(({ name }) => name),
  );
  return orphans.find(({ name }) => name === guess);
}

/** Shown at a tool of the file, because that is where its author looks. */
function findingAt(
  { tool }: HandlerUse,
  finding: Omit<Diagnostic, 'severity' | 'span' | 'about'> & Partial<Diagnostic>,
): Diagnostic {
  return { severity: 'error', span: tool.at(['handler']), about: tool.about(['handler']), ...finding };
}

function missing(use: HandlerUse, renamed: ExportedName | undefined): Diagnostic {
  const { tool, path, name } = use;
  return findingAt(use, {
    code: 'server/handler-missing',
    message: `The handler of tool "${tool.spec.name}" is missing: "${path}" does not export "${name}".`,
    hint: renamed
      ? `Rename "${renamed.name}" to "${name}" there, or add "${name}".`
      : 'Run `haft compile`: it adds a typed stub.',
    ...(renamed && { related: [{ message: `"${renamed.name}" is here.`, span: renamed.span }] }),
  });
}

function missingHandler(use: HandlerUse, { absent = false }: HandlerFile): Diagnostic {
  const { tool, path, name } = use;
  const what = absent ? `file "${path}" does not exist` : `"${path}" no longer exports "${name}"`;
  return findingAt(use, {
    code: 'server/handler-missing',
    message: `The handler of tool "${tool.spec.name}" is gone: ${what}.`,
    hint: absent
      ? 'Restore the file, for example from version control. To start over, create an empty file there and run `haft compile`.'
      : 'Restore it. To start over, run `haft compile`, which adds a stub.',
  });
}

/** Helper functions belong into other files. */
function orphanFinding({ name, span }: ExportedName, uses: readonly [HandlerUse, ...HandlerUse[]]): Diagnostic {
  const [first] = uses;
  return findingAt(first, {
    code: HANDLER_ORPHAN,
    severity: 'warning',
    message: `"${first.path}" exports "${name}", but no tool uses it as its handler.`,
    hint: `Delete it, do not export it, or rename it after a tool: ${uses.map((use) => use.name).join(', ')}.`,
    related: [{ message: `"${name}" is here.`, span }],
  });
}

const INSTEAD: Readonly<Record<OutsideReach['instead'], string>> = {
  run: 'Use `call.run` with a program that `runs` of the handler names, or `command:`.',
  file: 'Use `call.file` with a folder that `folders` of the handler names, or `file:`.',
  request: 'Use `call.request` with a connection of the server, or `http:`.',
};

/** At the first tool of the file, where a comment can suppress it. */
function reaching({ name, instead, span }: OutsideReach, first: HandlerUse, severity: Severity): Diagnostic {
  return findingAt(first, {
    code: HANDLER_REACH,
    severity,
    message: `The handler code in "${span.file}" uses ${name}, which has none of the checks of \`call\`.`,
    hint: `${INSTEAD[instead]} To keep it, write above this line: # haft-ignore server/handler-reach: <reason>.`,
    ...(span.file === first.path && { related: [{ message: `${name} is here.`, span }] }),
  });
}

/** A stated password may be one of a test, so that it is a warning at most. */
function secretsIn({ path, text = '' }: HandlerFile, first: HandlerUse, severity: Severity): Diagnostic[] {
  const secret = secretInLongText(text);
  if (!secret) return [];
  const { what, word, isStated = false } = secret;
  const start = text.indexOf(word);
  const hint =
    'Delete it there and revoke it; declare a variable under `env:` with `secret: true`, and read it with `call.env`.';
  return [
    findingAt(first, {
      code: HANDLER_SECRET,
      severity: isStated ? 'warning' : severity,
      message: `The handler code in "${path}" contains ${what}.`,
      hint,
      related: [{ message: 'It is here.', span: { file: path, start, end: start + word.length } }],
    }),
  ];
}

function syntaxFinding(use: HandlerUse, { message, span }: NonNullable<HandlerFile['problem']>): Diagnostic {
  return findingAt(use, {
    code: 'server/handler-syntax',
    message: `"${use.path}" has a TypeScript syntax error: ${message}`,
    hint: 'Fix it; no stub was added.',
    related: [{ message: 'The error is here.', span }],
  });
}

/** Every tool with a handler. `nameOf` returns the name of a tool's function. */
export function handlerUses(spec: CheckedSpec, nameOf: (tool: string) => string): HandlerUse[] {
  return spec.toolLists.flatMap(usesOfHandlers).map(({ tool, path }) => ({ tool, path, name: nameOf(tool.spec.name) }));
}

const usesOfHandlers = flatMapMemo((tool: ToolPart) => {
  const path = handlerPath(tool);
  return path === undefined ? [] : [{ tool, path }];
});

/** The author's file with the handler, relative to the project. */
export function handlerPath({ file, spec }: ToolPart): string | undefined {
  const handler = handlerFileIn(spec.handler);
  return handler === undefined ? undefined : file.slice(0, file.lastIndexOf('/') + 1) + handler.replace(/^\.\//, '');
}
